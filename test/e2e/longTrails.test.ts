import { describe, expect, test } from 'bun:test';
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { connectAgain } from '../../src/core/database/database.ts';
import { binary, run, startServer } from '../support/binary.ts';
import { extendTrail } from '../support/longTrails.ts';
import { validDraft } from '../support/validDraft.ts';

const list = '/api/v1/subscriptions';
const longTrail = 30_000;

interface Row {
  readonly rows: number;
}

/** The number of audit entries about entities of a type in a data directory. */
function entriesIn(directory: string, entityType = 'subscription'): number {
  const database = new Database(join(directory, 'data/duebook.db'), { readonly: true });
  const counted = database.query<Row, [string]>('SELECT count(*) AS rows FROM audit_entries WHERE entity_type = ?');
  const count = counted.get(entityType)?.rows ?? -1;
  database.close();
  return count;
}

/** Starts a server with a record that has a long trail. */
async function startWithLongTrail() {
  const server = await startServer(['--quota', '1000000', '--invalid-key-limit', '1000000']);
  const made = await server.call(server.initialKey(), 'POST', list, validDraft);
  const { id: subscriptionId } = made.json['data'] as { id: string };
  const database = connectAgain(join(server.directory, 'data'));
  const keys = database.query<{ id: string; owner_id: number }, []>(
    `SELECT id, owner_id FROM api_keys WHERE kind = 'key'`,
  );
  const key = keys.get();
  const target = { ownerId: key?.owner_id ?? 0, apiKeyId: key?.id ?? '', subscriptionId };
  extendTrail(database, target, longTrail, (place) => ({ patch: { name: `Name ${place % 2}` } }));
  database.close();
  return { ...server, path: `${list}/${subscriptionId}`, key: server.initialKey() };
}

describe('a server that is killed after the deletion of a record with a long trail', () => {
  test('has deleted all of it', async () => {
    const server = await startWithLongTrail();
    expect((await server.call(server.key, 'DELETE', server.path)).json).toMatchObject({ deleted: true });
    server.child.kill('SIGKILL');
    await server.child.exited;
    expect(entriesIn(server.directory)).toBe(0);
    const at = { cwd: server.directory };
    expect(await run(['check'], at)).toMatchObject({ exitCode: 0 });
    const next = await startServer([], at);
    expect((await next.call(server.key, 'GET', '/api/v1/audit')).json).toMatchObject({ data: [] });
  });
});

describe('the deletion of a large owner', () => {
  test('refuses further writes of the owner, and is whole although the command is killed', async () => {
    const server = await startWithLongTrail();
    const at = { cwd: server.directory };
    const other = (await run(['keys', 'create', '--owner', 'other', '--scope', 'write'], at)).stdout.trim();
    const statuses = new Set<number>();
    const over = new AbortController();
    const writeOn = async () => {
      while (!over.signal.aborted) statuses.add((await server.call(server.key, 'POST', list, validDraft)).status);
    };
    const writing = Promise.all([writeOn(), writeOn(), writeOn()]);
    const deleting = Bun.spawn([binary, 'owners', 'delete', 'default', '--yes'], { cwd: server.directory });
    while ((await server.call(server.key, 'GET', list)).status !== 401) await Bun.sleep(1);
    deleting.kill('SIGKILL');
    await deleting.exited;
    over.abort();
    await writing;
    expect([...statuses].filter((status) => status !== 201 && status !== 401)).toEqual([]);
    expect(entriesIn(server.directory)).toBe(0);
    expect((await run(['owners', 'list'], at)).stdout).not.toContain('default');
    expect(await run(['check'], at)).toMatchObject({ exitCode: 0 });
    expect((await server.call(other, 'POST', list, validDraft)).status).toBe(201);
    const again = await run(['owners', 'delete', 'default', '--yes'], at);
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('there is no owner "default"') });
    // The other owner has a record and a key.
    expect([entriesIn(server.directory), entriesIn(server.directory, 'key')]).toEqual([1, 1]);
  });
});
