import { afterAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startServer } from '../support/binary.ts';
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
