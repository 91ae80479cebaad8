import {
  asOver,
  callOf,
  channels,
  termsOf,
  type Call,
  type Channel,
  type Given,
  type Parts,
  type Tool,
} from './carelessCalls.ts';
import { spoiled } from './carelessFaults.ts';
import type { AgentOptions, createSender, Sent } from './carelessSender.ts';
import type { AgentAnswer, AgentError } from './carelessWire.ts';
import type { Target, Wish } from './carelessWishes.ts';
import { obey, type Knowledge } from './obedience.ts';
import { pick } from '../generator/random.ts';

/** A fault in progress: whether it is corrected shows at the end. */
interface OpenFault {
  readonly kind: string;
  readonly channel: Channel;
  readonly story: string;
  isBeyondOneFix: boolean;
}

const vainCodes = new Set(['revert_conflict', 'renewal_conflict', 'not_active', 'not_renewable']);
const answersMax = 24;
const staleness = 'a stale version';

/** Returns a function that pursues a wish and records the outcome in the ledger. */
export function createPursuit({ random, ledger }: AgentOptions, sender: ReturnType<typeof createSender>) {
  const spentKeys: { key: string; tool: Tool }[] = [];

  /** Sends an executed write again. It must get the same answer, or be refused if it differs. */
  async function sendAgain(wish: Wish, { call, answer }: Sent): Promise<void> {
    ledger.resends += 1;
    const isOtherwise = call.tool === 'createSubscription' && random() < 0.3;
    const anew = sender.toldAnew(isOtherwise ? withMoreSaid(call) : call);
    const again = await sender.send(anew);
    if (Bun.deepEquals(effectOf(again), effectOf(answer)) || isWithoutDeleted(wish, again, answer)) return;
    if (!isOtherwise || again.error === undefined) return harm('sent again, it was not the same', anew, again.body);
    const corrected = await obey(anew, again.error, knowledgeOf(wish));
    if (corrected !== undefined)
      harm('sent again, it was to be made twice', corrected, (await sender.send(corrected)).body);
  }

  /** Whether an answer is the earlier one without the records that another agent has deleted, or is deleting. */
  function isWithoutDeleted(wish: Wish, again: AgentAnswer, answer: AgentAnswer): boolean {
    const isDoomed = (one: unknown) => ledger.isDoomed(String((one as Given | undefined)?.['id']));
    if (again.error?.message.includes('deleted since') === true)
      return isVain(wish, again.error) || isDoomed(answer.body['data']);
    const [left, all] = [again, answer].map(({ body }) => (body['results'] ?? []) as readonly Given[]);
    return (
      all !== undefined &&
      left?.length === all.length &&
      left.every((one, at) => Bun.deepEquals(one, all[at]) || (one['deleted'] === true && isDoomed(all[at]?.['data'])))
    );
  }

  function harm(what: string, call: Call, body: unknown): void {
    ledger.harms.push(`${what}: ${show(call)} → ${show(body)}`);
  }

  /** Pursues a wish, often with a fault in the first call, and follows the suggested fixes of errors. */
  async function pursue(first: Wish): Promise<void> {
    let wish = first;
    const right = callOf(wish.tool, wish.given, pick(random, channels));
    const bad = random() < 0.4 ? spoiled(right, { random, wish, spentKeys }) : undefined;
    let sent = await sender.sendCarelessly(bad?.call ?? right, bad !== undefined);
    const faults: OpenFault[] = [];
    for (let answers = 1; ; answers += 1) {
      const { call, answer } = sent;
      const { error } = answer;
      if (error === undefined) break;
      if (isVain(wish, error)) return;
      noteFault(faults, bad?.fault, sent);
      const corrected = answers < answersMax ? await obey(call, error, knowledgeOf(wish)) : undefined;
      if (corrected === undefined) return faults.forEach((fault) => count(fault, false));
      const knowing = wishKnowing(wish, error);
      sent = await sender.sendCarelessly(carriedOver(corrected, wish, knowing), false);
      wish = knowing;
    }
    const isGranted = judge(wish, sent);
    faults.forEach((fault) => count(fault, isGranted));
    if (faults.length === 0 && bad !== undefined) harm(`${bad.fault} was passed over`, sent.call, sent.answer.body);
    if (!isGranted) harm('it did not what was wished', sent.call, sent.answer.body);
    if (wish.isWrite && isGranted && !isDryRun(wish)) {
      const { tool, parts } = asOver('MCP', sent.call);
      spentKeys.push({ tool, key: String(parts['arguments']?.['idempotencyKey']) });
      wish.enter(sent.answer.body);
      if (random() < 0.15) await sendAgain(wish, sent);
    }
  }

  /** Notes the error of an answer: a fix that only leads to another error of the same call has corrected nothing. */
  function noteFault(faults: OpenFault[], fault: string | undefined, { call, answer: { error } }: Sent): void {
    const isStale = error?.code === 'precondition_failed';
    const story = `${show(call)}: ${show(error)}`;
    const last = faults.at(-1);
    const kind = last === undefined ? (fault ?? (isStale ? staleness : undefined)) : isStale ? staleness : last.kind;
    if (kind === undefined) return harm('a right call was refused', call, error);
    if (kind !== last?.kind) faults.push({ kind, story, channel: call.channel, isBeyondOneFix: false });
    else last.isBeyondOneFix = true;
  }

  function count({ kind, channel, story, isBeyondOneFix }: OpenFault, isGranted: boolean): void {
    ledger.countFault(`${kind} over ${channel}`, isGranted && !isBeyondOneFix, story);
  }

  /** Whether a successful answer grants a wish, with all options that protect it. */
  function judge(wish: Wish, { call, answer: { body } }: Sent): boolean {
    const [wished, kept] = [termsOf(callOf(wish.tool, wish.given, 'MCP')), termsOf(call)];
    const isKept = kept.isDryRun === wished.isDryRun && kept.hasKey === wished.hasKey && kept.guards >= wished.guards;
    if (!isKept) harm('it was executed with other options', call, body);
    if ((body['dryRun'] === true) !== isDryRun(wish))
      harm('a dry run was executed as a write, or a write as a dry run', call, body);
    return wish.isGranted(body) && isKept;
  }

  /**
   * Whether a wish has become impossible: another agent has deleted the record, changed the fields to revert, or moved the
   * payment to record.
   */
  function isVain({ targets }: Wish, { code, faults = [] }: AgentError): boolean {
    const isGone = (target: Target | undefined) => target !== undefined && ledger.isDoomed(target.subscriptionId);
    const codes = [code, ...faults.map((fault) => fault.code)];
    return (
      codes.some((one) => vainCodes.has(one)) ||
      (codes.some((one) => one.endsWith('_not_found')) && targets.some(isGone))
    );
  }

  function knowledgeOf({ tool, given, targets }: Wish): Knowledge {
    return {
      wasMade: async () => tool === 'createSubscription' && (await sender.findRecord(given['category'])) !== undefined,
      meant(index) {
        const operations = (given['operations'] ?? []) as readonly Given[];
        const { subscription, patch, ...operation } = operations[index ?? -1] ?? given;
        return { ...operation, ...((subscription ?? patch) as Given | undefined) };
      },
      async findId(list, index = 0) {
        const target = targets[index];
        if (target === undefined) return undefined;
        if (list === 'subscriptions') return sender.findRecord(target.marker);
        if (tool !== 'revertAuditEntry') return undefined;
        const entries = await sender.trailOf(target.subscriptionId);
        return entries.find(({ id }) => id === target.entryId)?.id;
      },
    };
  }

  return pursue;
}

/** The wish after an error has shown the state of the records. */
function wishKnowing(wish: Wish, { current, faults = [] }: AgentError): Wish {
  const news = faults.length > 0 ? faults : [{ current, index: 0 }];
  return news.reduce(
    (known, one) => (one.current === undefined ? known : (known.knowing?.(one.current, one.index) ?? known)),
    wish,
  );
}

/** A call with the values that changed with the new knowledge. */
function carriedOver(call: Call, before: Wish, after: Wish): Call {
  const news = (given: Given, one: Given, other: Given): Given =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        if (Bun.deepEquals(one[name], other[name])) return [name, value];
        if (name !== 'operations') return [name, other[name]];
        const [operations, ones, others] = [value, one[name], other[name]] as readonly (readonly Given[])[];
        return [
          name,
          operations?.map((operation, index) => news(operation, ones?.[index] ?? {}, others?.[index] ?? {})),
        ];
      }),
    );
  const parts = Object.entries(call.parts).map(([place, given]) => [place, news(given, before.given, after.given)]);
  return { ...call, parts: Object.fromEntries(parts) as Parts };
}

function isDryRun({ given }: Wish): boolean {
  return given['dryRun'] === true;
}

/** An equivalent creation with an explicit default, or with white space that is trimmed. */
function withMoreSaid(call: Call): Call {
  const place = call.channel === 'MCP' ? 'arguments' : 'body';
  const given = call.parts[place] ?? {};
  const more = 'notificationEnabled' in given ? { name: `${String(given['name'])} ` } : { notificationEnabled: true };
  return { ...call, parts: { ...call.parts, [place]: { ...given, ...more } } };
}

/** The effect that an answer reports. */
function effectOf({ body }: AgentAnswer): Given {
  const { data, results, deleted, error } = body;
  return { data, results, deleted, error };
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 600) ?? 'nothing';
}
