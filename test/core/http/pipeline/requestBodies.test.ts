import { describe, expect, test } from 'bun:test';
import {
  words,
  expectRefusal,
  pathOf,
  quotaHeadersOf,
  storedRows,
  subscriptionsPath,
} from '../../../support/expectations.ts';
import { startService, validDraft, type Call } from '../../../support/service.ts';

const service = await startService();
const record = await service.create();
const bodyBytesMax = 65_536;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A valid draft with white space behind it, so that the whole has that many bytes. */
function draftOfLength(bytes: number): string {
  return JSON.stringify(validDraft).padEnd(bytes, ' ');
}

/** A body whose length is not declared, sent in pieces. */
function chunked(text: string): ReadableStream<Uint8Array> {
  const bytes = bytesOf(text);
  let start = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.slice(start, start + 10_000));
      start += 10_000;
      if (start >= bytes.length) controller.close();
    },
  });
}

/** Sends a body as POST and as PATCH, and holds that both are refused alike and that nothing is written. */
async function expectRefusedEverywhere(makeRaw: () => NonNullable<Call['raw']>, status: number, code: string) {
  const before = storedRows(service);
  expectRefusal(await service.call('POST', subscriptionsPath, { raw: makeRaw() }), status, { code });
  const answer = await service.call('PATCH', pathOf(record), { raw: makeRaw() });
  expectRefusal(answer, status, { code });
  expect(answer.json.error.suggestedFix).toBeString();
  expect(quotaHeadersOf(answer)).toEqual([]);
  expect(storedRows(service)).toEqual(before);
}

describe('the content type', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json; charset=utf-16',
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    ...words('multipart/form-data application/octet-stream application/vnd.api+json image/png nonsense'),
    '',
  ])('§1.2: a body is read as JSON when its content type is "%s"', async (contentType) => {
    const headers = { 'content-type': contentType };
    const created = await service.call('POST', subscriptionsPath, { json: validDraft, headers });
    expect(created.status).toBe(201);
    expect(created.json.data).toMatchObject(validDraft);
    const patched = await service.call('PATCH', pathOf(created.json.data), { json: { name: 'Renamed' }, headers });
    expect(patched.status).toBe(200);
    expect(patched.json.data.name).toBe('Renamed');
  });

  test('§1.2: a body is read as JSON when it has no content type', async () => {
    const answer = await service.call('POST', subscriptionsPath, { raw: bytesOf(JSON.stringify(validDraft)) });
    expect(answer.status).toBe(201);
  });
});

describe('a body that is not needed', () => {
  const contentTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

  test.each([...contentTypes, 'text/plain'])(
    '§1.2: is ignored by a DELETE, with the content type %s',
    async (contentType) => {
      const doomed = await service.create();
      const headers = { 'content-type': contentType };
      const refused = await service.call('DELETE', pathOf(doomed), { key: null, raw: '{', headers });
      expectRefusal(refused, 401, { code: 'authentication_required' });
      const answer = await service.call('DELETE', pathOf(doomed), { raw: '{', headers });
      expect({ status: answer.status, body: answer.json }).toMatchObject({ status: 200, body: { deleted: true } });
    },
  );

  test.each(contentTypes)(
    '§1.2: is ignored where the method is not supported, with the content type %s',
    async (contentType) => {
      const answer = await service.call('PUT', subscriptionsPath, {
        raw: '{',
        headers: { 'content-type': contentType },
      });
      expectRefusal(answer, 405, { code: 'method_not_allowed' });
    },
  );

  test('§1.2: is ignored by a DELETE of any length', async () => {
    const doomed = await service.create();
    const headers = { 'content-type': 'application/json' };
    const answer = await service.call('DELETE', pathOf(doomed), { raw: draftOfLength(bodyBytesMax + 1), headers });
    expect(answer.status).toBe(200);
  });
});

describe('a body that is not a JSON object', () => {
  test.each([
    ['an empty body', ''],
    ['white space', ' \r\n\t'],
    ['an open brace', '{'],
    ['a trailing comma', '{"name":"Netflix",}'],
    ['single quotes', "{'name':'Netflix'}"],
    ['a bare word', 'name'],
    ['a form', 'name=Netflix&amount=5'],
    ['two objects', '{"name":"Netflix"}{"name":"Netflix"}'],
    ['a comment', '{"name":"Netflix"/* it */}'],
    ['a number that is none', '{"amount":NaN}'],
    ['a number with a leading zero', '{"amount":05}'],
    ['a raw control character in a text', '{"name":"Net\nflix"}'],
    ['null', 'null'],
    ['true', 'true'],
    ['a number', '15.99'],
    ['a text', '"Netflix"'],
    ['an empty list', '[]'],
    ['a list with a draft', `[${JSON.stringify(validDraft)}]`],
  ])('§1.2: %s is invalid_json', async (_, raw) => {
    await expectRefusedEverywhere(() => raw, 400, 'invalid_json');
  });

  test('§1.2: no body at all is invalid_json', async () => {
    const before = storedRows(service);
    expectRefusal(await service.call('POST', subscriptionsPath), 400, { code: 'invalid_json' });
    expectRefusal(await service.call('PATCH', pathOf(record)), 400, { code: 'invalid_json' });
    expect(storedRows(service)).toEqual(before);
  });

  test('§1.2: an empty object is JSON, and the error names its first missing field', async () => {
    const answer = await service.call('POST', subscriptionsPath, { json: {} });
    expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'name' });
  });

  test.each(['[', '{"name":'])(
    '§1.2: a field that holds "%s" thousands deep is refused as that field',
    async (open) => {
      const depth = 4000;
      const nested = open.repeat(depth) + '1' + (open === '[' ? ']' : '}').repeat(depth);
      const answer = await service.call('PATCH', pathOf(record), { raw: `{"category":${nested}}` });
      expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'category' });
    },
  );
});

describe('the length of a body', () => {
  test('§1.2: 65536 bytes are accepted', async () => {
    const answer = await service.call('POST', subscriptionsPath, { raw: draftOfLength(bodyBytesMax) });
    expect(answer.status).toBe(201);
  });

  test('§1.2: 65536 bytes of undeclared length are accepted', async () => {
    const answer = await service.call('POST', subscriptionsPath, { raw: chunked(draftOfLength(bodyBytesMax)) });
    expect(answer.status).toBe(201);
    expect(answer.json.data).toMatchObject(validDraft);
  });

  test('§1.2: 65537 bytes are too many', async () => {
    await expectRefusedEverywhere(() => draftOfLength(bodyBytesMax + 1), 413, 'payload_too_large');
  });

  test('§1.2: 65537 bytes of undeclared length are too many', async () => {
    await expectRefusedEverywhere(() => chunked(draftOfLength(bodyBytesMax + 1)), 413, 'payload_too_large');
  });

  test('§1.2: bytes are counted and not characters', async () => {
    const draft = JSON.stringify({ ...validDraft, name: '€'.repeat(22_000) });
    expect(draft.length).toBeLessThan(bodyBytesMax);
    await expectRefusedEverywhere(() => draft, 413, 'payload_too_large');
  });

  test('§1.2: a body that is too long and not JSON is refused as too long', async () => {
    await expectRefusedEverywhere(() => '{'.repeat(bodyBytesMax + 1), 413, 'payload_too_large');
  });

  test('§1.2: a body that never ends is answered while it is still being sent', async () => {
    let isOpen = true;
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve));
        if (isOpen) controller.enqueue(bytesOf(' '.repeat(16_384)));
      },
      cancel() {
        isOpen = false;
      },
    });
    const answer = await service.call('POST', subscriptionsPath, { raw: endless });
    isOpen = false;
    expectRefusal(answer, 413, { code: 'payload_too_large' });
  });

  test('§1.2: after a body that was too long the service goes on as before', async () => {
    await service.call('POST', subscriptionsPath, { raw: draftOfLength(1_000_000) });
    const answer = await service.call('POST', subscriptionsPath, { json: validDraft });
    expect(answer.status).toBe(201);
  });
});
