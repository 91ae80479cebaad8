import { argumentNames, type AgentError, type Call, type Given, type Parts } from './agentCalls.ts';

/** What an agent knows, and what it can look up. */
export interface Knowledge {
  /** The intended values by name; in a batch, those of the operation at an index. */
  readonly meant: (index?: number) => Given;
  /** The id of its target, from the list of subscriptions or the audit trail. */
  readonly findId: (list: 'subscriptions' | 'audit', index?: number) => Promise<string | undefined>;
}

interface Situation {
  readonly error: AgentError;
  readonly meant: Given;
  readonly findId: (list: 'subscriptions' | 'audit') => Promise<string | undefined>;
  /** The default place of a value. */
  readonly home: string;
}

type Rule = (parts: Parts, fix: string, situation: Situation) => Parts | undefined | Promise<Parts | undefined>;

/**
 * The call after following the suggested fix of an error literally; undefined if the fix is not possible over the
 * call's channel. This code knows nothing of the service: only HTTP, how the arguments of a tool are called there, and the
 * intended values.
 */
export async function obey(call: Call, error: AgentError, knowledge: Knowledge): Promise<Call | undefined> {
  const faults = error.faults ?? [];
  if (faults.length === 0) {
    const home = call.channel === 'MCP' ? 'arguments' : error.code.startsWith('invalid_query') ? 'query' : 'body';
    const situation = { error, meant: knowledge.meant(), findId: knowledge.findId, home };
    return overItsChannel(call, await corrected(call.parts, situation));
  }
  let { parts } = call;
  const place = call.channel === 'MCP' ? 'arguments' : 'body';
  for (const fault of faults) {
    const { index } = fault;
    const operations = (parts[place]?.['operations'] ?? []) as readonly Given[];
    const { subscription, patch, ...operation } = operations[index] ?? {};
    const home = subscription === undefined ? 'patch' : 'subscription';
    const payload = subscription ?? patch;
    const ofOperation = { operation, ...(payload !== undefined && { [home]: payload as Given }) };
    const findId: Situation['findId'] = (list) => knowledge.findId(list, index);
    const { meant } = knowledge;
    const done = await corrected(ofOperation, { error: fault, meant: meant(index), findId, home });
    if (done === undefined) return undefined;
    const { operation: members, [home]: fields, ...others } = done;
    const again = { ...members, ...(fields !== undefined && { [home]: fields }) };
    parts = merged(parts, { [place]: { operations: operations.with(index, again) } });
    parts = merged(parts, others);
  }
  return overItsChannel(call, parts);
}

/** The call of a tool has no header, query or body: they are arguments. */
function overItsChannel(call: Call, parts: Parts | undefined): Call | undefined {
  if (parts === undefined) return undefined;
  if (call.channel === 'MCP') {
    const { arguments: given, header, query, body } = parts;
    // What a fix adds comes after what was sent, and replaces it.
    const members = Object.entries({ ...given, ...header, ...query, ...body });
    const named = members.map(([name, value]) => [argumentNames.get(name) ?? name, value]);
    return { ...call, parts: { arguments: Object.fromEntries(named) } };
  }
  return Object.keys(parts).every((place) => place in call.parts) ? { ...call, parts } : undefined;
}

async function corrected(parts: Parts, situation: Situation): Promise<Parts | undefined> {
  const { suggestedFix = '' } = situation.error;
  if (suggestedFix.startsWith('Do nothing:')) return undefined;
  for (const rule of rules) {
    const result = await rule(parts, suggestedFix, situation);
    if (result !== undefined) return result;
  }
  return undefined;
}

// The first rule whose words are in the fix is followed.
const rules: readonly Rule[] = [
  function sendNoBody(parts, fix) {
    if (!fix.startsWith('Send no body')) return undefined;
    const { body = {}, ...others } = parts;
    return Object.entries(body).reduce<Parts | undefined>(
      (left, [name, value]) => {
        const place = Array.from(fix.matchAll(/\?(\w+)=|\b([A-Z]\w*-[\w-]+)/g)).find(
          ([, parameter, header]) => plain(parameter ?? header ?? '') === plain(name),
        );
        const [, parameter, header] = place ?? [];
        const there = parameter === undefined ? 'header' : 'query';
        return left && place && withValue(left, there, parameter ?? header ?? '', value);
      },
      { ...others, body: {} },
    );
  },
  function rename(parts, fix, { home }) {
    const [, from, to] = /^Rename ("(?:[^"\\]|\\.)*") to "(\w+)"/.exec(fix) ?? [];
    if (from === undefined || to === undefined) return undefined;
    const name = textOf(from);
    const place = placeOf(parts, name) ?? home;
    return withValue(withoutName(parts, name), place, to, parts[place]?.[name]);
  },
  function moveElsewhere(parts, fix, { meant }) {
    const [, quotedName, rest = ''] = /^Send ("(?:[^"\\]|\\.)*") instead as (.*)$/.exec(fix) ?? [];
    if (quotedName === undefined) return undefined;
    const name = textOf(quotedName);
    const place = placeOf(parts, name) ?? '';
    const [left, value] = [withoutName(parts, name), parts[place]?.[name]];
    const member = /; in a batch, as "(\w+)" of an operation/.exec(rest)?.[1];
    if (member !== undefined && 'operation' in parts) return withValue(left, 'operation', member, value);
    if (member !== undefined && Array.isArray(parts[place]?.['operations']))
      return intoOperations(left, member, value, meant);
    const header = /^the header ([\w-]+)/.exec(rest)?.[1];
    if (header !== undefined) return withValue(left, 'header', header, value);
    const [, parameter, literal] = /^the query parameter \?(\w+)=(\w+)/.exec(rest) ?? [];
    if (parameter !== undefined) return withValue(left, 'query', parameter, literal);
    return undefined;
  },
  function leaveToTheOperations(parts, fix, { meant }) {
    const [, header = '', member] = /^Remove ([\w-]+), and add "(\w+)" to each operation/.exec(fix) ?? [];
    const place = placeOf(parts, header);
    if (place === undefined || member === undefined) return undefined;
    return intoOperations(withoutName(parts, header), member, parts[place]?.[header], meant);
  },
  function remove(parts, fix, { error }) {
    const [, quotedName] = /^Remove ("(?:[^"\\]|\\.)*")/.exec(fix) ?? [];
    if (quotedName !== undefined) return withoutName(parts, textOf(quotedName));
    const [, ...bare] = /^Remove (\w+)(?: and (\w+))?:/.exec(fix) ?? [];
    const named = bare.filter((name) => name !== undefined && placeOf(parts, name) !== undefined);
    if (named.length > 0) return named.reduce(withoutName, parts);
    return fix.startsWith('Remove ') && error.field !== undefined ? withoutName(parts, error.field) : undefined;
  },
  function payInAdvance(parts, fix, { home }) {
    const [, name, literal] = /\bif the user has already paid it, send "(\w+)": ("[^"]*")/.exec(fix) ?? [];
    return name === undefined || literal === undefined ? undefined : withValue(parts, home, name, textOf(literal));
  },
  async function takeTheId(parts, fix, { findId, home }) {
    if (!/\btake (the|an) id\b/i.test(fix)) return undefined;
    const id = await findId(fix.includes('/audit') ? 'audit' : 'subscriptions');
    const place = ['path', 'operation'].find((name) => name in parts) ?? home;
    return id === undefined ? undefined : withValue(parts, place, 'id', id);
  },
  function sendAgainWith(parts, fix) {
    const [, header, tag] = /\bsend it again with ([\w-]+): (".*")\.$/.exec(fix) ?? [];
    if (header !== undefined) return withValue(parts, 'header', header, tag);
    const [, name, literal] = /\bsend (?:it|the batch) again with "(\w+)": ("(?:[^"\\]|\\.)*")/.exec(fix) ?? [];
    if (name === undefined || literal === undefined) return undefined;
    return withValue(parts, 'operation' in parts ? 'operation' : 'arguments', name, textOf(literal));
  },
  function sendTheTag(parts, fix, { meant: { ifMatch } }) {
    if (!/^Send the etag\b/i.test(fix) || ifMatch === undefined) return undefined;
    if ('header' in parts) return withValue(parts, 'header', 'If-Match', ifMatch);
    return withValue(parts, 'operation' in parts ? 'operation' : 'arguments', 'ifMatch', ifMatch);
  },
  function takeANewKey(parts, fix, { error, home }) {
    if (!/\b(use|Send) a new key|\ba new UUID\b/.test(fix)) return undefined;
    const sent = Object.values(parts).flatMap((given) => Object.keys(given));
    const name = error.field ?? sent.find((known) => /key$/i.test(known));
    if (name === undefined) return undefined;
    return withValue(parts, placeOf(parts, name) ?? home, name, Bun.randomUUIDv7());
  },
  function sendWhatIsMissing(parts, fix, { error: { writableFields = [] }, meant, home }) {
    if (!fix.startsWith('Send at least one of the writable fields')) return undefined;
    const fields = Object.entries(meant).filter(([name]) => writableFields.includes(name));
    return fields.reduce((left, [name, value]) => withValue(left, home, name, value), parts);
  },
  function sendTheValue(parts, fix, { error: { field, allowedValues = [] }, meant, home }) {
    if (field === undefined) return undefined;
    const place = placeOf(parts, field) ?? home;
    const literal = literalFor(fix, allowedValues, meant[field]);
    return literal === undefined ? undefined : withValue(parts, place, field, literal);
  },
];

// A list, a string in quotes, a date without, a number, or a flag.
const literalForm = /\["[^\]]*\]|"(?:[^"\\]|\\.)*"|\b\d{4}-\d\d-\d\d\b|-?\d+(?:\.\d+)?|\b(?:true|false)\b/g;
const isDate = /^\d{4}-\d\d-\d\d$/;

/** The value that a fix leads to: the one that it names, or the intended one if the fix leaves the choice and allows its kind. */
function literalFor(fix: string, allowedValues: readonly string[], meant: unknown): unknown {
  const literals = Array.from(fix.matchAll(literalForm), ([literal]) =>
    JSON.parse(isDate.test(literal) ? `"${literal}"` : literal),
  ) as readonly unknown[];
  if (literals.length === 0 && fix.startsWith('Send the day ')) return meant;
  const last = literals.at(-1);
  const isExample = /\b(such as|for example)\b/.test(fix);
  if (isExample) return isLike(last, meant) ? meant : last;
  if (literals.length > 1 && (literals.includes(meant) || /\bfrom \S+ to \S+\.$/.test(fix))) return meant;
  const choice = [meant, String(meant)].find((value) => allowedValues.some((allowed) => allowed === value));
  return last ?? choice ?? allowedValues[0];
}

/** Whether a value is of the kind of an example: a number, a date, digits, a string. */
function isLike(example: unknown, value: unknown): boolean {
  if (typeof example !== 'string' || typeof value !== 'string') return typeof example === typeof value;
  const isDay = /^\d{4}-\d{2}-\d{2}$/;
  return isDay.test(example) === isDay.test(value) && /^\d+$/.test(example) === /^\d+$/.test(value);
}

function intoOperations(parts: Parts, member: string, value: unknown, meant: Given): Parts | undefined {
  const place = 'arguments' in parts ? 'arguments' : 'body';
  const operations = (parts[place]?.['operations'] ?? []) as readonly Given[];
  const meantOnes = (meant['operations'] ?? []) as readonly Given[];
  const isFor = (index: number) => meantOnes[index]?.[member] !== undefined;
  const guarded = operations.map((one, index) => (isFor(index) ? { ...one, [member]: value } : one));
  return withValue(parts, place, 'operations', guarded);
}

function placeOf(parts: Parts, name: string): string | undefined {
  return Object.keys(parts).find((place) => Object.hasOwn(parts[place] ?? {}, name));
}

function withValue(parts: Parts, place: string, name: string, value: unknown): Parts {
  return merged(parts, { [place]: { [name]: value } });
}

function withoutName(parts: Parts, name: string): Parts {
  const place = placeOf(parts, name);
  if (place === undefined) return parts;
  const left = Object.entries(parts[place] ?? {}).filter(([known]) => known !== name);
  return { ...parts, [place]: Object.fromEntries(left) };
}

function merged(parts: Parts, others: Parts): Parts {
  const both = Object.entries(others).map(([place, given]) => [place, { ...parts[place], ...given }]);
  return { ...parts, ...(Object.fromEntries(both) as Parts) };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

function textOf(quoted: string): string {
  return JSON.parse(quoted) as string;
}
