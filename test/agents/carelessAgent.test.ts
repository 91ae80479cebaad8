import { expect, test } from 'bun:test';
import { startServer } from '../support/binary.ts';
import { createCaller } from './agentCalls.ts';
import { createCarelessAgent } from './carelessAgent.ts';
import { changeOf, hundredthsOf, openLedger, type Ledger } from './carelessLedger.ts';
import { numberFromEnvironment, randomFrom, streamSeed } from '../generator/random.ts';

// Longer at night: CARELESS_STEPS=200000 CARELESS_SEED=7.
const seed = numberFromEnvironment('CARELESS_SEED', 1);
const steps = numberFromEnvironment('CARELESS_STEPS', 1_500);
const agentsAtOnce = 4;

type View = Readonly<Record<string, unknown>>;

interface Renewal {
  readonly dueOn: string;
  readonly nextPaymentDate: { readonly before: string; readonly after: string };
}

interface Entry {
  readonly subscriptionId: string;
  readonly requestId: string;
  readonly action: string;
  readonly metadata: {
    readonly before?: View;
    readonly after: View;
    readonly patch?: View;
    readonly reverts?: string;
    readonly renewal?: Renewal;
  };
}

const server = await startServer(['--quota', '1000000000']);
const key = server.initialKey();

/** All items of a list, page by page. */
async function all(path: string): Promise<readonly View[]> {
  const items: View[] = [];
  for (;;) {
    const { json } = await server.call(key, 'GET', `${path}&limit=100&offset=${items.length}`);
    items.push(...(json['data'] as View[]));
    if (!(json['pagination'] as { hasMore: boolean }).hasMore) return items;
  }
}

/** The contradictions between the audit trail and the records. */
function unexplained(records: ReadonlyMap<unknown, View>, newestFirst: readonly Entry[]): string[] {
  const states = new Map<string, View>();
  const problems: string[] = [];
  for (const { subscriptionId, action, metadata } of newestFirst.toReversed()) {
    const state = states.get(subscriptionId);
    const isCreation = action === 'subscription.create';
    const follows = isCreation ? state === undefined : Bun.deepEquals(metadata.before, state);
    if (!follows) problems.push(`${subscriptionId}: ${action} does not follow the entry before it`);
    states.set(subscriptionId, metadata.after);
  }
  for (const [id, view] of records) {
    if (!Bun.deepEquals(states.get(String(id)), view)) problems.push(`${String(id)} differs from its last entry`);
  }
  for (const id of states.keys()) if (!records.has(id)) problems.push(`${id} has a trail but does not exist`);
  return problems;
}

/** The payments of which the trail says that they were made and not taken back. */
function paymentsIn(newestFirst: readonly Entry[]): string[] {
  const paid: string[] = [];
  for (const { subscriptionId, metadata } of newestFirst.toReversed()) {
    const { renewal } = metadata;
    if (renewal === undefined) continue;
    const payment = `${subscriptionId} ${renewal.dueOn}`;
    const { before, after } = renewal.nextPaymentDate;
    if (after > before) paid.push(payment);
    else paid.splice(paid.lastIndexOf(payment), 1);
  }
  return paid.sort();
}

async function run(): Promise<Ledger> {
  const caller = createCaller(server.origin, key);
  const ledger = openLedger();
  const agents = Array.from({ length: agentsAtOnce }, (_, number) =>
    createCarelessAgent({ caller, ledger, random: randomFrom(streamSeed(seed, number)) }),
  );
  await Promise.all(agents.map((agent) => agent.work(steps)));
  return ledger;
}

test(
  `careless agents over MCP and REST lose, duplicate and overwrite nothing in ${steps} requests`,
  async () => {
    const ledger = await run();
    const { drops, resends } = ledger;
    expect(Math.min(drops, resends)).toBeGreaterThan(steps / 100);
    const found = new Map((await all('/api/v1/subscriptions?sort=createdAt')).map((view) => [view['id'], view]));
    const trail = (await all('/api/v1/audit?')) as unknown as readonly Entry[];
    const live = Array.from(ledger.created).filter(([id]) => !ledger.deleted.has(id));

    // No right call was refused, no dry run was a write, and no repetition had another answer.
    expect(ledger.harms.slice(0, 20)).toEqual([]);
    // No record was created twice, and no acknowledged one is missing.
    expect(Array.from(found.values(), (view) => String(view['category'])).sort()).toEqual(
      live.map(([, record]) => record.marker).sort(),
    );
    // No update was lost or applied twice.
    expect(live.map(([id]) => [id, hundredthsOf(found.get(id)?.['amount'])])).toEqual(
      live.map(([id, record]) => [id, record.amountHundredths + (ledger.addedHundredths.get(id) ?? 0)]),
    );
    // The trail has each acknowledged change once and no other, and explains the records.
    const updates = Map.groupBy(
      trail.filter(({ action }) => action !== 'subscription.create'),
      (entry) => entry.subscriptionId,
    );
    expect(live.map(([id]) => [id, (updates.get(id) ?? []).map(({ metadata }) => changeOf(metadata)).sort()])).toEqual(
      live.map(([id]) => [id, (ledger.changes.get(id) ?? []).sort()]),
    );
    expect(unexplained(found, trail)).toEqual([]);
    // Each payment that the trail explains is there once, and no other.
    const payments = await all('/api/v1/payments?');
    expect(payments.map(({ subscriptionId, dueOn }) => `${String(subscriptionId)} ${String(dueOn)}`).sort()).toEqual(
      paymentsIn(trail),
    );

    expect(await server.stop()).toMatchObject({ exitCode: 0 });
  },
  60_000 + steps * 20,
);
