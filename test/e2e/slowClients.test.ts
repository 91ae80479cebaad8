import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { startServer } from '../support/binary.ts';
import { exchange } from '../support/rawSocket.ts';

const hostileSeconds = Number(Bun.env['HOSTILE_SECONDS'] ?? 0);

/** Sends the start of a request and then a byte each second. Returns after how many seconds the server disconnects. */
function dripInto(origin: string, begin: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const started = performance.now();
  const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(begin));
  const timer = setInterval(() => socket.write('a'), 1000);
  socket.on('data', () => undefined);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    resolve((performance.now() - started) / 1000);
  });
  return promise;
}

describe('the head of a request', () => {
  test('may have 15 KiB, and is refused with 17 KiB', async () => {
    const server = await startServer();
    const statusWith = async (kibibytes: number) =>
      (await exchange(server.origin, ['GET /livez HTTP/1.1', `x-filler: ${'a'.repeat(kibibytes * 1024)}`])).head.slice(
        9,
        12,
      );
    expect([await statusWith(15), await statusWith(17)]).toEqual(['200', '431']);
    await server.stop();
  });
});

// Bun measures this with its own clock, which no test can move, so the test runs only with a long HOSTILE_SECONDS.
describe.if(hostileSeconds >= 40)('a client that sends one byte a second', () => {
  test('is disconnected after about 12 seconds in the head, and 30 in the body', async () => {
    const server = await startServer();
    const authorization = `Authorization: Bearer ${server.initialKey()}`;
    const post = `POST /api/v1/subscriptions HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`;
    const [head, body, chunks] = await Promise.all([
      dripInto(server.origin, `${post}x-filler: `),
      dripInto(server.origin, `${post}content-length: 60000\r\n\r\n`),
      dripInto(server.origin, `${post}transfer-encoding: chunked\r\n\r\nffff\r\n`),
    ]);
    expect(head).toBeWithin(7, 17);
    expect(body).toBeWithin(25, 37);
    expect(chunks).toBeWithin(25, 37);
    expect((await server.stop()).exitCode).toBe(0);
  }, 60_000);
});
