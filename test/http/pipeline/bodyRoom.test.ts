import { describe, expect, test } from 'bun:test';
import { createBodyRoom } from '../../../src/http/pipeline/bodyRoom.ts';
import { bodyReaders, receiveBody } from '../../../src/http/pipeline/requestBody.ts';
import { BodyFault } from '../../../src/http/pipeline/requestBody.ts';
import { ApiError } from '../../../src/http/errors/apiError.ts';
import { failureOf } from '../../support/testStore.ts';

const mine = { ownerId: 1 };
const another = { ownerId: 2 };
const third = { ownerId: 3 };

/** A body of undeclared length that a test sends piece by piece. */
function openBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const request = new Request('http://localhost/', { method: 'POST', body: readable });
  return { request, write: (text: string) => writer.write(new TextEncoder().encode(text)), writer };
}

function declared(text: string, headers: Record<string, string> = { 'content-length': String(text.length) }): Request {
  return new Request('http://localhost/', { method: 'POST', body: text, headers });
}

/** The address of a client, in a header of the test. */
const addressOf = ({ headers }: Request): string => headers.get('x-from') ?? '127.0.0.1';

const codeOf = (failure: unknown) => (failure instanceof ApiError ? failure.errorCode : failure);

describe('the room for bodies that are being received', () => {
  test('is bounded for one owner and for all, and given back when a body is whole', async () => {
    const room = createBodyRoom({ bytesMax: 20, bytesMaxOfOwner: 10, bytesMaxOfClient: 5 });
    const readBody = bodyReaders(room, addressOf)(100);
    const first = openBody();
    const reading = readBody({ request: first.request, caller: mine });
    await first.write('12345678');
    expect(room.bytesTaken).toBe(8);
    expect(codeOf(await failureOf(readBody({ request: declared('123'), caller: mine })))).toBe('server_busy');
    const other = openBody();
    const readingOther = readBody({ request: other.request, caller: another });
    await other.write('1234567890');
    expect(codeOf(await failureOf(readBody({ request: declared('123'), caller: third })))).toBe('server_busy');
    expect(await readBody({ request: declared('12'), caller: third })).toBe('12');
    await Promise.all([first.writer.close(), other.writer.close()]);
    expect(await Promise.all([reading, readingOther])).toEqual(['12345678', '1234567890']);
    expect(room.bytesTaken).toBe(0);
  });

  test('is given back when a body breaks off, is too large or finds no more room', async () => {
    const room = createBodyRoom({ bytesMax: 100, bytesMaxOfOwner: 10, bytesMaxOfClient: 5 });
    const readBody = bodyReaders(room, addressOf)(8);
    const broken = openBody();
    const reading = readBody({ request: broken.request, caller: mine });
    await broken.write('1234');
    await broken.writer.abort(new Error('gone'));
    expect(codeOf(await failureOf(reading))).toBe('invalid_json');
    expect(room.bytesTaken).toBe(0);
    const long = openBody();
    const readingLong = readBody({ request: long.request, caller: mine });
    await long.write('1234');
    await long.write('56789');
    expect(await readingLong).toBe(BodyFault.tooLarge);
    expect(room.bytesTaken).toBe(0);
    const readLonger = bodyReaders(room, addressOf)(50);
    const refused = openBody();
    const readingRefused = readLonger({ request: refused.request, caller: mine });
    await refused.write('12345');
    await refused.write('6789012');
    expect(codeOf(await failureOf(readingRefused))).toBe('server_busy');
    expect(room.bytesTaken).toBe(0);
    expect(await readBody({ request: declared('123456789'), caller: mine })).toBe(BodyFault.tooLarge);
  });

  test('is bounded also for one client without authentication, by its network', async () => {
    const room = createBodyRoom({ bytesMax: 20, bytesMaxOfOwner: 10, bytesMaxOfClient: 5 });
    const receive = receiveBody(bodyReaders(room, addressOf)(100));
    const slow = openBody();
    slow.request.headers.set('x-from', '2001:db8::1');
    const receiving = receive({ request: slow.request, body: undefined });
    await slow.write('1234');
    const send = (from: string, text: string) => {
      const request = declared(text, { 'x-from': from, 'content-length': String(text.length) });
      return receive({ request, body: undefined });
    };
    expect(codeOf(await failureOf(send('2001:db8::2', '12')))).toBe('server_busy');
    await send('2001:db8:0:1::2', '12345');
    expect(codeOf(await failureOf(send('10.0.0.1', '123456')))).toBe('server_busy');
    await slow.writer.close();
    await receiving;
    await send('2001:db8::2', '12345');
    expect(room.bytesTaken).toBe(0);
  });

  test.each(['', 'x', '3, 3', '-1', '1e4', '2.5'])('is counted also where Content-Length is "%s"', async (length) => {
    const room = createBodyRoom({ bytesMax: 10, bytesMaxOfOwner: 10, bytesMaxOfClient: 5 });
    const readBody = bodyReaders(room, addressOf)(20);
    const request = declared('12345678901', { 'content-length': length });
    expect(codeOf(await failureOf(readBody({ request, caller: mine })))).toBe('server_busy');
    expect(await readBody({ request: declared('123', { 'content-length': length }), caller: mine })).toBe('123');
    expect(room.bytesTaken).toBe(0);
  });
});
