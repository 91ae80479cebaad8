import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { awaitStop, beginGracefulShutdown } from '../../../src/core/runtime/gracefulShutdown.ts';
import { createTestClock } from '../../support/clock.ts';

const instant = '2026-06-16T12:00:00.000Z';
const never = new Promise<void>(() => undefined);

/** A server with a connection on which a request has been sent in part, and whether the connection is still there. */
async function serverWithPart(text: string) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => new Response(await request.text()),
  });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const socket = connect(Number(server.port), '127.0.0.1', () => socket.write(text));
  socket.on('close', () => resolve());
  socket.on('error', () => undefined);
  // An answer to another request shows that the server has read the part.
  await (await fetch(server.url, { headers: { connection: 'close' } })).text();
  return { server, closed };
}

describe('draining', () => {
  test.each([
    ['half a head', 'GET / HTTP/1.1\r\nHost: x\r\nAuthor'],
    ['half a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf'],
    ['half a chunk', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf'],
  ])('ends 8 seconds after its begin, though a client sends no more than %s', async (_what, text) => {
    const { server, closed } = await serverWithPart(text);
    const clock = createTestClock(instant);
    const drained = beginGracefulShutdown(clock).drain(server);
    clock.advance(8);
    await drained;
    await closed;
  });

  test('ends at once when nothing is in flight, and leaves no timer behind', async () => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
    let timers = 0;
    const after = () => {
      timers += 1;
      return () => (timers -= 1);
    };
    await beginGracefulShutdown({ ...createTestClock(instant), after }).drain(server);
    expect(timers).toBe(0);
  });
});

describe('closing the storage', () => {
  test('is waited for, and what it fails with is passed on', async () => {
    const stop = beginGracefulShutdown(createTestClock(instant));
    expect(await stop.waitFor(Promise.resolve())).toBe(true);
    expect(stop.waitFor(Promise.reject(new Error('locked')))).rejects.toThrow('locked');
  });

  test('has until 9 s after the start of the shutdown, however long draining took', async () => {
    const clock = createTestClock(instant);
    const stop = beginGracefulShutdown(clock);
    const draining = stop.drain({ stop: (cutsOff) => (cutsOff ? Promise.resolve() : never) });
    clock.advance(8);
    await draining;
    let isOver = false;
    const waiting = stop.waitFor(never).finally(() => (isOver = true));
    clock.advance(0.9);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    clock.advance(0.1);
    expect(await waiting).toBe(false);
  });

  test('begins even when the server itself does not stop', async () => {
    const clock = createTestClock(instant);
    const draining = beginGracefulShutdown(clock).drain({ stop: () => never });
    clock.advance(8);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1);
    await draining;
  });
});

describe('a signal', () => {
  function receiveAt(...signals: readonly (readonly ['SIGTERM' | 'SIGINT' | 'SIGHUP', seconds: number])[]) {
    const clock = createTestClock(instant);
    const ended: string[] = [];
    const { stopRequested, receive } = awaitStop(clock, (signal) => ended.push(signal));
    for (const [signal, seconds] of signals) {
      clock.advance(seconds);
      receive(signal);
    }
    return { stopRequested, ended };
  }

  test('asks for a stop in good order', async () => {
    const { stopRequested, ended } = receiveAt(['SIGTERM', 60]);
    await stopRequested;
    expect(ended).toEqual([]);
  });

  test('that follows within half a second is of the same Ctrl-C, and changes nothing', () => {
    expect(receiveAt(['SIGINT', 0], ['SIGINT', 0], ['SIGTERM', 0.5]).ended).toEqual([]);
  });

  test.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)('a later %s ends the process at once', (signal) => {
    expect(receiveAt(['SIGTERM', 0], ['SIGINT', 0.1], [signal, 0.5]).ended).toEqual([signal]);
  });
});
