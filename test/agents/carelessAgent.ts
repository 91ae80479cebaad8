import { below, pick, pickWeighted, type Random } from '../generator/random.ts';
import { validDraft } from '../support/validDraft.ts';
import {
  callOf,
  channels,
  type AgentAnswer,
  type AgentError,
  type createCaller,
  type Given,
  type Tool,
} from './agentCalls.ts';
import { changeOf, hundredthsOf, type Ledger } from './carelessLedger.ts';

interface AgentOptions {
  readonly caller: ReturnType<typeof createCaller>;
  readonly random: Random;
  readonly ledger: Ledger;
}

/** A record as an agent has seen it, which may be long ago. */
interface Seen {
  readonly id: string;
  readonly amountHundredths: number;
  readonly etag: string;
}

/** One change that an agent means. */
interface Wish {
  readonly tool: Tool;
  readonly given: Given;
  /** The record, unless it is new. */
  readonly id?: string;
  /** Records in the ledger what an answer acknowledges. */
  readonly enter: (data: Given) => void;
  /** The wish for a record that has another version than the agent believed. */
  readonly knowing?: (current: Seen) => Wish;
}

// Another agent was quicker: it has paid, reverted, changed or deleted what this one is about.
const vainCodes = new Set(['revert_conflict', 'renewal_conflict', 'not_active', 'not_due', 'not_renewable']);

/** An agent that drops answers, sends again over either channel, and believes old versions. */
export function createCarelessAgent({ caller, random, ledger }: AgentOptions) {
  const seen = new Map<string, Seen>();

  async function send(tool: Tool, given: Given): Promise<AgentAnswer> {
    ledger.steps += 1;
    const answer = await caller.call(callOf(tool, given, pick(random, channels)));
    const { id, amount } = (answer.body['data'] ?? {}) as Given;
    const isNews = typeof id === 'string' && amount !== undefined && answer.body['dryRun'] === undefined;
    if (isNews && answer.etag !== undefined && (!seen.has(id) || random() < 0.5))
      seen.set(id, { id, amountHundredths: hundredthsOf(amount), etag: answer.etag });
    return answer;
  }

  /** Sends a write until an answer comes. */
  async function sendCarelessly(tool: Tool, given: Given): Promise<AgentAnswer> {
    while (random() < 0.2) {
      ledger.steps += 1;
      ledger.drops += 1;
      await caller.drop(callOf(tool, given, pick(random, channels)), random() < 0.5);
    }
    return send(tool, given);
  }

  /** Pursues wishes, several of them in one batch, until they are granted or another agent has made them vain. */
  async function pursue(first: readonly Wish[]): Promise<void> {
    const options = { idempotencyKey: Bun.randomUUIDv7(), ...(random() < 0.15 && { dryRun: true }) };
    for (let wishes = first; ;) {
      const [tool, fields] =
        first.length > 1 ? batchOf(wishes) : [wishes[0]?.tool ?? 'createSubscription', wishes[0]?.given];
      const given = { ...fields, ...options };
      const answer = await sendCarelessly(tool, given);
      if (answer.error === undefined) return granted(wishes, tool, given, answer);
      const faults = answer.error.faults ?? [{ ...answer.error, index: 0 }];
      if (faults.some(({ code, index }) => isVain(code, wishes[index]))) return;
      const corrected = wishes.map((wish, index) =>
        correctedBy(
          wish,
          faults.find((fault) => fault.index === index),
        ),
      );
      if (corrected.includes(undefined)) {
        harm('a right call was refused', given, answer.body);
        return;
      }
      wishes = corrected as readonly Wish[];
    }
  }

  async function granted(wishes: readonly Wish[], tool: Tool, given: Given, { body }: AgentAnswer): Promise<void> {
    const isDryRun = 'dryRun' in given;
    if ((body['dryRun'] === true) !== isDryRun) harm('a dry run was a write, or a write a dry run', given, body);
    if (isDryRun) return;
    const results = wishes.length > 1 ? (body['results'] as readonly Given[]) : [body];
    wishes.forEach((wish, index) => wish.enter((results[index]?.['data'] ?? {}) as Given));
    if (random() > 0.15) return;
    ledger.resends += 1;
    const again = await send(tool, given);
    const ids = results.map(({ data }) => (data as Given | undefined)?.['id']);
    // The outcome of what another agent has deleted since says only that.
    if (ids.some((id) => typeof id === 'string' && ledger.doomed.has(id))) return;
    if (!Bun.deepEquals(effectOf(again), effectOf({ body })))
      harm('sent again, it was not the same', given, again.body);
  }

  function isVain(code: string, { id }: Partial<Wish> = {}): boolean {
    return vainCodes.has(code) || (code.endsWith('_not_found') && id !== undefined && ledger.doomed.has(id));
  }

  function harm(what: string, call: Given, body: Given): void {
    ledger.harms.push(`${what}: ${JSON.stringify(call).slice(0, 600)} → ${JSON.stringify(body).slice(0, 600)}`);
  }

  /** Adds a hundredth to the remembered amount, on the condition that it is current. */
  function increase({ id, amountHundredths, etag }: Seen): Wish {
    const patch = { amount: (amountHundredths + 1) / 100 };
    return {
      tool: 'updateSubscription',
      given: { id, ...patch, ifMatch: etag },
      id,
      enter: () => ledger.enterChange(id, changeOf({ patch }), 1),
      knowing: increase,
    };
  }

  function create(): Wish {
    const draft = { ...validDraft, category: `marker ${(ledger.markers += 1)}`, amount: below(random, 5000) / 100 };
    const given = { ...draft, lastPaymentDate: '2025-05-10' };
    return { tool: 'createSubscription', given, enter: (data) => ledger.enterCreation(data) };
  }

  function remove(id: string): Wish {
    ledger.doomed.add(id);
    // A dry run dooms the record, too: no other agent needs it.
    return { tool: 'deleteSubscription', given: { id }, id, enter: () => ledger.deleted.add(id) };
  }

  function describe(id: string): Wish {
    const details = { notes: `note ${(ledger.markers += 1)}` };
    const enter = () => ledger.enterChange(id, changeOf({ details: { patch: details } }));
    return { tool: 'updateDetails', given: { id, ...details }, id, enter };
  }

  /** Records the payment that is due, if one is. */
  async function pay(id: string): Promise<readonly Wish[]> {
    const { nextPaymentDate: dueOn } = ((await send('getSubscription', { id })).body['data'] ?? {}) as Given;
    if (dueOn === undefined) return [];
    const enter = () => ledger.enterChange(id, changeOf({ patch: { lastPaymentDate: dueOn } }));
    return [{ tool: 'renewSubscription', given: { id, dueOn }, id, enter }];
  }

  /** Reverts the last increase of a record. */
  async function revert(id: string): Promise<readonly Wish[]> {
    const { body } = await send('listAuditLog', { subscriptionId: id, limit: 20 });
    const entries = body['data'] as readonly { readonly id: string; readonly metadata: Record<string, Given> }[];
    const entry = entries.find(({ metadata }) => metadata['patch']?.['amount'] !== undefined);
    if (entry === undefined) return [];
    const { before, after } = entry.metadata;
    const added = hundredthsOf(before?.['amount']) - hundredthsOf(after?.['amount']);
    const enter = () => ledger.enterChange(id, changeOf({ reverts: entry.id }), added);
    return [{ tool: 'revertAuditEntry', given: { id: entry.id }, id, enter }];
  }

  function increaseOne(without?: string): Wish[] {
    const known = Array.from(seen.values()).filter(({ id }) => id !== without && !ledger.doomed.has(id));
    return known.length === 0 ? [] : [increase(pick(random, known.slice(-12)))];
  }

  async function batch(): Promise<readonly Wish[]> {
    const id = pick(random, ledger.live());
    return [create(), ...increaseOne(id), ...(random() < 0.5 ? await pay(id) : [describe(id)])];
  }

  const works: readonly (readonly [number, () => readonly Wish[] | Promise<readonly Wish[]>])[] = [
    [3, () => [create()]],
    [5, increaseOne],
    [2, () => [describe(pick(random, ledger.live()))]],
    [3, () => pay(pick(random, ledger.live()))],
    [2, () => revert(pick(random, ledger.live()))],
    [1, () => [remove(pick(random, ledger.live()))]],
    [2, batch],
  ];

  return {
    /** Works until all agents together have sent a number of requests. */
    async work(stepsMax: number): Promise<void> {
      while (ledger.steps < stepsMax) {
        const wishes = ledger.live().length < 8 ? [create()] : await pickWeighted(random, works)();
        if (wishes.length > 0) await pursue(wishes);
      }
    },
  };
}

/** The wish after the fix of an error has been followed; undefined if it cannot be. */
function correctedBy(wish: Wish, fault: AgentError | undefined): Wish | undefined {
  if (fault === undefined) return wish;
  const { code, current, suggestedFix = '' } = fault;
  const [, etag, quoted] = /with (?:If-Match: (".*?")|"ifMatch": ("(?:[^"\\]|\\.)*"))/.exec(suggestedFix) ?? [];
  if (code !== 'precondition_failed' || current === undefined) return undefined;
  const tag = etag ?? (quoted === undefined ? undefined : (JSON.parse(quoted) as string));
  const { id, amount } = current;
  if (tag === undefined) return undefined;
  return wish.knowing?.({ id: String(id), amountHundredths: hundredthsOf(amount), etag: tag });
}

function batchOf(wishes: readonly Wish[]): readonly [Tool, Given] {
  const operations = wishes.map(({ tool, given: { id, ifMatch, ...fields } }) => {
    const record = { id, ...(ifMatch !== undefined && { ifMatch }) };
    if (tool === 'createSubscription') return { action: 'create', subscription: fields };
    if (tool === 'renewSubscription') return { action: 'renew', ...record, ...fields };
    return { action: 'update', ...record, [tool === 'updateDetails' ? 'details' : 'patch']: fields };
  });
  return ['batchSubscriptions', { operations }];
}

/** The effect that an answer reports. */
function effectOf({ body: { data, results, deleted, error } }: Pick<AgentAnswer, 'body'>): Given {
  return { data, results, deleted, error };
}
