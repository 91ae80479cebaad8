import { channels, type AgentAnswer, type createCaller, type ToolCall } from './carelessCalls.ts';
import { spoiled } from './carelessFaults.ts';
import { obey } from './obedience.ts';
import { below, pick, pickWeighted, type Random } from './random.ts';

/** What the agents know to have been done to one record. */
interface KnownRecord {
  readonly marker: string;
  /** The amount that it was created with, in hundredths. */
  readonly amountHundredths: number;
  isDeleted: boolean;
}

/** What all agents share: what was done, and what it took. */
export interface Ledger {
  readonly records: Map<string, KnownRecord>;
  /** How many changes of a record were acknowledged, by its id: maybe before its creation was. */
  readonly changes: Map<string, number>;
  /** How many of them added a hundredth to its amount. */
  readonly increases: Map<string, number>;
  /** For each kind of fault, how often it was made, and how often doing what the answer said mended it at once. */
  readonly faults: Map<string, { made: number; mended: number }>;
  readonly unmended: string[];
  steps: number;
  drops: number;
  resends: number;
  markers: number;
}

interface AgentOptions {
  readonly caller: ReturnType<typeof createCaller>;
  readonly random: Random;
  readonly ledger: Ledger;
}

interface Seen {
  readonly id: string;
  readonly amountHundredths: number;
  readonly etag: string;
}

type Data = Readonly<Record<string, unknown>>;

/** An agent that sends things twice, drops answers, remembers old versions and mistypes, and does what errors tell it. */
export function createCarelessAgent({ caller, random, ledger }: AgentOptions) {
  const seen = new Map<string, Seen>();

  async function send(call: ToolCall): Promise<AgentAnswer> {
    ledger.steps += 1;
    const answer = await caller.call(call, pick(random, channels));
    const { id, amount } = (answer.body['data'] ?? {}) as Data;
    if (answer.etag !== undefined && typeof id === 'string' && answer.body['dryRun'] === undefined) {
      // A good memory would forget the older version; this one does so seldom.
      if (!seen.has(id) || random() < 0.5)
        seen.set(id, { id, amountHundredths: hundredths(amount), etag: answer.etag });
    }
    return answer;
  }

  /** Sends a call until it is answered; a write bears one key all that time. */
  async function sendCarelessly(call: ToolCall, isWrite: boolean): Promise<AgentAnswer> {
    const keyed = isWrite ? withKey(call) : call;
    while (random() < 0.2) {
      ledger.steps += 1;
      ledger.drops += 1;
      await caller.drop(keyed, pick(random, channels), random() < 0.5 ? 'at once' : 'when the answer comes');
    }
    const answer = await send(keyed);
    if (isWrite && answer.error === undefined && answer.body['dryRun'] === undefined && random() < 0.15) {
      ledger.resends += 1;
      const again = await send(keyed);
      if (dataId(again) !== dataId(answer)) throw new Error(`sent again, it gave another record: ${show(again.body)}`);
    }
    return answer;
  }

  /** Sends a call, often with a fault in it, and then what the error says. */
  async function sendAndMend(call: ToolCall, isWrite: boolean): Promise<AgentAnswer> {
    const bad = random() < 0.4 ? spoiled(random, call) : undefined;
    if (bad === undefined) return sendCarelessly(call, isWrite);
    const refused = await sendCarelessly(bad.call, isWrite);
    if (refused.error === undefined) return refused;
    const mended = await obey(bad.call, refused.error, { anId: async () => pick(random, await idsListed()) });
    const answer = mended === undefined ? refused : await sendCarelessly(mended, isWrite);
    count(bad.fault, answer.error === undefined, `${show(bad.call)}: ${show(refused.error)} → ${show(answer.error)}`);
    return answer;
  }

  function count(fault: string, isMended: boolean, story: string): void {
    const tally = ledger.faults.get(fault) ?? { made: 0, mended: 0 };
    ledger.faults.set(fault, { made: tally.made + 1, mended: tally.mended + (isMended ? 1 : 0) });
    if (!isMended) ledger.unmended.push(`${fault}: ${story}`);
  }

  async function idsListed(): Promise<string[]> {
    const { body } = await send({ tool: 'listSubscriptions', given: { limit: 20 } });
    return (body['data'] as { id: string }[]).map(({ id }) => id);
  }

  const liveIds = () => Array.from(ledger.records).flatMap(([id, record]) => (record.isDeleted ? [] : [id]));

  async function create(): Promise<void> {
    const marker = `marker ${(ledger.markers += 1)}`;
    const dryRun = random() < 0.1 ? { dryRun: true } : {};
    const given = { ...anyDraft(random), category: marker, ...dryRun };
    const { error, body } = await sendAndMend({ tool: 'createSubscription', given }, true);
    if (error !== undefined || body['dryRun'] === true) return;
    const { id, category, amount } = body['data'] as Data;
    if (category !== marker || ledger.records.has(String(id))) throw new Error(`made twice, or another: ${show(body)}`);
    ledger.records.set(String(id), { marker, amountHundredths: hundredths(amount), isDeleted: false });
  }

  /** Adds a hundredth to what it believes the amount to be, on the condition that it is. */
  async function increase(): Promise<void> {
    const known = pick(random, [...seen.values()].slice(-12));
    let { amountHundredths, etag } = known;
    for (let attempt = 0; ; attempt += 1) {
      const given = { id: known.id, amount: (amountHundredths + 1) / 100, ifMatch: etag };
      const call = { tool: 'updateSubscription', given };
      const { error } = await sendCarelessly(call, true);
      if (error?.code === 'subscription_not_found') return void seen.delete(known.id);
      if (error === undefined) {
        if (attempt > 0) count('a stale version', attempt === 1, 'it was changed again meanwhile');
        addOne(ledger.increases, known.id);
        return addOne(ledger.changes, known.id);
      }
      const mended = await obey(call, error, { anId: () => Promise.resolve(known.id) });
      if (error.current === undefined || mended === undefined || attempt > 20) {
        return count('a stale version', false, show(error));
      }
      // The change is no longer right as it was: what is to be added to has changed.
      amountHundredths = hundredths(error.current['amount']);
      etag = String(mended.given['ifMatch']);
    }
  }

  async function move(): Promise<void> {
    const tool = pick(random, ['cancel_subscription', 'pause_subscription', 'resume_subscription']);
    const { body } = await sendAndMend({ tool, given: { id: pick(random, liveIds()) } }, true);
    const id = (body['data'] as Data | undefined)?.['id'];
    if (typeof id === 'string') addOne(ledger.changes, id);
  }

  async function remove(): Promise<void> {
    const id = pick(random, liveIds());
    const { body } = await sendCarelessly({ tool: 'deleteSubscription', given: { id } }, true);
    const record = ledger.records.get(id);
    if (body['deleted'] === true && record !== undefined) record.isDeleted = true;
  }

  async function look(): Promise<void> {
    const calls: readonly ToolCall[] = [
      { tool: 'listSubscriptions', given: { limit: 1 + below(random, 20), offset: 0 } },
      { tool: 'getSubscription', given: { id: pick(random, liveIds()) } },
      { tool: 'getSpendSummary', given: { horizonDays: 30 } },
      { tool: 'listAuditLog', given: { limit: 5 } },
    ];
    await sendAndMend(pick(random, calls), false);
  }

  return {
    /** Works until a number of requests has been sent by all agents together. */
    async work(stepsMax: number): Promise<void> {
      while (ledger.steps < stepsMax) {
        if (seen.size === 0 || liveIds().length < 8) await create();
        else
          await pickWeighted(random, [
            [3, create],
            [4, increase],
            [3, move],
            [1, remove],
            [3, look],
          ])();
      }
    },
  };
}

function anyDraft(random: Random) {
  return {
    name: `Service ${below(random, 1000)}`,
    amount: below(random, 5000) / 100,
    currency: pick(random, ['USD', 'EUR', 'JPY']),
    period: pick(random, ['monthly', 'yearly']),
    lastPaymentDate: `2026-0${1 + below(random, 9)}-1${below(random, 10)}`,
    ...(random() < 0.5 && { notificationEnabled: random() < 0.5 }),
  };
}

function addOne(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}

function withKey({ tool, given }: ToolCall): ToolCall {
  return { tool, given: { ...given, idempotencyKey: Bun.randomUUIDv7() } };
}

function dataId({ body }: AgentAnswer): unknown {
  return (body['data'] as Data | undefined)?.['id'];
}

function hundredths(amount: unknown): number {
  return Math.round(Number(amount) * 100);
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 400) ?? 'nothing';
}
