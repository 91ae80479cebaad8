import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run, startServer } from '../support/binary.ts';
import { startStopwatch } from '../support/stopwatch.ts';
import { directoryInMemory } from '../support/temporaryDirectory.ts';
import { openLedgerClient } from './ledgerClient.ts';
import { canPreload, compileShim } from './shims.ts';
import { openSwitches, type Fault } from './storageFaults.ts';
import { mountRefusal, mountSmallDisk } from './smallDisk.ts';
import { openLedger, promisesBrokenIn, type Ledger } from './workload.ts';

interface Case extends Fault {
  readonly cause: string;
  /** The outcome that a client gets: the write was not stored, or the outcome is unknown. */
  readonly told: 'refused' | 'unknown';
}

const unlimited = ['--quota', '1000000000'];
const lasting: readonly Case[] = [
  { cause: 'the disk is full', error: 'ENOSPC', calls: ['write', 'open'], told: 'refused' },
  { cause: 'the disk has become read-only', error: 'EROFS', calls: ['write', 'open'], told: 'refused' },
  { cause: 'every write fails', error: 'EIO', calls: ['write'], told: 'refused' },
  { cause: 'every sync fails', error: 'EIO', calls: ['sync'], told: 'unknown' },
  { cause: 'syncs find the disk full', error: 'ENOSPC', calls: ['sync'], told: 'unknown' },
  { cause: 'every write, sync and open fails', error: 'EIO', calls: ['write', 'sync', 'open'], told: 'refused' },
];
const passing: readonly Case[] = [
  { cause: 'one write fails', error: 'EIO', calls: ['write'], count: 1, told: 'refused' },
  { cause: 'one write finds the disk full', error: 'ENOSPC', calls: ['write'], count: 1, told: 'refused' },
  { cause: 'one sync fails', error: 'EIO', calls: ['sync'], count: 1, told: 'unknown' },
];
const shim = canPreload ? await compileShim('storageFaults') : '';

type Server = Awaited<ReturnType<typeof startServer>>;

/** A client with some stored records, and the ledger of the answers that it got. */
async function openClient(server: Server) {
  const ledger = openLedger();
  const client = openLedgerClient(server.origin, server.initialKey(), ledger);
  await client.create(100);
  expect(await client.misread()).toEqual([]);
  return { server, ledger, client };
}

// Faults are played by path, so no disk is needed for them: hundreds of commits one after the other would wait for it.
async function startOnFaultyStorage() {
  const directory = directoryInMemory();
  const switches = openSwitches(shim, join(directory, 'data'));
  const server = await startServer(unlimited, { cwd: directory, environment: switches.environment });
  return { ...switches, ...(await openClient(server)) };
}

/** Ends the server, and checks that the database has everything that it acknowledged. */
async function expectAcknowledgedStored({ server, ledger }: { server: Server; ledger: Ledger }): Promise<void> {
  expect((await server.stop()).exitCode).toBe(0);
  expect(promisesBrokenIn(server.dataDirectory, ledger)).toEqual([]);
}

const none = { stored: 0, refused: 0, unknown: 0, wrong: [] };

describe.if(canPreload)('§7.1: a server whose storage fails', () => {
  test.each(lasting)(
    'refuses writes and serves reads while $cause, and writes again without a restart',
    async (fault) => {
      const storage = await startOnFaultyStorage();
      const { client, spoil, repair, failed } = storage;
      spoil(fault);
      for (let round = 0; round < 3; round += 1) {
        expect(await client.write(8)).toEqual({ ...none, [fault.told]: 32 });
        expect(await client.misread()).toEqual([]);
      }
      expect(failed()).toBeGreaterThan(2);
      repair();
      expect(await client.write(8)).toEqual({ ...none, stored: 32 });
      expect(await client.misread()).toEqual([]);
      await expectAcknowledgedStored(storage);
    },
  );

  test.each(lasting)(
    'has after a restart all that it acknowledged and nothing that it refused, killed while $cause',
    async (fault) => {
      const { client, server, ledger, spoil } = await startOnFaultyStorage();
      spoil(fault);
      expect(await client.write(8)).toEqual({ ...none, [fault.told]: 32 });
      server.child.kill('SIGKILL');
      await server.child.exited;
      expect(promisesBrokenIn(server.dataDirectory, ledger)).toEqual([]);
    },
  );

  test.each(passing)('when $cause, refuses no more than the writes that shared the commit', async (fault) => {
    const storage = await startOnFaultyStorage();
    const { client, spoil, failed } = storage;
    for (let round = 0; round < 10; round += 1) {
      spoil(fault);
      expect(await client.write()).toMatchObject({ wrong: [] });
      expect(failed()).toBe(1);
      expect(await client.write()).toEqual({ ...none, stored: 4 });
    }
    expect(await client.misread()).toEqual([]);
    await expectAcknowledgedStored(storage);
  });

  test('acknowledges and keeps writes while only its database file fails, since its log has them', async () => {
    const storage = await startOnFaultyStorage();
    const { client, spoil, repair, failed } = storage;
    spoil({ error: 'EIO', calls: ['write', 'sync'], file: 'database' });
    // More than the thousand pages after which SQLite carries the log over to the database.
    await client.create(300);
    expect(failed()).toBeGreaterThan(0);
    repair();
    await client.create(10);
    expect(await client.misread()).toEqual([]);
    await expectAcknowledgedStored(storage);
  });

  test('ends in order when it is asked to while nothing can be written, and nothing acknowledged is lost', async () => {
    const { server, client, ledger, spoil } = await startOnFaultyStorage();
    spoil({ error: 'EIO', calls: ['write', 'sync', 'open'] });
    expect(await client.write(2)).toMatchObject({ stored: 0, wrong: [] });
    const { exitCode, stderr } = await server.stop();
    expect([exitCode, stderr]).toEqual([0, expect.not.stringMatching(/^\s+at /m)]);
    expect(promisesBrokenIn(server.dataDirectory, ledger)).toEqual([]);
  });

  test('answers reads rightly or not at all while reads fail, and serves them again without a restart', async () => {
    const storage = await startOnFaultyStorage();
    const { client, spoil, repair, failed } = storage;
    // What another connection has written, this one must read again.
    await client.write();
    spoil({ error: 'EIO', calls: ['read'] });
    const { unavailable, wrong } = await client.read();
    expect(wrong).toEqual([]);
    expect([unavailable, failed()]).not.toContain(0);
    repair();
    expect(await client.read()).toEqual({ unavailable: 0, wrong: [] });
    expect(await client.write(2)).toEqual({ ...none, stored: 8 });
    await expectAcknowledgedStored(storage);
  });

  test('does not start on a disk that cannot be written, says so in one line, and starts when it can', async () => {
    const directory = directoryInMemory();
    const { environment, spoil, repair } = openSwitches(shim, join(directory, 'data'));
    spoil({ error: 'ENOSPC', calls: ['write', 'open'] });
    const refused = await run(['serve', '--port', '0'], { cwd: directory, environment });
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^duebook: [^\n]+\n$/);
    repair();
    const server = await startServer(unlimited, { cwd: directory, environment });
    await expectAcknowledgedStored(await openClient(server));
  });
});

describe('§7.1: a server whose database another process keeps locked for writing', () => {
  test('refuses writes within five seconds, serves reads, and writes again when the lock is released', async () => {
    const opened = await openClient(await startServer(unlimited, { cwd: directoryInMemory() }));
    const { server, client } = opened;
    let writtenAfter = Number.POSITIVE_INFINITY;
    const script = `
      const { Database } = await import('bun:sqlite');
      const holder = new Database(${JSON.stringify(join(server.dataDirectory, 'duebook.db'))});
      holder.run('BEGIN IMMEDIATE');
      process.stdout.write('held');
      await Bun.stdin.text();
      holder.run('ROLLBACK');`;
    const holder = Bun.spawn([process.execPath, '-e', script], { stdin: 'pipe', stdout: 'pipe' });
    await holder.stdout.getReader().read();
    const stopTimer = startStopwatch();
    const writing = client.write(8).finally(() => (writtenAfter = stopTimer()));
    const durations: number[] = [];
    while (Bun.peek.status(writing) === 'pending') {
      const stopReadTimer = startStopwatch();
      expect(await client.misread()).toEqual([]);
      durations.push(stopReadTimer());
    }
    expect(await writing).toEqual({ ...none, refused: 32 });
    expect(writtenAfter).toBeLessThan(5000);
    expect(durations.length).toBeGreaterThan(5);
    expect(Math.max(...durations)).toBeLessThan(1000);
    await holder.stdin.end();
    await holder.exited;
    expect(await client.write(2)).toEqual({ ...none, stored: 8 });
    await expectAcknowledgedStored(opened);
  }, 60_000);
});

// A disk of a few megabytes that is really full needs the right to mount one.
const refusal = await mountRefusal();
const suffix = refusal === undefined ? '' : ` (left out: ${refusal})`;

describe.if(refusal === undefined)('§7.1: a server on a small disk', () => {
  async function startOnSmallDisk() {
    const disk = await mountSmallDisk();
    const words = [...unlimited, '--data-dir', disk.path];
    const server = { ...(await startServer(words)), dataDirectory: disk.path };
    return { disk, words, server: { ...server, initialKey: disk.initialKey } };
  }

  test(`that is filled up refuses writes, serves reads, and writes again when there is room${suffix}`, async () => {
    const { disk, server } = await startOnSmallDisk();
    const opened = await openClient(server);
    const { client } = opened;
    for (let round = 0; round < 3; round += 1) {
      disk.fill();
      let refused = 0;
      // The log has room for some more until it must grow.
      for (let tries = 0; refused === 0 && tries < 500; tries += 1) {
        const seen = await client.write(2);
        expect(seen).toMatchObject({ unknown: 0, wrong: [] });
        refused += seen.refused;
        if (tries % 20 === 0) await client.create(0);
      }
      expect(refused).toBeGreaterThan(0);
      expect(await client.misread()).toEqual([]);
      disk.empty();
      expect(await client.write(2)).toEqual({ ...none, stored: 8 });
    }
    await expectAcknowledgedStored(opened);
  }, 30_000);

  test(`that is full refuses the first secret, leaves no unfinished file, and stores it later${suffix}`, async () => {
    const { disk, server } = await startOnSmallDisk();
    const made = await run(['keys', 'create', '--owner', 'default', '--scope', 'admin', '--data-dir', disk.path]);
    const settings = { url: 'https://ntfy.sh', topic: 'x', token: 'tk_1' };
    const create = () =>
      server.call(made.stdout.trim(), 'POST', '/api/v1/channels', { name: 'n', type: 'ntfy', settings });
    const keyFiles = () => readdirSync(disk.path).filter((name) => name.startsWith('secret.key'));
    disk.fill();
    expect(await create()).toMatchObject({ status: 503, json: { error: { code: 'storage_unavailable' } } });
    expect(keyFiles()).toEqual([]);
    disk.empty();
    expect((await create()).status).toBe(201);
    expect(keyFiles()).toEqual(['secret.key']);
    expect((await server.stop()).exitCode).toBe(0);
  });

  test(`that is mounted read-only does not start, says so in one line, and starts when it is writable${suffix}`, async () => {
    const { disk, words, server } = await startOnSmallDisk();
    const { ledger } = await openClient(server);
    await server.stop();
    await disk.remount('ro');
    const refused = await run(['serve', '--port', '0', ...words]);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^duebook: [^\n]+\n$/);
    await disk.remount('rw');
    const again = { ...(await startServer(words)), dataDirectory: disk.path };
    await expectAcknowledgedStored({ server: again, ledger });
  });
});
