import { asOver, callOf, channels, saidAnew, type Call, type Given, type Tool } from './carelessCalls.ts';
import { hundredthsOf, type Ledger } from './carelessLedger.ts';
import type { AgentAnswer, createCaller } from './carelessWire.ts';
import type { Seen, UpdateEntry } from './carelessWishes.ts';
import { pick, type Random } from '../generator/random.ts';

/** The tools of an agent. */
export interface AgentOptions {
  readonly caller: ReturnType<typeof createCaller>;
  readonly random: Random;
  readonly ledger: Ledger;
}

/** A call as it was last sent, and its answer. */
export interface Sent {
  readonly call: Call;
  readonly answer: AgentAnswer;
}

/** Sends the calls of one agent, remembers the answers, and drops some. */
export function createSender({ caller, random, ledger }: AgentOptions) {
  const seen = new Map<string, Seen>();

  async function send(call: Call): Promise<AgentAnswer> {
    ledger.steps += 1;
    const answer = await caller.call(call);
    const { id, amount, category } = (answer.body['data'] ?? {}) as Given;
    const { etag } = answer;
    if (etag !== undefined && typeof id === 'string' && answer.body['dryRun'] === undefined) {
      // The agent seldom forgets an older version.
      if (!seen.has(id) || random() < 0.5)
        seen.set(id, { id, marker: String(category), amountHundredths: hundredthsOf(amount), etag });
    }
    return answer;
  }

  /** Reads over either channel. */
  const read = (tool: Tool, given: Given) => send(callOf(tool, given, pick(random, channels)));
  /** An equivalent call, possibly over the other channel. */
  const toldAnew = (call: Call) => saidAnew(random, asOver(pick(random, channels), call));

  /** Sends a call until it is answered. Unless it is faulty, each retry is an equivalent call, possibly over the other channel. */
  async function sendCarelessly(first: Call, isFaulty: boolean): Promise<Sent> {
    let call = first;
    while (random() < 0.2) {
      ledger.steps += 1;
      ledger.drops += 1;
      await caller.drop(call, random() < 0.5 ? 'at once' : 'when the answer comes');
      if (!isFaulty) call = toldAnew(call);
    }
    return { call, answer: await send(call) };
  }

  return {
    /** The records that the agent remembers, by their id. */
    seen,
    send,
    toldAnew,
    sendCarelessly,

    /** The newest entries of the audit trail of a record. */
    async trailOf(subscriptionId: string): Promise<readonly UpdateEntry[]> {
      const { body } = await read('listAuditLog', { subscriptionId, limit: 100 });
      return body['data'] as readonly UpdateEntry[];
    },

    /** The due date of the next payment of a record; undefined if none can be recorded. */
    async dueDateOf(id: string): Promise<string | undefined> {
      const { status, nextPaymentDate } = ((await read('getSubscription', { id })).body['data'] ?? {}) as Given;
      return status === 'active' ? String(nextPaymentDate) : undefined;
    },

    /** The id of the record with a marker, if there is one. */
    async findRecord(marker: unknown): Promise<string | undefined> {
      const { body } = await read('listSubscriptions', { category: marker });
      return (body['data'] as readonly { id: string }[])[0]?.id;
    },
  };
}
