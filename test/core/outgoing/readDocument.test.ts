import { describe, expect, test } from 'bun:test';
import { readDocument } from '../../../src/core/outgoing/httpRequest.ts';
import { systemClock } from '../../../src/core/runtime/system.ts';
import { startRawServer } from '../../support/rawServer.ts';
import { startReceiver } from '../../support/receiver.ts';

describe('a document', () => {
  const read = (url: string) =>
    readDocument({ clock: systemClock, choose: () => Promise.resolve({ addresses: ['127.0.0.1'] }) }, url);

  test('is read as text, by a GET without a body', async () => {
    const receiver = startReceiver(() => new Response('1.1642 €'));
    expect(await read(`${receiver.url}/daily.xml`)).toEqual({ outcome: 'read', text: '1.1642 €' });
    expect(receiver.received).toMatchObject([{ method: 'GET', path: '/daily.xml', text: '' }]);
  });

  test.each([
    ['that is promised longer', 'Content-Length: 100\r\n\r\n1.16'],
    ['whose last piece is missing', 'Transfer-Encoding: chunked\r\n\r\n4\r\n1.16\r\n'],
  ])('%s than it comes is not read', async (_, rest) => {
    const port = await startRawServer((socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${rest}`)));
    expect((await read(`http://127.0.0.1:${port}`)).outcome).toBe('failed');
  });

  test('of more than 64 KiB is not read', async () => {
    const receiver = startReceiver(() => new Response('x'.repeat(64 * 1024 + 1)));
    expect(await read(receiver.url)).toEqual({ outcome: 'failed', reason: 'invalidAnswer' });
  });
});
