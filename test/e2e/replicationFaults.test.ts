import { describe, expect } from 'bun:test';
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFolder } from '../../scripts/drill/places.ts';
import { untilTrue } from '../../scripts/drill/programs.ts';
import { litestreamFor } from '../../scripts/drill/replica.ts';
import { mountRefusal, mountSmallDisk } from '../durability/smallDisk.ts';
import { run, startServer } from '../support/binary.ts';
import { endPrograms, expectSameReplica, namesIn, testWithLitestream, write } from '../support/replication.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

endPrograms();

const quota = ['--quota', '1000000000'];
const walBytesAt = (dataDirectory: string) => statSync(join(dataDirectory, 'duebook.db-wal')).size;

type Server = Awaited<ReturnType<typeof startServer>>;

/** Writes from several clients at once until it is ended; a write that the server does not answer is none. */
function writeAtOnce(server: Server, key: string) {
  const over = new AbortController();
  const clients = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) {
      const draft = { ...validDraft, name: 'at once' };
      const answer = await server.call(key, 'POST', '/api/v1/subscriptions', draft).catch(() => undefined);
      if (answer === undefined) return;
      expect(answer.status).toBe(201);
    }
  });
  return async () => {
    over.abort();
    await Promise.all(clients);
  };
}

describe('a replica', () => {
  testWithLitestream(
    'is whole after Litestream, or it and the server, were killed in the middle of writes',
    async () => {
      const [cwd, place] = [temporaryDirectory(), openFolder()];
      let server = await startServer(quota, { cwd });
      const { dataDirectory } = server;
      const key = server.initialKey();
      for (const isServerKilled of [false, true, false, true]) {
        const before = namesIn(join(dataDirectory, 'duebook.db')).length;
        const litestream = litestreamFor(dataDirectory, place).replicate();
        const end = writeAtOnce(server, key);
        await untilTrue(() => namesIn(join(dataDirectory, 'duebook.db')).length > before + 200, 'nothing is written');
        if (isServerKilled) server.child.kill('SIGKILL');
        await litestream.kill();
        await end();
        if (isServerKilled) server = await startServer(quota, { cwd });
      }
      const litestream = litestreamFor(dataDirectory, place).replicate();
      await write(server, key, 'last');
      await expectSameReplica(dataDirectory, place);
      await litestream.stop();
      await server.stop();
    },
    120_000,
  );

  testWithLitestream(
    'that is out of reach stalls neither the server nor its log, and gets later what it lacks',
    async () => {
      const [server, place] = [await startServer(quota), openFolder()];
      const { dataDirectory } = server;
      const key = server.initialKey();
      const litestream = litestreamFor(dataDirectory, place).replicate();
      await write(server, key, 'before');
      await expectSameReplica(dataDirectory, place);
      // As on a disk that is not mounted any more, nothing can be made under this name.
      renameSync(place.path, `${place.path}.away`);
      writeFileSync(place.path, '');
      await write(server, key, 'meanwhile', 1500);
      await untilTrue(async () => (await litestream.log()).includes('level=ERROR'), 'Litestream reports no error');
      expect(walBytesAt(dataDirectory)).toBeLessThan(64_000_000);
      // It starts out of reach, too.
      await litestream.kill();
      const again = litestreamFor(dataDirectory, place).replicate();
      await write(server, key, 'after a restart', 100);
      renameSync(place.path, `${place.path}.file`);
      renameSync(`${place.path}.away`, place.path);
      await expectSameReplica(dataDirectory, place);
      await again.stop();
      await server.stop();
    },
    180_000,
  );

  testWithLitestream(
    'in another place, which is empty, begins after a reset',
    async () => {
      const [server, place, other] = [await startServer(), openFolder(), openFolder()];
      const { dataDirectory } = server;
      const key = server.initialKey();
      const litestream = litestreamFor(dataDirectory, place).replicate();
      await write(server, key, 'in the first place', 5);
      await expectSameReplica(dataDirectory, place);
      await litestream.stop();
      // As some minutes later, when Litestream has deleted what the replica has.
      const kept = join(dataDirectory, '.duebook.db-litestream/ltx/0');
      for (const name of readdirSync(kept).sort().slice(0, -1)) rmSync(join(kept, name));
      await write(server, key, 'between');
      await litestreamFor(dataDirectory, other).reset();
      const again = litestreamFor(dataDirectory, other).replicate();
      await write(server, key, 'in the other place');
      await expectSameReplica(dataDirectory, other);
      await again.stop();
      await server.stop();
    },
    60_000,
  );
});

describe('the server', () => {
  testWithLitestream(
    'goes on while Litestream stands still and its log grows, and the log shrinks afterwards',
    async () => {
      const [server, place] = [await startServer(quota), openFolder()];
      const { dataDirectory } = server;
      const key = server.initialKey();
      const litestream = litestreamFor(dataDirectory, place).replicate();
      await write(server, key, 'before');
      await expectSameReplica(dataDirectory, place);
      litestream.freeze(true);
      await write(server, key, 'while it stands', 1000);
      expect(walBytesAt(dataDirectory)).toBeGreaterThan(8_000_000);
      litestream.freeze(false);
      await expectSameReplica(dataDirectory, place);
      await litestream.stop();
      await server.stop();
      expect(existsSync(join(dataDirectory, 'duebook.db-wal')) ? walBytesAt(dataDirectory) : 0).toBeLessThan(
        64_000_000,
      );
    },
    120_000,
  );

  testWithLitestream(
    'is not promoted while Litestream replicates its database',
    async () => {
      const [server, place] = [await startServer(), openFolder()];
      const { dataDirectory } = server;
      const litestream = litestreamFor(dataDirectory, place).replicate();
      await expectSameReplica(dataDirectory, place);
      const promote = () => run(['promote', '--data-dir', dataDirectory]);
      expect(await promote()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('another duebook') });
      await server.stop();
      expect(await promote()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('open: stop it first') });
      await litestream.stop();
      expect(await promote()).toMatchObject({ exitCode: 0 });
    },
    60_000,
  );
});

const refusal = await mountRefusal();

describe.if(refusal === undefined)('a full disk', () => {
  testWithLitestream(
    'of the replica stalls nothing, and it gets what it lacks when there is room',
    async () => {
      const disk = await mountSmallDisk();
      const place = { name: 'a small disk', lines: ['type: file', `path: ${join(disk.path, 'replica')}`] };
      const server = await startServer(quota);
      const { dataDirectory } = server;
      const key = server.initialKey();
      const litestream = litestreamFor(dataDirectory, place).replicate();
      await write(server, key, 'before');
      await expectSameReplica(dataDirectory, place);
      disk.fill();
      await write(server, key, 'while it is full', 300);
      await untilTrue(async () => (await litestream.log()).includes('no space left'), 'Litestream reports no error');
      disk.empty();
      await write(server, key, 'after');
      await expectSameReplica(dataDirectory, place);
      await litestream.stop();
      await server.stop();
    },
    120_000,
  );
});
