import { describe, expect, spyOn, test } from 'bun:test';
import zlib from 'node:zlib';
import { acceptsGzip, compress } from '../../../../src/core/http/responses/compression.ts';
import { fixedContent } from '../../../../src/core/http/responses/fixedContent.ts';
import { subscriptionsPath } from '../../../support/expectations.ts';
import { startService, validDraft, type ServiceOptions } from '../../../support/service.ts';

const service = await startService();
const listPath = `${subscriptionsPath}?limit=100`;
const auditPath = '/api/v1/audit?limit=100';
const batchOf = (names: readonly string[]) => ({
  operations: names.map((name) => ({ action: 'create', subscription: { ...validDraft, name } })),
});
const hundred = batchOf(Array.from({ length: 100 }, (_, number) => `Service ${number}`));
await service.call('POST', `${subscriptionsPath}/batch`, { json: hundred });

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly origin?: string;
}

/** Sends a request, and gives the answer as it came: fetch would undo what is compressed, and hide that it was. */
async function ask(path: string, encoding: string | undefined, { method = 'GET', headers, json, origin }: Asked = {}) {
  const url = new URL((origin ?? service.origin) + path);
  const body = json === undefined ? undefined : JSON.stringify(json);
  const response = await fetch(url, {
    method,
    decompress: false,
    headers: {
      authorization: `Bearer ${service.keys.write}`,
      ...(encoding !== undefined && { 'accept-encoding': encoding }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const used = response.headers.get('content-encoding');
  return { status: response.status, headers: response.headers, used, bytes, text: textOf(bytes, used) };
}

function textOf(bytes: Buffer<ArrayBuffer>, encoding: string | null): string {
  if (bytes.length === 0 || encoding === null) return bytes.toString();
  return Buffer.from(Bun.gunzipSync(bytes)).toString();
}

const withoutRequestId = (text: string) => text.replace(/,"requestId":"[^"]*"\}$/, '}');

describe('the encoding of an answer', () => {
  test.each<[string, boolean]>([
    ['', false],
    ['identity', false],
    ['br, deflate', false],
    ['zstd', false],
    ['gzip', true],
    ['x-gzip', true],
    ['GZIP', true],
    ['gzip, deflate, br, zstd', true],
    ['zstd, gzip ; Q=0.2', true],
    ['gzip;q=0', false],
    ['gzip;q=nonsense', false],
    ['*', true],
    ['*;q=0', false],
    ['gzip;q=0, *', false],
    ['gzip, *;q=0', true],
    ['identity, gzip;q=0.5', false],
    ['identity;q=0.5, gzip', true],
    ['identity;q=0, *;q=0', false],
  ])('for Accept-Encoding: %p is gzip: %p', (accepted, isGzip) => {
    expect(acceptsGzip(new Request(service.origin, { headers: { 'accept-encoding': accepted } }))).toBe(isGzip);
  });

  test('is none without Accept-Encoding', () => {
    expect(acceptsGzip(new Request(service.origin))).toBe(false);
  });
});

describe('an answer over 4 KiB to a client that accepts gzip', () => {
  const encoding = 'gzip';

  test.each([listPath, auditPath])('%s is what it is without, and much shorter', async (path) => {
    const [plain, compressed] = [await ask(path, undefined), await ask(path, encoding)];
    expect([plain.used, compressed.used]).toEqual([null, encoding]);
    expect(plain.bytes.length).toBeGreaterThan(4096);
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(compressed.headers.get('content-length')).toBe(String(compressed.bytes.length));
    expect(withoutRequestId(compressed.text)).toBe(withoutRequestId(plain.text));
    for (const { headers } of [plain, compressed]) {
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toBe('application/json;charset=utf-8');
    }
  });

  test('§8.2: has the tag of the plain one, with which both are 304', async () => {
    const [plain, compressed] = [await ask(listPath, undefined), await ask(listPath, encoding)];
    expect(compressed.headers.get('etag')).toBe(plain.headers.get('etag'));
    for (const known of [plain, compressed].map(({ headers }) => headers.get('etag') ?? '')) {
      for (const accepted of [undefined, encoding]) {
        const answer = await ask(listPath, accepted, { headers: { 'if-none-match': known } });
        expect([answer.status, answer.bytes.length, answer.used]).toEqual([304, 0, null]);
        expect(answer.headers.get('etag')).toBe((accepted === undefined ? plain : compressed).headers.get('etag'));
        expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      }
    }
  });

  test('has the same headers for HEAD', async () => {
    const [get, head] = [await ask(listPath, encoding), await ask(listPath, encoding, { method: 'HEAD' })];
    const told = ({ headers }: typeof get) =>
      ['content-encoding', 'content-type', 'etag', 'vary'].map((name) => headers.get(name));
    expect(told(head)).toEqual(told(get));
    expect(head.bytes).toHaveLength(0);
    // The id of the request is another one, so that the two may differ by a few bytes.
    const lengths = [get, head].map(({ headers }) => Number(headers.get('content-length')));
    expect(Math.abs((lengths[0] ?? 0) - (lengths[1] ?? 0))).toBeLessThan(64);
  });

  test('of a batch is compressed too', async () => {
    const answer = await ask(`${subscriptionsPath}/batch?dryRun=true`, encoding, { method: 'POST', json: hundred });
    expect([answer.status, answer.used]).toEqual([200, encoding]);
    expect((JSON.parse(answer.text) as { results: unknown[] }).results).toHaveLength(100);
  });

  test('of a tool is compressed too', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const [plain, compressed] = [
      await ask('/mcp', undefined, { method: 'POST', json: message, headers }),
      await ask('/mcp', encoding, { method: 'POST', json: message, headers }),
    ];
    expect([plain.used, compressed.used]).toEqual([null, encoding]);
    expect(JSON.parse(compressed.text)).toEqual(JSON.parse(plain.text));
    expect(compressed.headers.get('content-type')).toBe(plain.headers.get('content-type'));
  });

  test('that is an error is sent as it is', async () => {
    const faulty = batchOf(Array.from({ length: 100 }, () => ''));
    const answer = await ask(`${subscriptionsPath}/batch`, encoding, { method: 'POST', json: faulty });
    expect([answer.status, answer.used, answer.headers.get('vary')]).toEqual([400, null, null]);
  });
});

test('an answer of up to 4 KiB is sent as it is, however its characters are counted', async () => {
  const key = service.makeKey('few', 'write');
  const headers = { authorization: `Bearer ${key}` };
  const lengthOf = async () => (await ask(listPath, undefined, { headers })).bytes.length;
  await service.create({ name: 'é'.repeat(120) }, key);
  const bytesOfOne = await lengthOf();
  while ((await lengthOf()) + bytesOfOne < 4096) await service.create({ name: '語'.repeat(60) }, key);
  const small = await ask(listPath, 'gzip', { headers });
  expect([small.used, small.headers.get('vary')]).toEqual([null, null]);
  expect(small.headers.get('etag')).toStartWith('"');
  while ((await lengthOf()) <= 4096) await service.create({ name: '語'.repeat(60) }, key);
  const large = await ask(listPath, 'gzip', { headers });
  expect([large.used, large.text.length < 4096]).toEqual(['gzip', true]);
});

test('the tag of one record, for If-Match, is the same strong one for every client', async () => {
  const { id } = await service.create({ name: '語'.repeat(120), category: '語'.repeat(80) });
  const tags = [];
  for (const encoding of [undefined, 'gzip']) {
    tags.push((await ask(`${subscriptionsPath}/${id}`, encoding)).headers.get('etag'));
  }
  expect(new Set(tags).size).toBe(1);
  const headers = { 'if-match': tags[1] ?? '' };
  expect((await service.call('PATCH', `${subscriptionsPath}/${id}`, { json: { amount: 1 }, headers })).status).toBe(
    200,
  );
});

test('a report beyond 64 KiB is compressed aside, and is whole', async () => {
  const encoding = 'gzip';
  const key = service.makeKey('large', 'write');
  for (let round = 0; round < 5; round += 1) {
    await service.call('POST', `${subscriptionsPath}/batch`, { key, json: hundred });
  }
  const headers = { authorization: `Bearer ${key}` };
  const path = '/api/v1/analytics/duplicates';
  const [plain, compressed] = [await ask(path, undefined, { headers }), await ask(path, encoding, { headers })];
  expect(plain.bytes.length).toBeGreaterThan(65_536);
  expect([compressed.used, withoutRequestId(compressed.text)]).toEqual([encoding, withoutRequestId(plain.text)]);
  const head = await ask(path, encoding, { headers, method: 'HEAD' });
  expect([head.status, head.used, head.bytes.length]).toEqual([200, encoding, 0]);
});

describe.each<[string, ServiceOptions]>([
  ['at the root', {}],
  ['under a base path', { basePath: '/duebook' }],
])('fixed content %s', (_, options) => {
  const fixedPaths = ['/openapi.json', '/docs', '/docs/page.js', '/llms.txt'];

  test.each(fixedPaths)('%s has a strong tag of each encoding, with which it is 304', async (path) => {
    const { origin } = await startService(options);
    const plain = await ask(path, undefined, { origin });
    expect([plain.status, plain.used]).toEqual([200, null]);
    const isLarge = plain.bytes.length > 4096;
    const tags = new Set();
    for (const encoding of [undefined, 'gzip']) {
      const answer = await ask(path, encoding, { origin });
      expect([answer.used, answer.text]).toEqual([isLarge ? (encoding ?? null) : null, plain.text]);
      expect(answer.headers.get('vary')).toBe(isLarge ? 'Accept-Encoding' : null);
      expect(answer.headers.get('content-type')).toBe(plain.headers.get('content-type'));
      expect(answer.headers.get('cache-control')).toBe(plain.headers.get('cache-control'));
      const tag = answer.headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[^"]+"$/);
      tags.add(tag);
      const headers = { 'if-none-match': tag };
      const known = await ask(path, encoding, { origin, headers });
      expect([known.status, known.bytes.length, known.used, known.headers.get('etag')]).toEqual([304, 0, null, tag]);
      const head = await ask(path, encoding, { origin, method: 'HEAD' });
      expect([head.status, head.headers.get('etag'), head.used]).toEqual([200, tag, answer.used]);
      expect(head.headers.get('content-length')).toBe(String(answer.bytes.length));
    }
    expect(tags.size).toBe(isLarge ? 2 : 1);
    expect((await ask(path, 'gzip', { origin, headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });
});

test('large bodies are compressed two at a time: those that wait take no memory beyond their text', async () => {
  const body = JSON.stringify(Array.from({ length: 20_000 }, (_, number) => `Service ${number}`));
  const gzip = zlib.gzip as (...parameters: readonly unknown[]) => void;
  const running = { now: 0, most: 0 };
  const compressing = spyOn(zlib, 'gzip').mockImplementation(((bytes: unknown, options: unknown, done: GzipDone) => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    gzip(bytes, options, (error: Error | null, compressed: Buffer) => {
      running.now -= 1;
      done(error, compressed);
    });
  }) as typeof zlib.gzip);
  try {
    const compressed = await Promise.all(Array.from({ length: 8 }, async () => compress(body)));
    expect([compressing.mock.calls.length, running.most]).toEqual([8, 2]);
    for (const one of compressed) expect(Buffer.from(Bun.gunzipSync(Buffer.from(one))).toString()).toBe(body);
  } finally {
    compressing.mockRestore();
  }
});

type GzipDone = (error: Error | null, compressed: Buffer) => void;

test('fixed content whose first read has failed is read again for the next request', async () => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    if (reads === 1) throw new Error('the file is not there yet');
    return Buffer.from('content');
  };
  const answer = fixedContent(read, {});
  const askForContent = () => answer({ request: new Request('http://localhost/'), set: { headers: {} } });
  expect(await askForContent().catch(String)).toBe('Error: the file is not there yet');
  expect(await (await askForContent()).text()).toBe('content');
  expect(await (await askForContent()).text()).toBe('content');
  expect(reads).toBe(2);
});
