import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { run, startServer } from '../support/binary.ts';
import { manyRecords } from '../support/manyRecords.ts';
import { insertRecords } from '../support/records.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { openTestStore, storedId } from '../support/testStore.ts';

const records = 20_000;

const directory = temporaryDirectory();
const seeded = openTestStore(join(directory, 'data'));
insertRecords(seeded.database, 'first', manyRecords(records));
const id = await storedId(seeded.create({}, seeded.second));
seeded.store.close();
const server = await startServer(['--log-level', 'error', '--quota', '1000000'], { cwd: directory });

async function millisecondsOf(key: string, path: string): Promise<number> {
  const began = performance.now();
  const { status } = await server.call(key, 'GET', path);
  if (status !== 200) throw new Error(`GET ${path} was answered ${status}`);
  return performance.now() - began;
}

test('a long read has the headers of every answer, and includes a write just before it', async () => {
  const name = 'Written just before';
  const created = await server.call(seeded.first.key, 'POST', '/api/v1/subscriptions', {
    name,
    category: 'TV',
    amount: 1,
    currency: 'USD',
    period: 'monthly',
    lastPaymentDate: '2026-06-01',
  });
  expect(created.status).toBe(201);
  const found = await server.call(seeded.first.key, 'GET', '/api/v1/subscriptions?q=written+just+before');
  expect(found.json).toMatchObject({ data: [{ name }], pagination: { hasMore: false } });
  expect(found.headers.get('content-length')).toBe(String(Buffer.byteLength(found.text)));
  expect(found.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
});

/** Without what differs between two exports of the same. */
function unchanging(json: string): string {
  return json.replace(/"exportedAt":"[^"]+"/, '').replace(/"requestId":"[^"]+"/, '');
}

test('§20: an export has all records, delays no other owner, is the same on the command line, and ends when its client leaves', async () => {
  const began = performance.now();
  const exporting = server.call(seeded.first.key, 'GET', '/api/v1/export');
  const waits: number[] = [];
  while (waits.length < 50) waits.push(await millisecondsOf(seeded.second.key, `/api/v1/subscriptions/${id}`));
  const { text } = await exporting;
  // Read at once, the export would delay at least one of them until its end.
  expect(Math.max(...waits)).toBeLessThan(performance.now() - began);
  expect((JSON.parse(text) as { subscriptions: unknown[] }).subscriptions.length).toBeGreaterThanOrEqual(records);
  const printed = await run(['export', '--owner', 'first', '--data-dir', server.dataDirectory]);
  expect(printed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(unchanging(printed.stdout)).toBe(unchanging(text));
  // More than may be in memory for one owner at once. Each client leaves when it has the first part.
  for (let count = 0; count < 8; count += 1) {
    const headers = { authorization: `Bearer ${seeded.first.key}` };
    const left = await fetch(`${server.origin}/api/v1/export`, { headers });
    await left.body?.cancel();
  }
  expect(await millisecondsOf(seeded.first.key, '/api/v1/export')).toBeGreaterThan(0);
});

test('a disconnected client and a stop during long reads delay nothing', async () => {
  const client = new AbortController();
  const headers = { authorization: `Bearer ${seeded.first.key}` };
  const asked = Array.from({ length: 10 }, () =>
    fetch(`${server.origin}/api/v1/analytics/optimizations`, { headers, signal: client.signal }).catch(() => undefined),
  );
  const kept = server.call(seeded.first.key, 'GET', '/api/v1/analytics/summary');
  client.abort();
  await Promise.all(asked);
  expect((await kept).status).toBe(200);
  expect((await server.stop()).exitCode).toBe(0);
}, 30_000);
