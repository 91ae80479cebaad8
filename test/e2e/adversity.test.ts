import { describe, expect, test } from 'bun:test';
import { Database } from 'bun:sqlite';
import { closeSync, existsSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { binary, run, startServer } from '../support/binary.ts';
import { exchange } from '../support/rawSocket.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

describe('malformed requests', () => {
  test.each([
    ['no Host', 'PUT /api/v1/subscriptions HTTP/1.0', [], 405],
    ['an empty Host', 'GET /nothing HTTP/1.1', ['Host:'], 404],
    ['half an IPv6 Host', 'GET /nothing HTTP/1.1', ['Host: [::'], 404],
    ['a Host with a space', 'GET /nothing HTTP/1.1', ['Host: a b'], 404],
  ])('with %s get the error envelope', async (_name, line, hosts, status) => {
    const server = await startServer();
    const { head, body } = await exchange(server.origin, [line], hosts);
    expect(head).toStartWith(`HTTP/1.1 ${status} `);
    expect(body).toContain('{"error":{"code":"');
    // Seven lines of the first start, and nothing about the request.
    expect((await server.stop()).stderr.split('\n')).toHaveLength(8);
  });

  test('a path of thousands of slashes costs about as much as another path of that length', async () => {
    const server = await startServer();
    const millisecondsOf = async (path: string) => {
      const startedAt = performance.now();
      for (let count = 0; count < 20; count += 1) await fetch(`${server.origin}/${path}`);
      return performance.now() - startedAt;
    };
    const plain = await millisecondsOf('y'.repeat(14_001));
    // A regular expression that backtracks takes a thousand times as long.
    expect(await millisecondsOf(`${'/'.repeat(14_000)}x`)).toBeLessThan(50 * plain);
    await server.stop();
  });

  test('a query in unescaped UTF-8 is decoded', async () => {
    const server = await startServer();
    const lines = ['GET /api/v1/subscriptions?q=ü HTTP/1.1', `Authorization: Bearer ${server.initialKey()}`];
    expect((await exchange(server.origin, lines)).body).toContain('"filters":{"q":"ü"}');
    await server.stop();
  });
});

describe('a log that cannot be written', () => {
  test.if(existsSync('/dev/full'))('stops neither the start nor the service', async () => {
    const full = openSync('/dev/full', 'w');
    const child = Bun.spawn([binary, 'serve', '--port', '0'], {
      cwd: temporaryDirectory(),
      stdout: 'pipe',
      stderr: full,
    });
    const { value } = await child.stdout.getReader().read();
    const origin = /http:\S+/.exec(new TextDecoder().decode(value))?.[0] ?? '';
    expect((await fetch(`${origin}/api/v1/audit`)).status).toBe(401);
    child.kill();
    expect(await child.exited).toBe(0);
    closeSync(full);
  });

  test.if(existsSync('/dev/full'))(
    'does not hide that a key could not be printed, and the key is revoked',
    async () => {
      const full = openSync('/dev/full', 'w');
      const cwd = temporaryDirectory();
      const words = ['keys', 'create', '--owner', 'a', '--scope', 'write', '--init'];
      expect(await Bun.spawn([binary, ...words], { cwd, stdout: full, stderr: 'ignore' }).exited).toBe(1);
      expect((await run(['keys', 'list', '--json'], { cwd })).stdout).toContain('"state":"revoked"');
      closeSync(full);
    },
  );
});

describe('a database', () => {
  test('that another process locks makes a command fail with one line within a few seconds', async () => {
    const server = await startServer();
    await server.stop();
    const list = async () => {
      const startedAt = performance.now();
      return { ...(await run(['keys', 'list'], { cwd: server.directory })), took: performance.now() - startedAt };
    };
    const usual = await list();
    const holder = new Database(join(server.dataDirectory, 'duebook.db'));
    holder.run('PRAGMA locking_mode = EXCLUSIVE');
    holder.run('BEGIN EXCLUSIVE');
    const refused = await list();
    expect(refused.took).toBeLessThan(5000 + 10 * usual.took);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^duebook: [^\n]*locked[^\n]*\n$/);
    holder.close();
  });

  test('with damaged pages is refused in one line', async () => {
    const server = await startServer();
    await server.stop();
    const path = join(server.dataDirectory, 'duebook.db');
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(statSync(path).size - 4096, 0xa5), 0, undefined, 4096);
    closeSync(file);
    const refused = await run(['serve', '--port', '0'], { cwd: server.directory });
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^duebook: [^\n]+\n$/);
  });

  test('that others can read is made readable for its owner only', async () => {
    const first = await startServer();
    await first.stop();
    const path = join(first.dataDirectory, 'duebook.db');
    await Bun.spawn(['chmod', '644', path]).exited;
    const second = await startServer([], { cwd: first.directory });
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(`${path}-wal`).mode & 0o777).toString(8)).toBe('600');
    await second.stop();
  });
});

describe('servers that start at the same time in a new directory', () => {
  test('only one runs, and its first key is in the file', async () => {
    const cwd = temporaryDirectory();
    const starts = await Promise.allSettled(Array.from({ length: 4 }, () => startServer([], { cwd })));
    const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? start.value : []));
    const refusals = starts.flatMap((start) => (start.status === 'rejected' ? String(start.reason) : []));
    expect(servers).toHaveLength(1);
    for (const refusal of refusals) expect(refusal).toContain('duebook: another duebook is running on');
    const listed = JSON.parse((await run(['keys', 'list', '--json'], { cwd })).stdout) as { start: string }[];
    expect(listed).toHaveLength(1);
    const key = readFileSync(join(cwd, 'data/initial-api-key'), 'utf8').trim();
    expect(key.slice(0, 11)).toBe(listed[0]?.start ?? '');
    for (const server of servers) expect((await server.call(key, 'GET', '/api/v1/audit')).status).toBe(200);
    await Promise.all(servers.map((server) => server.stop()));
  });
});
