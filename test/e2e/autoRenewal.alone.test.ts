import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { occurrence } from '../../src/core/billing/occurrences.ts';
import { startServer } from '../support/binary.ts';
import { instantOf, systemClock } from '../../src/core/runtime/system.ts';
import { insertRecords } from '../support/records.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { openTestStore, storedId } from '../support/testStore.ts';

const records = 2000;
const secondsARound = 0.25;

const directory = temporaryDirectory();
const data = join(directory, 'data');
const seeded = openTestStore(data);
const fortyDaysAgo = instantOf(systemClock, -40 * 24 * 3600).slice(0, 10);
const anchor = { period: 'monthly', customDays: null, everyMonths: null, anchorDay: null } as const;
const nextPaymentDate = occurrence({ ...anchor, lastPaymentDate: fortyDaysAgo }, 1) ?? '';
const due = { lastPaymentDate: fortyDaysAgo, nextPaymentDate, createdAt: `${fortyDaysAgo}T00:00:00.000Z` };
insertRecords(
  seeded.database,
  'first',
  Array.from({ length: records }, () => due),
);
seeded.database.run(`UPDATE owners SET auto_renew = 1 WHERE name = 'first'`);
const id = await storedId(seeded.create({}, seeded.second));
seeded.store.close();

const server = await startServer(['--log-level', 'error', '--quota', '100000000', '--backup-every', '0'], {
  cwd: directory,
});

/** The 99th percentile of the other owner's waits for a read or a write of a record, in milliseconds. */
async function waitOfOther(method: 'GET' | 'PATCH'): Promise<number> {
  const waits: number[] = [];
  const end = performance.now() + secondsARound * 1000;
  while (performance.now() < end) {
    const body = method === 'PATCH' ? { amount: waits.length } : undefined;
    const began = performance.now();
    const { status } = await server.call(seeded.second.key, method, `/api/v1/subscriptions/${id}`, body);
    if (status !== 200) throw new Error(`the ${method} was answered ${status}`);
    waits.push(performance.now() - began);
  }
  return quantile(waits, 0.99);
}

/** The waits of a few rounds, for reads and for writes, while a condition holds. */
async function waitsWhile(mayGoOn: (rounds: number) => boolean | Promise<boolean>) {
  const [reads, writes]: [number[], number[]] = [[], []];
  while (await mayGoOn(reads.length)) {
    reads.push(await waitOfOther('GET'));
    writes.push(await waitOfOther('PATCH'));
  }
  return { reads, writes };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.POSITIVE_INFINITY;
}

/** Whether the newest subscription of the owner, which is the last to be renewed, is due still. */
async function isUnderWay(): Promise<boolean> {
  const { json } = await server.call(seeded.first.key, 'GET', '/api/v1/subscriptions?limit=1&sort=nextPaymentDate');
  const [first] = (json as { data: readonly { nextPaymentDate: string }[] }).data;
  return first?.nextPaymentDate === nextPaymentDate;
}

test('§10.8: 2,000 due subscriptions are renewed at the start, while reads and writes of another owner stay fast', async () => {
  const busy = await waitsWhile(isUnderWay);
  const idle = await waitsWhile((rounds) => rounds < 5);
  const { json } = await server.call(seeded.first.key, 'GET', `/api/v1/payments?limit=1&offset=${records - 1}`);
  expect(json).toMatchObject({
    data: [{ dueOn: nextPaymentDate, source: 'automatic' }],
    pagination: { hasMore: false },
  });
  if (process.env['SHOW_TIMES'] !== undefined) console.log({ busy, idle });
  // The machine may stall now and then, and a quiet one answers within a fifth of a millisecond.
  expect(busy.reads.length).toBeGreaterThan(1);
  expect(quantile(busy.reads, 0.25)).toBeLessThanOrEqual(3 * quantile(idle.reads, 0.5) + 1);
  expect(quantile(busy.writes, 0.25)).toBeLessThanOrEqual(3 * quantile(idle.writes, 0.5) + 1);
}, 300_000);
