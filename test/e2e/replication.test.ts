import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFolder, openPlace, placeKinds, placesHere } from '../../scripts/drill/places.ts';
import { untilTrue } from '../../scripts/drill/programs.ts';
import { litestreamFor } from '../../scripts/drill/replica.ts';
import { run, startServer } from '../support/binary.ts';
import { isNightly } from '../support/nightly.ts';
import { endPrograms, expectSameReplica, namesIn, testWithLitestream, write } from '../support/replication.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

endPrograms();

testWithLitestream(
  'a replica has every write, also beside backups and checkpoints, after restarts, and after a restore of a backup',
  async () => {
    const cwd = temporaryDirectory();
    const place = openFolder();
    let server = await startServer([], { cwd });
    const { dataDirectory } = server;
    const key = server.initialKey();
    await write(server, key, 'before');
    let litestream = litestreamFor(dataDirectory, place).replicate();
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
    litestream = litestreamFor(dataDirectory, place).replicate();
    await expectSameReplica(dataDirectory, place);

    const refused = await run(['restore', backup], { cwd });
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('duebook.db open: stop it first') });
    await litestream.stop();
    expect((await run(['restore', backup], { cwd })).exitCode).toBe(0);
    expect(namesIn(join(dataDirectory, 'duebook.db'))).not.toContain('after a checkpoint');
    litestream = litestreamFor(dataDirectory, place).replicate();
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
    const [server, place] = [await startServer(), openFolder()];
    const key = server.initialKey();
    await write(server, key, 'first');
    await litestreamFor(server.dataDirectory, place).replicateOnce();
    const litestream = litestreamFor(server.dataDirectory, place).replicate();
    await expectSameReplica(server.dataDirectory, place);
    const standby = join(temporaryDirectory(), 'data');
    mkdirSync(standby, { mode: 0o700 });
    let follower = await litestreamFor(standby, place).follow();
    await write(server, key, 'while it follows');
    await follower.kill();
    await write(server, key, 'while it is off');
    follower = await litestreamFor(standby, place).follow();
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
    expect(namesIn(join(standby, 'duebook.db'))).toEqual(['first', 'while it follows', 'while it is off', 'second']);
    await litestream.stop();
    await server.stop();
    const successor = await startServer(['--data-dir', standby], { cwd: temporaryDirectory() });
    expect((await successor.call(key, 'GET', '/api/v1/subscriptions')).status).toBe(200);
    await successor.stop();
  },
  60_000,
);

for (const kind of placeKinds) {
  const hasPlace = isNightly && placesHere().includes(kind) && Bun.which('litestream') !== null;
  test.skipIf(!hasPlace)(
    `a server is restored and promoted on another machine from a replica of the kind ${kind}, and the first one is told`,
    async () => {
      const [server, place] = [await startServer(), await openPlace(kind)];
      const key = server.initialKey();
      const replication = litestreamFor(server.dataDirectory, place);
      const litestream = replication.replicate();
      await write(server, key, 'replicated', 20);
      await expectSameReplica(server.dataDirectory, place);
      await litestream.kill();
      server.child.kill('SIGKILL');

      const second = join(temporaryDirectory(), 'data');
      mkdirSync(second, { mode: 0o700 });
      await litestreamFor(second, place).restore();
      expect(await run(['promote', '--data-dir', second])).toMatchObject({ exitCode: 0, stderr: '' });
      const successor = await startServer(['--data-dir', second], { cwd: temporaryDirectory() });
      const next = litestreamFor(second, place).replicate();
      await write(successor, key, 'after the promotion');
      await expectSameReplica(second, place);

      const replica = join(temporaryDirectory(), 'replica.db');
      await replication.restore(replica);
      const compared = await run(['generation', '--not-behind', replica, '--data-dir', server.dataDirectory]);
      expect(compared).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is out of date') });
      await next.stop();
      await successor.stop();
    },
    60_000,
  );
}
