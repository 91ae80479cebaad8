import { expect, test } from 'bun:test';
import { numberFromEnvironment, randomFrom } from '../generator/random.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey, run, startServer } from '../support/binary.ts';
import { fileOf, type ImportReport } from '../support/imports.ts';
import { startStopwatch } from '../support/stopwatch.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

// More for a night: IMPORT_KILLS=50.
const kills = numberFromEnvironment('IMPORT_KILLS', 2);
const recordsOfKilled = 1000;
const recordsMax = 10_000;
const unlimited = ['--quota', '1000000000'];

const recordsOf = (label: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...validDraft,
    name: `${label} ${index}`,
    details: { notes: `Note ${index}`, tags: ['a', 'b'] },
  }));

type Server = Awaited<ReturnType<typeof startServer>>;

async function listOf(server: Server, key: string) {
  const { json } = await server.call(key, 'GET', '/api/v1/imports?limit=100');
  return json['data'] as readonly {
    readonly id: string;
    readonly created: number;
    readonly revertedAt: string | null;
  }[];
}

/** The number of subscriptions of an owner. */
async function countOf(server: Server, key: string): Promise<number> {
  const { json } = await server.call(key, 'GET', '/api/v1/analytics/summary');
  return (json['summary'] as { readonly counts: { readonly total: number } }).counts.total;
}

/** Whether any subscription of an owner is of the category that the changed file gives all of them. */
async function isAnyChanged(server: Server, key: string): Promise<boolean> {
  const { json } = await server.call(key, 'GET', '/api/v1/subscriptions?category=Changed&limit=1');
  return (json['data'] as readonly object[]).length > 0;
}

test(
  `§21.1: an import is stored whole or not at all when the server is killed, ${kills} times over`,
  async () => {
    const cwd = temporaryDirectory();
    const { key } = await createKey(cwd, 'home', 'write');
    const random = randomFrom(5);
    let usual = 0;
    let expected = 0;
    for (let kill = 0; kill <= kills; kill += 1) {
      const server = await startServer(unlimited, { cwd });
      const stopTimer = startStopwatch();
      const answered = server
        .call(key, 'POST', '/api/v1/import', fileOf(...recordsOf(`Kill ${kill}`, recordsOfKilled)))
        .catch(() => undefined);
      if (kill > 0) {
        // At any moment from the upload to the answer.
        await Promise.race([Bun.sleep(random() * usual), answered]);
        server.child.kill('SIGKILL');
      }
      const answer = await answered;
      usual = kill === 0 ? stopTimer() : usual;
      if (kill === 0) await server.stop();
      await server.child.exited;
      const next = await startServer(unlimited, { cwd });
      const stored = (await countOf(next, key)) - expected;
      // What was acknowledged is there; else all of it, or nothing.
      expect(answer?.status === 200 ? [recordsOfKilled] : [0, recordsOfKilled]).toContain(stored);
      expected += stored;
      expect((await listOf(next, key)).length * recordsOfKilled).toBe(expected);
      await next.stop();
    }
  },
  60_000 * (kills + 1),
);

test('§21.4: others read and write while 10,000 records are imported, and when that is undone', async () => {
  const cwd = temporaryDirectory();
  const { key } = await createKey(cwd, 'home', 'write');
  const { key: otherKey } = await createKey(cwd, 'other', 'write');
  const server = await startServer(unlimited, { cwd });
  const created = await server.call(otherKey, 'POST', '/api/v1/subscriptions', validDraft);
  const path = `/api/v1/subscriptions/${(created.json['data'] as { readonly id: string }).id}`;
  const longest = { read: 0, written: 0 };
  const underWay = new AbortController();
  const watch = async (kind: keyof typeof longest, ask: () => Promise<{ readonly status: number }>) => {
    while (!underWay.signal.aborted) {
      const stopTimer = startStopwatch();
      expect((await ask()).status).toBe(200);
      longest[kind] = Math.max(longest[kind], stopTimer());
      await Bun.sleep(5);
    }
  };
  const watching = [
    watch('read', () => server.call(otherKey, 'GET', path)),
    watch('written', () => server.call(otherKey, 'PATCH', path, { amount: 1 })),
  ];
  const file = fileOf(...recordsOf('Service', recordsMax));
  const stopTimer = startStopwatch();
  const { status, json } = await server.call(key, 'POST', '/api/v1/import', file);
  const milliseconds = stopTimer();
  const report = json['import'] as ImportReport;
  expect([status, report.created]).toEqual([200, recordsMax]);
  expect(await countOf(server, key)).toBe(recordsMax);
  const undo = async ({ id }: ImportReport) =>
    expect((await server.call(key, 'POST', `/api/v1/imports/${id}/revert`)).status).toBe(200);
  await undo(report);
  expect(await countOf(server, key)).toBe(0);
  await server.call(key, 'POST', '/api/v1/import', file);
  const changed = fileOf(...recordsOf('Service', recordsMax).map((one) => ({ ...one, category: 'Changed' })));
  const update = await server.call(key, 'POST', '/api/v1/import?onDuplicate=update', changed);
  expect(await isAnyChanged(server, key)).toBe(true);
  await undo(update.json['import'] as ImportReport);
  expect([await countOf(server, key), await isAnyChanged(server, key)]).toEqual([recordsMax, false]);
  underWay.abort();
  await Promise.all(watching);
  // Many times what it takes on a quiet machine.
  expect(milliseconds).toBeLessThan(20_000);
  expect(longest.read).toBeLessThan(1000);
  expect(longest.written).toBeLessThan(5000);
  await server.stop();
}, 120_000);

test('§4.5: the executable limits what an owner stores, over HTTP and by duebook import', async () => {
  const limits = ['--subscriptions-per-owner', '3', '--payments-per-owner', '1', '--audit-entries-per-owner', '9'];
  const server = await startServer(limits);
  const key = server.initialKey();
  const ask = (method: string, path: string, json?: unknown) => server.call(key, method, path, json);
  const path = '/api/v1/subscriptions';
  const sorted = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => `${status}`).sort();
  const create = () => ask('POST', path, { ...validDraft, lastPaymentDate: '2025-01-01' });
  expect(sorted([await create(), await create()])).toEqual(['201', '201']);
  const file = join(server.directory, 'more.json');
  writeFileSync(file, JSON.stringify(fileOf({ ...validDraft, lastPaymentDate: '2025-01-01' })));
  const importing = [
    'import',
    file,
    '--owner',
    'default',
    '--data-dir',
    server.dataDirectory,
    '--on-duplicate',
    'create',
  ];
  const environment = { DUEBOOK_SUBSCRIPTIONS_PER_OWNER: '3' };
  // The server counts what another process has written.
  expect((await run(importing, { environment })).exitCode).toBe(0);
  expect(sorted(await Promise.all([create(), create(), create()]))).toEqual(['409', '409', '409']);
  expect(await run(importing, { environment })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('There are 3 subscriptions, and the limit is 3.'),
  });
  const { data } = (await ask('GET', path)).json as { data: readonly { readonly id: string }[] };
  const renewals = await Promise.all(data.map(({ id }) => ask('POST', `${path}/${id}/renew`)));
  expect(sorted(renewals)).toEqual(['200', '409', '409']);
  // Until the audit trail is full, too.
  let status = 200;
  for (let amount = 0; status === 200 && amount < 20; amount += 1)
    ({ status } = await ask('PATCH', `${path}/${data[0]?.id}`, { amount }));
  expect(status).toBe(409);
  expect((await ask('DELETE', `${path}/${data[0]?.id}`)).status).toBe(200);
  expect((await ask('PATCH', `${path}/${data[1]?.id}`, { amount: 1 })).status).toBe(200);
  await server.stop();
});
