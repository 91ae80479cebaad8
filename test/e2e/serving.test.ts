import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, startServer } from '../support/binary.ts';
import { readPaths } from '../support/operations.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { beginRequest } from '../support/unfinishedRequests.ts';
import { validDraft as draft } from '../support/validDraft.ts';

const subscriptions = '/api/v1/subscriptions';

describe('the executable', () => {
  test('serves every operation, and keeps all data across a restart', async () => {
    const server = await startServer();
    const key = server.initialKey();
    const created = await server.call(key, 'POST', subscriptions, draft);
    expect(created.status).toBe(201);
    const { id } = created.json['data'] as { id: string };
    const gone = (await server.call(key, 'POST', subscriptions, draft)).json['data'] as { id: string };
    expect((await server.call(key, 'PATCH', `${subscriptions}/${id}`, { amount: 17.99 })).status).toBe(200);
    expect((await server.call(key, 'DELETE', `${subscriptions}/${gone.id}`)).status).toBe(200);
    const rates = { base: 'EUR', rates: { USD: 1.1642 } };
    expect((await server.call(key, 'PUT', '/api/v1/rates', rates)).status).toBe(200);
    // These answers have the time at which they were made.
    const paths = [
      `${subscriptions}/${id}`,
      ...readPaths.filter((path) => !/summary|forecast|export|set-aside/.test(path)),
    ];
    const seen = await Promise.all(paths.map((path) => server.call(key, 'GET', path)));
    expect(seen.filter(({ status }) => status !== 200)).toEqual([]);
    await server.stop();

    const again = await startServer([], { cwd: server.directory });
    const seenAgain = await Promise.all(paths.map((path) => again.call(key, 'GET', path)));
    const withoutRequestId = ({ json: { requestId: _requestId, ...rest } }: (typeof seen)[number]) => rest;
    expect(seenAgain.map(withoutRequestId)).toEqual(seen.map(withoutRequestId));
    await again.stop();
  });

  test('writes nothing to standard error in normal operation', async () => {
    const first = await startServer();
    await first.stop();
    const server = await startServer([], { cwd: first.directory });
    await server.call(server.initialKey(), 'POST', subscriptions, draft);
    await server.call('dbk_w_wrong', 'GET', subscriptions);
    await server.call(server.initialKey(), 'POST', subscriptions, { name: 1 });
    expect(await server.stop()).toMatchObject({ stderr: '', exitCode: 0 });
  });

  test('prints the OpenAPI document that it serves', async () => {
    const server = await startServer();
    const served: unknown = await (await fetch(`${server.origin}/openapi.json`)).json();
    const printed = await run(['openapi']);
    expect(printed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(printed.stdout)).toEqual(served);
    await server.stop();
  });

  test('serves its reference page without scripts or styles of another host', async () => {
    const server = await startServer();
    const page = await fetch(`${server.origin}/docs`);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const sources = Array.from(html.matchAll(/(?:src|href)="([^"]*)"/g), ([, source = '']) => source);
    expect(sources).toEqual(['/docs/page.js']);
    const script = await fetch(`${server.origin}/docs/page.js`);
    expect(script.headers.get('content-type')).toStartWith('text/javascript');
    expect((await script.text()).length).toBeGreaterThan(1_000_000);
    await server.stop();
  });

  test('sends the script of that page compressed, and answers 304 to clients that have it', async () => {
    const server = await startServer();
    const ask = (encoding: string, known = '') =>
      fetch(`${server.origin}/docs/page.js`, {
        decompress: false,
        headers: { 'accept-encoding': encoding, 'if-none-match': known },
      });
    const [plain, gzipped] = [await ask('identity'), await ask('gzip, deflate, br, zstd')];
    const [bytes, fewer] = [Buffer.from(await plain.arrayBuffer()), Buffer.from(await gzipped.arrayBuffer())];
    expect([plain, gzipped].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
    expect(fewer.length).toBeLessThan(bytes.length / 3);
    expect(Buffer.compare(Buffer.from(Bun.gunzipSync(fewer)), bytes)).toBe(0);
    const original = Bun.file(
      join(import.meta.dir, '../../node_modules/@scalar/api-reference/dist/browser/standalone.js'),
    );
    expect(Buffer.compare(Buffer.from(await original.arrayBuffer()), bytes)).toBe(0);
    for (const { headers } of [plain, gzipped]) {
      const known = await ask(headers.get('content-encoding') ?? 'identity', headers.get('etag') ?? '');
      expect([known.status, await known.text()]).toEqual([304, '']);
    }
    await server.stop();
  });
});

describe('the working directory', () => {
  test('has no effect by bunfig.toml, .env, package.json or tsconfig.json', async () => {
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, 'node_modules/elysia'), { recursive: true });
    writeFileSync(join(cwd, 'preload.ts'), `require('node:fs').writeFileSync('${join(cwd, 'preloaded')}', '')`);
    writeFileSync(join(cwd, 'bunfig.toml'), 'preload = ["./preload.ts"]\n[run]\npreload = ["./preload.ts"]\n');
    for (const name of ['.env', '.env.local', '.env.production']) {
      writeFileSync(join(cwd, name), 'DUEBOOK_DATA_DIR=./stolen\nDUEBOOK_BOGUS=1\n');
    }
    writeFileSync(join(cwd, 'package.json'), '{"name":"hostile","imports":{"elysia":"./preload.ts"}}');
    writeFileSync(join(cwd, 'tsconfig.json'), '{"compilerOptions":{"paths":{"*":["./preload.ts"]}}}');
    writeFileSync(join(cwd, 'node_modules/elysia/index.js'), 'process.exit(9)');
    const server = await startServer([], { cwd });
    expect((await server.call(server.initialKey(), 'GET', subscriptions)).status).toBe(200);
    expect((await server.stop()).exitCode).toBe(0);
    expect(existsSync(join(cwd, 'preloaded'))).toBe(false);
    expect(existsSync(join(cwd, 'stolen'))).toBe(false);
  });
});

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it with 0 and checkpoints the write-ahead log', async (signal) => {
    const server = await startServer();
    await server.call(server.initialKey(), 'POST', subscriptions, draft);
    expect((await server.stop(signal)).exitCode).toBe(0);
    expect(existsSync(join(server.dataDirectory, 'duebook.db-wal'))).toBe(false);
  });

  test('a request in progress is answered, and its write is stored', async () => {
    const server = await startServer();
    const key = server.initialKey();
    const body = JSON.stringify(draft);
    const head = `POST ${subscriptions} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = await beginRequest(server.origin, head + body.slice(0, 10));
    const ended = server.stop();
    socket.write(body.slice(10));
    const { promise: answered, resolve } = Promise.withResolvers<string>();
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    expect(await answered).toStartWith('HTTP/1.1 201 ');
    expect((await ended).exitCode).toBe(0);
    const again = await startServer([], { cwd: server.directory });
    expect((await again.call(key, 'GET', subscriptions)).json['data']).toHaveLength(1);
    await again.stop();
  });
});

test('the quota and the limit on invalid keys have separate windows', async () => {
  const [quotaWindow, invalidKeyWindow] = [3000, 600];
  const windows = ['--quota-window', String(quotaWindow), '--invalid-key-window', String(invalidKeyWindow)];
  const server = await startServer(['--quota', '1', '--invalid-key-limit', '1', ...windows]);
  const retryAfter = async (key: string) => {
    await server.call(key, 'GET', subscriptions);
    const { status, headers } = await server.call(key, 'GET', subscriptions);
    expect(status).toBe(429);
    return Number(headers.get('retry-after'));
  };
  const [ofQuota, ofInvalidKeys] = [await retryAfter(server.initialKey()), await retryAfter('nonsense')];
  expect(ofQuota).toBeWithin(invalidKeyWindow + 1, quotaWindow + 1);
  expect(ofInvalidKeys).toBeWithin(1, invalidKeyWindow + 1);
  await server.stop();
});
