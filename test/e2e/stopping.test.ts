import { afterAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { openDatabase } from '../../src/store/database.ts';
import { holdDirectory } from '../../src/store/dataLock.ts';
import { binary, run, startServer } from '../support/binary.ts';
import { listenForDatagrams } from '../support/notifySocket.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

/** Leaves a request with a server that ends in the middle of its body. */
async function leaveUnfinished(server: Server): Promise<void> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  afterAll(() => socket.destroy());
  socket.on('error', () => undefined);
  socket.write('POST /api/v1/subscriptions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"name"');
  // An answer to another request shows that the server has read it.
  await server.call(server.initialKey(), 'GET', '/api/v1/audit');
}

/** Sends SIGTERM, and then SIGINT again and again until the server has ended. */
async function signalUntilEnd({ child }: Server): Promise<void> {
  child.kill('SIGTERM');
  while (child.exitCode === null && child.signalCode === null) {
    await Promise.race([child.exited, Bun.sleep(20)]);
    child.kill('SIGINT');
  }
}

/** A database that takes a while to be restored: many megabytes of names. */
function largeDatabase(): string {
  const directory = temporaryDirectory();
  const database = openDatabase(directory);
  database.run(`INSERT INTO owners (name, created_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    SELECT hex(zeroblob(500)) || i, '' FROM n`);
  database.close(true);
  return join(directory, 'duebook.db');
}

/** Begins to restore a file, and resolves when that has begun to write. */
async function beginRestoring(file: string, dataDirectory: string) {
  const child = Bun.spawn([binary, 'restore', file, '--data-dir', dataDirectory], { stdout: 'ignore' });
  const isBegun = () => readdirSync(dataDirectory).some((name) => name.includes('.restoring'));
  while (!isBegun() && child.exitCode === null) await Bun.sleep(1);
  return child;
}

describe('a command that is no server', () => {
  const large = largeDatabase();

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends at once with %s, whatever it is at', async (signal) => {
    const child = await beginRestoring(large, temporaryDirectory());
    child.kill(signal);
    await child.exited;
    expect(child.signalCode).toBe(signal);
  });

  test('that is ended while it restores leaves the one database or the other, and no lock', async () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'backup.db');
    const [dataDirectory, elsewhere] = [join(directory, 'data'), join(directory, 'elsewhere')];
    for (const [place, owner] of [
      [dataDirectory, 'before'],
      [elsewhere, 'restored'],
    ] as const) {
      const database = openDatabase(place);
      database.run("INSERT INTO owners (name, created_at) VALUES (?, '')", [owner]);
      database.close(true);
    }
    expect((await run(['backup', '--to', file, '--data-dir', elsewhere])).exitCode).toBe(0);
    for (let round = 0; round < 12; round += 1) {
      const child = await beginRestoring(file, dataDirectory);
      await Bun.sleep(round);
      child.kill('SIGTERM');
      await child.exited;
      holdDirectory(dataDirectory).release();
      expect((await run(['check', '--data-dir', dataDirectory])).stdout).toBe('no damage found\n');
      const { stdout } = await run(['owners', 'list', '--json', '--data-dir', dataDirectory]);
      const names = (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
      expect([['before'], ['restored']]).toContainEqual(names);
    }
    expect((await run(['restore', file, '--data-dir', dataDirectory])).exitCode).toBe(0);
    expect(readdirSync(dataDirectory).filter((name) => name.includes('.restoring'))).toEqual([]);
  }, 60_000);
});

describe('a second signal', () => {
  test('ends the server at once, unless it comes with the first as from a terminal and npm', async () => {
    const server = await startServer();
    await leaveUnfinished(server);
    const started = performance.now();
    await signalUntilEnd(server);
    expect(server.child.exitCode).toBe(130);
    expect(performance.now() - started).toBeGreaterThan(500);
    expect(performance.now() - started).toBeLessThan(4000);
    const again = await startServer([], { cwd: server.directory });
    expect((await again.call(again.initialKey(), 'GET', '/api/v1/audit')).status).toBe(200);
    expect(await again.stop()).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

// A disk that hangs is played by the same library that plays a slow one where speed is measured.
describe.if(process.platform === 'linux' && Bun.which('gcc') !== null)('a disk that hangs', () => {
  /** A server of which a write does not come to its end. */
  async function startHanging(): Promise<Server> {
    const first = await startServer();
    await first.stop();
    const shim = join(first.directory, 'slowSync.so');
    const source = join(import.meta.dir, '../../bench/shims/slowSync.c');
    await Bun.spawn(['gcc', '-shared', '-fPIC', '-O2', '-o', shim, source, '-ldl']).exited;
    const environment = { LD_PRELOAD: shim, SLOW_SYNC_MILLISECONDS: '60000' };
    const server = await startServer([], { cwd: first.directory, environment });
    void server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', validDraft).catch(() => undefined);
    await server.call(server.initialKey(), 'GET', '/api/v1/audit');
    return server;
  }

  test('does not hold a stop for ten seconds', async () => {
    const server = await startHanging();
    const started = performance.now();
    const { exitCode, stderr } = await server.stop();
    expect(performance.now() - started).toBeLessThan(10_000);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('the disk takes too long') });
    const again = await startServer([], { cwd: server.directory });
    expect((await again.call(again.initialKey(), 'GET', '/api/v1/audit')).status).toBe(200);
    await again.stop();
  }, 20_000);

  test('does not hold a second signal', async () => {
    const server = await startHanging();
    const started = performance.now();
    await signalUntilEnd(server);
    expect(server.child.exitCode).toBe(130);
    expect(performance.now() - started).toBeLessThan(4000);
  }, 20_000);
});

describe.if(process.platform === 'linux')('under a service manager', () => {
  test.each(['path', 'abstract'])(
    'the executable tells when it is ready, that it lives, and when it stops (%s)',
    async (kind) => {
      const address = kind === 'path' ? join(temporaryDirectory(), 'notify') : `@duebook-e2e-${process.pid}`;
      const manager = listenForDatagrams(address);
      const server = await startServer([], { environment: { NOTIFY_SOCKET: address, WATCHDOG_USEC: '40000' } });
      expect(await manager.next()).toBe('READY=1');
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
      for (let fed = 0; fed < 3; fed += 1) expect(await manager.next()).toBe('WATCHDOG=1');
      expect(await server.stop()).toMatchObject({ exitCode: 0 });
      expect(manager.takeAll().findLast(() => true)).toBe('STOPPING=1');
    },
  );

  test('that is not there, it serves all the same, and says so', async () => {
    const server = await startServer([], { environment: { NOTIFY_SOCKET: join(temporaryDirectory(), 'nobody') } });
    expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
    expect((await server.stop()).stdout).toContain('the service manager at ');
  });
});
