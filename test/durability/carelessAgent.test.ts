import { expect, test } from 'bun:test';
import { toolsOf } from '../../src/http/mcp/tools.ts';
import type { ApiDocument } from '../../src/http/openapi/document.ts';
import { startServer } from '../support/binary.ts';
import { createCarelessAgent, type Ledger } from './carelessAgent.ts';
import { createCaller } from './carelessCalls.ts';
import { numberFromEnvironment, randomFrom, streamSeed } from './random.ts';

// More for a night than for a commit: CARELESS_STEPS=200000 CARELESS_SEED=7.
const seed = numberFromEnvironment('CARELESS_SEED', 1);
const steps = numberFromEnvironment('CARELESS_STEPS', 10_000);
const agentsAtOnce = 4;
const mendedShareMin = 0.9;

type View = Readonly<Record<string, unknown>>;

interface Entry {
  readonly subscriptionId: string;
  readonly requestId: string;
  readonly action: string;
  readonly metadata: { readonly before?: View; readonly after: View };
}

const server = await startServer(['--quota', '1000000000']);
const key = server.initialKey();

/** Everything that a list has, page by page. */
async function all(path: string): Promise<readonly View[]> {
  const items: View[] = [];
  for (;;) {
    const { json } = await server.call(key, 'GET', `${path}&limit=100&offset=${items.length}`);
    items.push(...(json['data'] as View[]));
    if (!(json['pagination'] as { hasMore: boolean }).hasMore) return items;
  }
}

/** What of the trail does not explain the records as they are. */
function unexplained(records: ReadonlyMap<unknown, View>, newestFirst: readonly Entry[]): string[] {
  const states = new Map<string, View>();
  const problems: string[] = [];
  for (const { subscriptionId, action, metadata } of newestFirst.toReversed()) {
    const state = states.get(subscriptionId);
    const isCreation = action === 'subscription.create';
    const follows = isCreation ? state === undefined : Bun.deepEquals(metadata.before, state);
    if (!follows) problems.push(`${subscriptionId}: ${action} does not follow on what was there`);
    states.set(subscriptionId, metadata.after);
  }
  for (const [id, view] of records) {
    if (!Bun.deepEquals(states.get(String(id)), view)) problems.push(`${String(id)} is not as its last entry says`);
  }
  for (const id of states.keys()) if (!records.has(id)) problems.push(`${id} has a trail but is not there`);
  return problems;
}

async function run(): Promise<Ledger> {
  const document = (await (await fetch(`${server.origin}/openapi.json`)).json()) as ApiDocument;
  const caller = createCaller(server.origin, key, toolsOf(document));
  const counts = { steps: 0, drops: 0, resends: 0, markers: 0 };
  const done = { records: new Map(), changes: new Map(), increases: new Map() };
  const ledger: Ledger = { ...counts, ...done, faults: new Map(), unmended: [] };
  const agents = Array.from({ length: agentsAtOnce }, (_, number) =>
    createCarelessAgent({ caller, ledger, random: randomFrom(streamSeed(seed, number)) }),
  );
  await Promise.all(agents.map((agent) => agent.work(steps)));
  return ledger;
}

/** How many faults were made, and which share of them the first answer mended. */
function report({ faults, steps: sent, drops, resends }: Ledger): number {
  const made = Array.from(faults.values()).reduce((sum, tally) => sum + tally.made, 0);
  const mended = Array.from(faults.values()).reduce((sum, tally) => sum + tally.mended, 0);
  console.log(`${sent} requests, ${drops} answers dropped, ${resends} sent again; ${mended} of ${made} faults mended`);
  for (const [name, tally] of faults) console.log(`  ${name}: ${tally.mended} of ${tally.made}`);
  return mended / made;
}

test(
  `careless agents over MCP and REST do no harm in ${steps} requests, and mend their faults by doing what they are told`,
  async () => {
    const ledger = await run();
    const mendedShare = report(ledger);
    const found = new Map((await all('/api/v1/subscriptions?sort=createdAt')).map((view) => [view['id'], view]));
    const trail = (await all('/api/v1/audit?')) as unknown as readonly Entry[];
    const live = Array.from(ledger.records).filter(([, record]) => !record.isDeleted);

    // Nothing was made twice, and nothing that was acknowledged is missing.
    expect(Array.from(found.values(), (view) => String(view['category'])).sort()).toEqual(
      live.map(([, record]) => record.marker).sort(),
    );
    // No update was lost, and none was made twice.
    expect(live.map(([id]) => [id, Math.round(Number(found.get(id)?.['amount']) * 100)])).toEqual(
      live.map(([id, record]) => [id, record.amountHundredths + (ledger.increases.get(id) ?? 0)]),
    );
    // The trail has each acknowledged change once, and explains what is there.
    const changes = Map.groupBy(trail, (entry) => entry.subscriptionId);
    expect(live.map(([id]) => [id, changes.get(id)?.length])).toEqual(
      live.map(([id]) => [id, 1 + (ledger.changes.get(id) ?? 0)]),
    );
    expect(new Set(trail.map((entry) => entry.requestId)).size).toBe(trail.length);
    expect(unexplained(found, trail)).toEqual([]);

    if (mendedShare < mendedShareMin) console.log(ledger.unmended.slice(0, 20).join('\n'));
    expect(mendedShare).toBeGreaterThanOrEqual(mendedShareMin);
    expect(await server.stop()).toMatchObject({ exitCode: 0 });
  },
  60_000 + steps * 20,
);
