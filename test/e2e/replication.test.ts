import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from '../../bench/support/workspace.ts';
import { litestreamFor, untilTrue, type Place, type Running } from '../../scripts/drill/replica.ts';
import { run, startServer } from '../support/binary.ts';
import { isNightly } from '../support/nightly.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

const begun: Running[] = [];
afterAll(async () => {
  await Promise.all(begun.map((running) => running.kill()));
  rmSync(workspace, { recursive: true, force: true });
});

/** Ends a program after the tests, also when one has failed. */
function endedLater(running: Running): Running {
  begun.push(running);
  return running;
}

type Server = Awaited<ReturnType<typeof startServer>>;

const testWithLitestream = test.skipIf(!isNightly || Bun.which('litestream') === null);

const folder = (): Place => ({
  name: 'a folder',
  lines: ['type: file', `path: ${join(temporaryDirectory(), 'replica')}`],
});

async function write(server: Server, key: string, name: string, count = 1): Promise<void> {
  for (let written = 0; written < count; written += 1) {
    const { status } = await server.call(key, 'POST', '/api/v1/subscriptions', { ...validDraft, name });
    expect(status).toBe(201);
  }
}

function namesIn(path: string): string[] {
  const database = new Database(path, { readonly: true });
  // The follower of a standby locks it while it writes.
  database.run('PRAGMA busy_timeout = 5000');
  const rows = database.query<{ name: string }, []>('SELECT name FROM subscriptions ORDER BY sequence').all();
  database.close();
  return rows.map(({ name }) => name);
}

/** Waits until a restore of the replica has exactly what the database has, and checks it with Duebook. */
async function expectSameReplica(dataDirectory: string, place: Place): Promise<void> {
  const expected = namesIn(join(dataDirectory, 'duebook.db'));
  let restored = '';
  await untilTrue(async () => {
    restored = temporaryDirectory();
    await litestreamFor(dataDirectory, place).restore(join(restored, 'duebook.db'));
    return Bun.deepEquals(namesIn(join(restored, 'duebook.db')), expected);
  }, 'the replica has not what the database has');
  expect(await run(['check', '--data-dir', restored])).toMatchObject({ exitCode: 0, stdout: 'no damage found\n' });
}

testWithLitestream(
  'a replica has every write, also beside backups and checkpoints, after restarts, and after a restore of a backup',
  async () => {
    const cwd = temporaryDirectory();
    const place = folder();
    let server = await startServer([], { cwd });
    const { dataDirectory } = server;
    const key = server.initialKey();
    await write(server, key, 'before');
    let litestream = endedLater(litestreamFor(dataDirectory, place).replicate());
    await write(server, key, 'followed', 300);
    const backup = join(temporaryDirectory(), 'backup.db');
    const backedUp = run(['backup', '--to', backup], { cwd });
    await write(server, key, 'beside a backup', 50);
    expect((await backedUp).exitCode).toBe(0);
    const other = new Database(join(dataDirectory, 'duebook.db'));
    other.run('PRAGMA wal_checkpoint(TRUNCATE)');
    other.close();
    await write(server, key, 'after a checkpoint', 50);
    await expectSameReplica(dataDirectory, place);

    await server.stop();
    server = await startServer([], { cwd });
    await write(server, key, 'after a restart of the server', 50);
    await expectSameReplica(dataDirectory, place);

    // What was written while Litestream did not run, and was taken into the database at the stop.
    await litestream.kill();
    await write(server, key, 'without Litestream', 50);
    await server.stop();
    litestream = endedLater(litestreamFor(dataDirectory, place).replicate());
    await expectSameReplica(dataDirectory, place);

    const refused = await run(['restore', backup], { cwd });
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('duebook.db open: stop it first') });
    await litestream.stop();
    expect((await run(['restore', backup], { cwd })).exitCode).toBe(0);
    expect(namesIn(join(dataDirectory, 'duebook.db'))).not.toContain('after a checkpoint');
    litestream = endedLater(litestreamFor(dataDirectory, place).replicate());
    server = await startServer([], { cwd });
    await write(server, key, 'after a restore');
    await expectSameReplica(dataDirectory, place);
    await litestream.stop();
    await server.stop();
  },
  180_000,
);

testWithLitestream(
  'a standby is not served until it is promoted, and a follower that still runs cannot change the promoted database',
  async () => {
    const [server, place] = [await startServer(), folder()];
    const key = server.initialKey();
    await write(server, key, 'first');
    await litestreamFor(server.dataDirectory, place).replicateOnce();
    const litestream = endedLater(litestreamFor(server.dataDirectory, place).replicate());
    await expectSameReplica(server.dataDirectory, place);
    const standby = join(temporaryDirectory(), 'data');
    mkdirSync(standby, { mode: 0o700 });
    const follower = endedLater(await litestreamFor(standby, place).follow());
    await write(server, key, 'second');
    await untilTrue(() => namesIn(join(standby, 'duebook.db')).includes('second'), 'the standby does not follow');
    const refused = { exitCode: 1, stderr: expect.stringContaining('duebook promote') };
    expect(await run(['serve', '--port', '0', '--data-dir', standby])).toMatchObject(refused);

    // The follower was forgotten, and the first machine is still alive.
    expect(await run(['promote', '--data-dir', standby])).toMatchObject({ exitCode: 0, stderr: '' });
    const promoted = readFileSync(join(standby, 'duebook.db'));
    await write(server, key, 'third');
    await untilTrue(() => existsSync(join(standby, 'duebook.db-txid')), 'the follower does not go on');
    expect(readFileSync(join(standby, 'duebook.db')).equals(promoted)).toBe(true);
    expect(await run(['serve', '--port', '0', '--data-dir', standby])).toMatchObject(refused);
    await follower.stop();
    expect(await run(['promote', '--data-dir', standby])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(namesIn(join(standby, 'duebook.db'))).toEqual(['first', 'second']);
    await litestream.stop();
    await server.stop();
    const successor = await startServer(['--data-dir', standby], { cwd: temporaryDirectory() });
    expect((await successor.call(key, 'GET', '/api/v1/subscriptions')).status).toBe(200);
    await successor.stop();
  },
  60_000,
);
