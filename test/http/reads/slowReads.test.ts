import { afterAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { listenOn } from '../../../src/app.ts';
import type { LongReads } from '../../../src/http/reads/answers.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { writeInline } from '../../support/inlineWrites.ts';
import { manyRecords } from '../../support/manyRecords.ts';
import { insertRecords } from '../../support/records.ts';
import { openTestStore } from '../../support/testStore.ts';
import { plainApp } from '../../support/plainApp.ts';

const { database, store, first } = openTestStore();
insertRecords(database, 'first', manyRecords(500));

let begun = Promise.withResolvers<void>();
let answer = Promise.withResolvers<void>();
/** Reads that are answered when the test says so. */
const longReads: LongReads = {
  async read({ ending }) {
    begun.resolve();
    await answer.promise;
    return { kind: 'found', body: new TextEncoder().encode(`{"duplicates":[]${ending}`), entityTag: '"a"' };
  },
};
const app = plainApp({
  store,
  writes: writeInline(database),
  longReads,
  clock: systemClock,
});
const server = listenOn(app, { host: '127.0.0.1', port: 0, idleSeconds: 1 });
afterAll(() => server.stop(true));

/** A connection that has sent a request: what it receives, and the end of it. */
function send(request: string) {
  const socket = connect({ host: '127.0.0.1', port: server.port ?? 0 }, () => void socket.write(request));
  const [closed, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString();
    answered.resolve();
  });
  socket.on('close', () => {
    closed.resolve();
    answered.resolve();
  });
  return { closed: closed.promise, answered: answered.promise, received: () => received };
}

const head = `HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${first.key}\r\n`;
const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'findDuplicateSubscriptions', arguments: {} },
});

test.each([
  ['a report', `GET /api/v1/analytics/duplicates ${head}\r\n`],
  [
    'a tool',
    `POST /mcp ${head}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n` +
      `Content-Length: ${call.length}\r\n\r\n${call}`,
  ],
])(
  '%s that takes longer than a connection may be idle is answered, and the connection is not closed',
  async (_, text) => {
    [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = send(text);
    await begun.promise;
    // This connection is idle from now on. The other one has been silent for longer when this one is closed.
    const idle = send(`GET /livez ${head}\r\n`);
    await idle.answered;
    await Promise.race([idle.closed, slow.closed]);
    answer.resolve();
    await slow.answered;
    expect(idle.received()).toStartWith('HTTP/1.1 200 ');
    expect(slow.received()).toStartWith('HTTP/1.1 200 ');
  },
  30_000,
);
