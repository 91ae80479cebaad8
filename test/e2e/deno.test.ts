import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, followLines, run, startServer } from '../support/binary.ts';
import { deno, executableOnDeno } from '../support/deno.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

/** An entry of the audit trail. */
interface Entry {
  readonly id: string;
  readonly action: string;
}

const root = join(import.meta.dir, '../..');
const path = '/api/v1/subscriptions';

// scripts/testOnDeno.ts runs other tests of the executable on Deno. These are of Deno alone, and of both runtimes on one database.
describe.if(deno !== null)('on Deno (skipped where it is not installed)', () => {
  const executable = deno === null ? '' : executableOnDeno();

  test('deno task start serves the API, the dashboard and the documentation', async () => {
    const data = join(temporaryDirectory(), 'data');
    const server = Bun.spawn([deno ?? '', 'task', 'start', '--port', '0', '--data-dir', data], {
      cwd: root,
      env: { ...process.env, DENO_DIR: join(root, 'dist/deno-cache'), NO_COLOR: '1' },
      stdout: 'pipe',
      stderr: 'ignore',
    });
    afterAll(() => server.kill());
    const line = await followLines(server.stdout).lineThat((each) => each.startsWith('duebook listening on '));
    const origin = line.replace('duebook listening on ', '');
    const key = (await Bun.file(join(data, 'initial-api-key')).text()).trim();
    const authorization = `Bearer ${key}`;
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    for (const [place, type] of [
      ['/', 'text/html'],
      ['/docs', 'text/html'],
      ['/docs/page.js', 'text/javascript'],
      ['/openapi.json', 'application/json'],
      ['/llms.txt', 'text/plain'],
    ] as const) {
      const answer = await fetch(origin + place, { headers: { accept: 'text/html' } });
      expect([place, answer.status, answer.headers.get('content-type')]).toEqual([
        place,
        200,
        expect.stringContaining(type) as unknown as string,
      ]);
      expect((await answer.text()).length).toBeGreaterThan(100);
    }
    const created = await fetch(origin + path, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify(validDraft),
    });
    expect(created.status).toBe(201);
    server.kill('SIGTERM');
    expect(await server.exited).toBeOneOf([0, 143]);
  });

  test('answers without a body have none: 304, and 204 to a preflight', async () => {
    const server = await startServer([], { executable });
    const headers = { authorization: `Bearer ${server.initialKey()}` };
    const first = await fetch(server.origin + path, { headers });
    const again = await fetch(server.origin + path, { headers: { ...headers, 'if-none-match': etagOf(first) } });
    expect([again.status, await again.text(), etagOf(again)]).toEqual([304, '', etagOf(first)]);
    for (const place of [path, '/mcp']) {
      const preflight = await fetch(server.origin + place, {
        method: 'OPTIONS',
        headers: { origin: server.origin, 'access-control-request-method': 'POST' },
      });
      expect([place, preflight.status, await preflight.text()]).toEqual([place, 204, '']);
    }
    expect((await server.stop()).exitCode).toBe(0);
  });

  test('writes with If-Match, dry runs, batches, reports, the trail and its reverts answer as the contract says', async () => {
    const server = await startServer([], { executable });
    const key = server.initialKey();
    const created = await server.call(key, 'POST', path, validDraft);
    const place = `${path}/${(created.json['data'] as { id: string }).id}`;
    const patch = (tag: string, amount: number) =>
      fetch(server.origin + place, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${key}`, 'if-match': tag },
        body: JSON.stringify({ amount }),
      });
    expect((await patch('"other"', 1)).status).toBe(412);
    expect((await patch(etagOf(created), 2)).status).toBe(200);
    expect((await patch(etagOf(created), 3)).status).toBe(412);
    const tried = await server.call(key, 'POST', `${path}?dryRun=true`, { ...validDraft, name: 'Tried' });
    expect([tried.status, tried.json]).toEqual([200, expect.objectContaining({ dryRun: true }) as never]);
    const operations = ['One', 'Two'].map((name) => ({ action: 'create', subscription: { ...validDraft, name } }));
    expect((await server.call(key, 'POST', `${path}/batch`, { operations })).status).toBe(200);
    const list = await server.call(key, 'GET', `${path}?sort=name&limit=2`);
    expect(list.json['data']).toMatchObject([{ name: 'Netflix', amount: 2 }, { name: 'One' }]);
    expect(list.json['pagination']).toMatchObject({ hasMore: true });
    const trail = await server.call(key, 'GET', '/api/v1/audit');
    const update = (trail.json['data'] as readonly Entry[]).find(({ action }) => action === 'subscription.update');
    const reverted = await server.call(key, 'POST', `/api/v1/audit/${update?.id}/revert`);
    expect([reverted.status, reverted.json['error']]).toEqual([200, undefined]);
    for (const report of ['analytics/summary', 'analytics/forecast', 'usage', 'export', 'export?format=csv']) {
      const answer = await server.call(key, 'GET', `/api/v1/${report}`);
      expect([report, answer.status]).toEqual([report, 200]);
    }
    expect((await server.stop()).exitCode).toBe(0);
  });

  test('the runtimes read what the other has written: records, keys, passwords and entity tags after a restart', async () => {
    const cwd = temporaryDirectory();
    const first = await startServer([], { cwd, executable });
    const key = first.initialKey();
    await first.call(key, 'POST', path, validDraft);
    const before = await first.call(key, 'GET', path);
    await first.stop();
    const data = ['--data-dir', join(cwd, 'data')];
    const users = [
      { name: 'anna', executable },
      { name: 'ben', executable: binary },
    ];
    for (const user of users) {
      const file = join(cwd, user.name);
      writeFileSync(file, `correct horse of ${user.name}`, { mode: 0o600 });
      const words = ['users', 'add', user.name, '--owner', 'default', '--password-file', file, ...data];
      expect(await run(words, user)).toMatchObject({ exitCode: 0 });
    }
    for (const other of [binary, executable]) {
      const server = await startServer([], { cwd, executable: other });
      const after = await server.call(key, 'GET', path);
      expect(after.json['data']).toEqual(before.json['data']);
      if (other === executable) expect(etagOf(after)).toBe(etagOf(before));
      for (const { name } of users) {
        const signIn = (password: string) =>
          fetch(`${server.origin}/api/v1/session`, { method: 'POST', body: JSON.stringify({ user: name, password }) });
        expect([name, (await signIn(`correct horse of ${name}`)).status]).toEqual([name, 201]);
        expect([name, (await signIn('wrong horse')).status]).toEqual([name, 401]);
      }
      await server.stop();
    }
    const check = await run(['check', ...data], { executable });
    expect(check).toMatchObject({ exitCode: 0, stdout: 'no damage found\n' });
  });
});

function etagOf({ headers }: { readonly headers: Headers }): string {
  return headers.get('etag') ?? '';
}
