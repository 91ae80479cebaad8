import { describe, expect, test } from 'bun:test';
import { ApiError } from '../../../../src/core/http/errors/apiError.ts';
import { BodyFault, readBytes, readText, receiveBody } from '../../../../src/core/http/pipeline/requestBody.ts';
import { failureOf } from '../../../support/testStore.ts';

const caller = { ownerId: 1 };

/** A body of undeclared length that a test sends piece by piece. */
function openBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const request = new Request('http://localhost/', { method: 'POST', body: readable });
  return { request, write: (text: string) => writer.write(new TextEncoder().encode(text)), writer };
}

function declared(text: string, length = String(text.length)): Request {
  return new Request('http://localhost/', { method: 'POST', body: text, headers: { 'content-length': length } });
}

const codeOf = (failure: unknown) => (failure instanceof ApiError ? failure.errorCode : failure);

describe('the body of a request', () => {
  test('is given up as soon as it is too large, declared or not', async () => {
    const readBody = readText(8);
    const long = openBody();
    const reading = readBody({ request: long.request, caller });
    await long.write('1234');
    await long.write('56789');
    expect(await reading).toBe(BodyFault.tooLarge);
    expect(await readBody({ request: declared('123456789'), caller })).toBe(BodyFault.tooLarge);
    expect(await readBody({ request: declared('12345678'), caller })).toBe('12345678');
  });

  test.each(['', 'x', '3, 3', '-1', '1e4', '2.5'])('is counted also where Content-Length is "%s"', async (length) => {
    const readBody = readText(8);
    expect(await readBody({ request: declared('123456789', length), caller })).toBe(BodyFault.tooLarge);
    expect(await readBody({ request: declared('12345678', length), caller })).toBe('12345678');
  });

  test('that breaks off is invalid_json', async () => {
    const broken = openBody();
    const reading = readText(8)({ request: broken.request, caller });
    await broken.write('1234');
    await broken.writer.abort(new Error('gone'));
    expect(codeOf(await failureOf(reading))).toBe('invalid_json');
  });

  test('is at most 16 KiB from a client that nobody has authenticated', async () => {
    const receive = receiveBody(readText(64 * 1024));
    const small = { request: declared('x'.repeat(16 * 1024)), body: undefined as unknown };
    await receive(small);
    expect(small.body).toBe('x'.repeat(16 * 1024));
    const large = { request: declared('x'.repeat(16 * 1024 + 1)), body: undefined };
    const failure = await failureOf(receive(large));
    expect([codeOf(failure), String(failure)]).toEqual([
      'payload_too_large',
      expect.stringContaining('The body is larger than 16 KiB.'),
    ]);
    const known = { ...large, request: declared('x'.repeat(16 * 1024 + 1)), caller };
    await receive(known);
    expect(known.body as unknown).toBe('x'.repeat(16 * 1024 + 1));
  });

  test('tells how many bytes have arrived, and can be refused for it', async () => {
    const arrived: number[] = [];
    const refused = new ApiError('server_busy', { suggestedFix: 'Wait.' });
    const count = (bytes: number) => {
      arrived.push(bytes);
      if (arrived.length === 2) throw refused;
    };
    const file = openBody();
    const reading = readBytes(file.request, 100, count);
    await file.write('1234');
    await file.write('56');
    expect(await failureOf(reading)).toBe(refused);
    expect(arrived).toEqual([4, 2]);
  });
});
