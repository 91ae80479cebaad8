import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/core/database/database.ts';
import { lockDirectory } from '../../src/core/directory/directoryLock.ts';
import { binary, followLines, run, startServer } from '../support/binary.ts';
import { startStopwatch } from '../support/stopwatch.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { beginRequest } from '../support/unfinishedRequests.ts';
import { validDraft } from '../support/validDraft.ts';

// A graceful shutdown that waits for a request or for the disk takes 8 seconds at least.
const gracefulMilliseconds = 7500;

type Server = Awaited<ReturnType<typeof startServer>>;

/** Sends SIGTERM, and then SIGINT repeatedly until the server has ended. */
async function signalUntilEnd({ child }: Server): Promise<void> {
  child.kill('SIGTERM');
  while (child.exitCode === null && child.signalCode === null) {
    await Promise.race([child.exited, Bun.sleep(20)]);
    child.kill('SIGINT');
  }
}

/** Creates a database that takes a while to restore: many megabytes of names. */
function largeDatabase(): string {
  const directory = temporaryDirectory();
  const database = openDatabase(directory);
  database.run(`INSERT INTO owners (name, created_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    SELECT hex(zeroblob(500)) || i, '' FROM n`);
  database.close(true);
  return join(directory, 'duebook.db');
}

// The library that simulates a slow disk in benchmarks simulates a disk that hangs here.
const canHang = process.platform === 'linux' && Bun.which('gcc') !== null;

/** Starts a server with a write that does not end. */
async function startHanging(): Promise<Server> {
  const first = await startServer();
  await first.stop();
  const shim = join(first.directory, 'slowSync.so');
  const source = join(import.meta.dir, '../../bench/shims/slowSync.c');
  await Bun.spawn(['gcc', '-shared', '-fPIC', '-O2', '-o', shim, source, '-ldl']).exited;
  const environment = { LD_PRELOAD: shim, SLOW_SYNC_MILLISECONDS: '60000' };
  const server = await startServer([], { cwd: first.directory, environment });
  const body = JSON.stringify(validDraft);
  const headers = ['Host: x', `Authorization: Bearer ${server.initialKey()}`, `Content-Length: ${body.length}`];
  await beginRequest(server.origin, ['POST /api/v1/subscriptions HTTP/1.1', ...headers, '', body].join('\r\n'));
  return server;
}

/** Starts a server with clients that never finish their requests. */
async function startHeldUp(): Promise<Server> {
  const server = await startServer();
  const parts = [
    'GET /api/v1/subscriptions HTTP/1.1\r\nHost: x\r\nAuthor',
    'POST /api/v1/subscriptions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"name"',
    'POST /api/v1/subscriptions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"na',
  ];
  await Promise.all(parts.map((part) => beginRequest(server.origin, part)));
  return server;
}

/** Stops a server, and measures how long that takes. */
async function measureStop(server: Server) {
  const stopTimer = startStopwatch();
  const ended = await server.stop();
  return { server, milliseconds: stopTimer(), ...ended };
}

// These stops wait for their limit of several seconds. They do it while the other tests run.
const delayedByDisk = canHang ? measureStop(await startHanging()) : undefined;
const delayedByClients = measureStop(await startHeldUp());

type Signal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

/** Restores a file and sends a signal once that has begun to write, or later. Returns the signal that ended it, if any. */
async function signalRestoring(file: string, dataDirectory: string, signal: Signal, millisecondsLater = 0) {
  const child = Bun.spawn([binary, 'restore', file, '--data-dir', dataDirectory], { stdout: 'ignore' });
  const isBegun = () => readdirSync(dataDirectory).some((name) => name.includes('.restoring'));
  while (!isBegun() && child.exitCode === null) await Bun.sleep(1);
  if (millisecondsLater > 0) await Bun.sleep(millisecondsLater);
  child.kill(signal);
  await child.exited;
  return child.signalCode;
}

describe('a command other than serve', () => {
  const large = largeDatabase();

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends at once with %s', async (signal) => {
    let endedBy = await signalRestoring(large, temporaryDirectory(), signal);
    // The restore may have finished before the signal.
    for (let triesLeft = 4; endedBy === null && triesLeft > 0; triesLeft -= 1)
      endedBy = await signalRestoring(large, temporaryDirectory(), signal);
    expect(endedBy).toBe(signal);
  });

  test('that is interrupted during a restore leaves the old or the new database, and no lock', async () => {
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
    let hits = 0;
    for (let round = 0; round < 12 || (hits === 0 && round < 5 * 12); round += 1) {
      if ((await signalRestoring(file, dataDirectory, 'SIGTERM', round % 12)) !== null) hits += 1;
      lockDirectory(dataDirectory).release();
      const checked = await run(['check', '--data-dir', dataDirectory]);
      expect(checked).toMatchObject({ stdout: 'no damage found\n', stderr: '' });
      const { stdout } = await run(['owners', 'list', '--json', '--data-dir', dataDirectory]);
      const names = (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
      expect([['before'], ['restored']]).toContainEqual(names);
    }
    expect(hits).toBeGreaterThan(0);
    expect((await run(['restore', file, '--data-dir', dataDirectory])).exitCode).toBe(0);
    expect(readdirSync(dataDirectory).filter((name) => name.includes('.restoring'))).toEqual([]);
  });
});

describe('a graceful shutdown', () => {
  test('answers a request that had begun before it, and tells a health check that the server is not ready', async () => {
    const server = await startServer();
    const socket = await beginRequest(server.origin, 'GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n');
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes.toString()));
    const stopped = server.stop();
    await server.lineThat((line) => line.includes('"stopping"'));
    socket.write('\r\n');
    expect((await stopped).exitCode).toBe(0);
    expect(answer).toStartWith('HTTP/1.1 503 ');
    expect(answer).toContain('"serving":"failing"');
  });
});

describe('a second signal', () => {
  test('ends the server at once, unless it arrives together with the first, as from a terminal through npm', async () => {
    const server = await startServer();
    const authorization = `Authorization: Bearer ${server.initialKey()}`;
    const head = `POST /api/v1/subscriptions HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Length: 100\r\n\r\n`;
    await beginRequest(server.origin, `${head}{"name"`);
    const [started, stopTimer] = [performance.now(), startStopwatch()];
    await signalUntilEnd(server);
    expect(server.child.signalCode).toBe('SIGINT');
    expect(performance.now() - started).toBeGreaterThan(500);
    expect(stopTimer()).toBeLessThan(gracefulMilliseconds);
    const again = await startServer([], { cwd: server.directory });
    expect((await again.call(again.initialKey(), 'GET', '/api/v1/audit')).status).toBe(200);
    expect(await again.stop()).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('clients that never finish their requests', () => {
  test('delay a stop by less than ten seconds', async () => {
    const { milliseconds, exitCode } = await delayedByClients;
    expect(exitCode).toBe(0);
    expect(milliseconds).toBeLessThan(10_000);
  });
});

describe.if(canHang)('a disk that hangs', () => {
  test('delays a stop by less than ten seconds', async () => {
    if (delayedByDisk === undefined) throw new Error('no disk hangs here');
    const { server, milliseconds, stderr } = await delayedByDisk;
    expect(milliseconds).toBeLessThan(10_000);
    expect(server.child.signalCode).toBe('SIGTERM');
    expect(stderr).toContain('the disk takes too long');
    const again = await startServer([], { cwd: server.directory });
    expect((await again.call(again.initialKey(), 'GET', '/api/v1/audit')).status).toBe(200);
    await again.stop();
  });

  test('does not delay a second signal', async () => {
    const server = await startHanging();
    const stopTimer = startStopwatch();
    await signalUntilEnd(server);
    expect(server.child.signalCode).toBe('SIGINT');
    expect(stopTimer()).toBeLessThan(gracefulMilliseconds);
  });
});

describe.if(process.platform === 'linux')('under a service manager', () => {
  const listener = `import socket, sys
manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
manager.bind(sys.argv[1])
print('listening', flush=True)
print(manager.recv(1024).decode(), flush=True)
sys.stdin.read()`;
  const hasTools = Bun.which('systemd-notify') !== null && Bun.which('python3') !== null;

  test.if(hasTools)('the executable says that it is ready', async () => {
    const address = join(temporaryDirectory(), 'notify');
    const manager = Bun.spawn(['python3', '-c', listener, address], { stdin: 'pipe', stdout: 'pipe' });
    const lines = followLines(manager.stdout);
    await lines.lineThat((line) => line === 'listening');
    const server = await startServer([], { environment: { NOTIFY_SOCKET: address } });
    await lines.lineThat((line) => line === 'READY=1');
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    expect(await server.stop()).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining('service manager') });
    // Until then: systemd-notify hands its socket over after it has told.
    await manager.stdin.end();
  });

  test('that does not exist, the server runs and logs it', async () => {
    const server = await startServer([], { environment: { NOTIFY_SOCKET: join(temporaryDirectory(), 'nobody') } });
    expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
    await server.lineThat((line) => line.includes('the service manager at '));
    expect(await server.stop()).toMatchObject({ exitCode: 0 });
  });
});
