import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

const path = '/api/v1/subscriptions';

/** Creates a subscription with an idempotency key. */
function create(origin: string, key: string, name: string): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': name };
  return fetch(origin + path, { method: 'POST', headers, body: JSON.stringify({ ...validDraft, name }) });
}

/** Waits for a condition without a turn of the event loop. No timeout of the test interrupts it, so it has its own. */
function until(condition: () => boolean): void {
  const deadline = performance.now() + 50_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('nothing was written');
  }
}

/** Whether a record with a name can be read: then its write is committed. */
function isCommitted(dataDirectory: string, name: string): boolean {
  using database = new Database(join(dataDirectory, 'duebook.db'), { readonly: true });
  return database.query('SELECT 1 FROM subscriptions WHERE name = ?').get(name) !== null;
}

function bytesOfLog(dataDirectory: string): number {
  return statSync(join(dataDirectory, 'duebook.db-wal')).size;
}

test('a retry after a kill between a write and its answer creates no second record', async () => {
  const cwd = temporaryDirectory();
  let server = await startServer([], { cwd });
  const key = server.initialKey();
  const rounds = 6;
  for (let round = 0; round < rounds; round += 1) {
    const name = `round-${round}`;
    const before = bytesOfLog(server.dataDirectory);
    const lost = create(server.origin, key, name).catch(() => undefined);
    // The request is sent after a turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    // Alternately as soon as the write-ahead log grows, and as soon as the write is committed.
    const isEarly = round % 2 === 0;
    until(() => (isEarly ? bytesOfLog(server.dataDirectory) !== before : isCommitted(server.dataDirectory, name)));
    server.child.kill('SIGKILL');
    await server.child.exited;
    await lost;
    server = await startServer([], { cwd });
    const answer = await create(server.origin, key, name);
    expect(answer.status).toBe(201);
    const isReplayed = answer.headers.get('idempotency-replayed') === 'true';
    if (!isEarly) expect(isReplayed).toBe(true);
    const list = await server.call(key, 'GET', `${path}?q=${name}`);
    expect(list.json['data']).toHaveLength(1);
  }
  await server.stop();
});
