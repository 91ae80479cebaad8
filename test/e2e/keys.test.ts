import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { binary, run, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

interface ListedKey {
  readonly id: string;
  readonly owner: string;
  readonly scope: string;
  readonly state: string;
  readonly start: string;
  readonly name: string | null;
}

const list = '/api/v1/subscriptions';

async function listedKeys(cwd: string): Promise<ListedKey[]> {
  const { stdout } = await run(['keys', 'list', '--json'], { cwd });
  return JSON.parse(stdout) as ListedKey[];
}

describe('the commands on keys, while the server runs', () => {
  test('create prints only the key, and it works at once', async () => {
    const server = await startServer();
    const made = await run(['keys', 'create', '--owner', 'anna', '--scope', 'write', '--name', 'laptop'], {
      cwd: server.directory,
    });
    expect(made).toMatchObject({ exitCode: 0, stderr: 'duebook: new owner anna; the others are: default\n' });
    expect(made.stdout).toMatch(/^dbk_w_[0-9A-Za-z]{36}\n$/);
    expect((await server.call(made.stdout.trim(), 'GET', list)).status).toBe(200);
  });

  test('revoke takes effect on the next request', async () => {
    const server = await startServer();
    const words = ['keys', 'create', '--owner', 'anna', '--scope', 'read', '--json'];
    const { id, key } = JSON.parse((await run(words, { cwd: server.directory })).stdout) as { id: string; key: string };
    expect((await server.call(key, 'GET', list)).status).toBe(200);
    expect(await run(['keys', 'revoke', id], { cwd: server.directory })).toEqual({
      exitCode: 0,
      stdout: `revoked ${id}\n`,
      stderr: '',
    });
    expect((await server.call(key, 'GET', list)).status).toBe(401);
    expect((await listedKeys(server.directory)).find((listed) => listed.id === id)?.state).toBe('revoked');
  });

  test('rotate takes effect on the next request; with --grace both keys work', async () => {
    const server = await startServer();
    const words = ['keys', 'create', '--owner', 'anna', '--scope', 'read', '--json'];
    const old = JSON.parse((await run(words, { cwd: server.directory })).stdout) as { id: string; key: string };
    const rotated = await run(['keys', 'rotate', old.id, '--grace', '24h', '--json'], { cwd: server.directory });
    expect(rotated).toMatchObject({ exitCode: 0, stderr: '' });
    const second = JSON.parse(rotated.stdout) as { id: string; key: string };
    for (const key of [old.key, second.key]) expect((await server.call(key, 'GET', list)).status).toBe(200);
    const third = (await run(['keys', 'rotate', second.id], { cwd: server.directory })).stdout;
    expect(third).toMatch(/^dbk_r_[0-9A-Za-z]{36}\n$/);
    expect((await server.call(second.key, 'GET', list)).status).toBe(401);
    expect((await server.call(third.trim(), 'GET', list)).status).toBe(200);
  });

  test.if(existsSync('/dev/full'))('rotate that cannot print the new key leaves the old one unchanged', async () => {
    const server = await startServer();
    const [{ id } = { id: '' }] = await listedKeys(server.directory);
    const words = [binary, 'keys', 'rotate', id];
    const child = Bun.spawn(words, { cwd: server.directory, env: {}, stdout: Bun.file('/dev/full'), stderr: 'pipe' });
    expect(await new Response(child.stderr).text()).toMatch(/^duebook: cannot write the output: [^\n]+\n$/);
    expect(await child.exited).toBe(1);
    expect((await server.call(server.initialKey(), 'GET', list)).status).toBe(200);
    expect((await listedKeys(server.directory)).map(({ state }) => state)).toEqual(['active']);
  });

  test('list shows every key without its secret part', async () => {
    const cwd = temporaryDirectory();
    const made = await run(
      ['keys', 'create', '--owner', 'anna', '--scope', 'read', '--name', 'panel', '--expires', '90d', '--init'],
      { cwd },
    );
    const [listed] = await listedKeys(cwd);
    expect(listed).toMatchObject({ owner: 'anna', scope: 'read', name: 'panel', state: 'active' });
    expect(listed?.start).toBe(made.stdout.slice(0, 11));
    const table = (await run(['keys', 'list'], { cwd })).stdout;
    expect(table.split('\n')[0]).toMatch(/^ID +OWNER +SCOPE +STATE +KEY +CREATED +LAST USED +EXPIRES +NAME$/);
    expect(table).toContain('panel');
    expect(table).not.toContain(made.stdout.trim().slice(0, 20));
  });

  test('--expires 90d creates a key that expires after ninety days', async () => {
    const cwd = temporaryDirectory();
    const words = ['keys', 'create', '--owner', 'anna', '--scope', 'read', '--expires', '90d', '--json', '--init'];
    const made = JSON.parse((await run(words, { cwd })).stdout) as { createdAt: string; expiresAt: string };
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(90 * 86_400_000);
  });

  test('a first start creates no key if there is one', async () => {
    const cwd = temporaryDirectory();
    const made = await run(['keys', 'create', '--owner', 'anna', '--scope', 'write', '--init'], { cwd });
    const server = await startServer([], { cwd });
    expect((await server.call(made.stdout.trim(), 'GET', list)).status).toBe(200);
    expect((await server.stop()).stderr).toBe('');
    expect(await listedKeys(cwd)).toHaveLength(1);
  });

  test('revoke of an unknown id, and list without a database, are refused in one line', async () => {
    const cwd = temporaryDirectory();
    expect(await run(['keys', 'list'], { cwd })).toMatchObject({ exitCode: 1, stdout: '' });
    await run(['keys', 'create', '--owner', 'anna', '--scope', 'write', '--init'], { cwd });
    const refused = await run(['keys', 'revoke', 'nothing'], { cwd });
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^duebook: there is no key with the id nothing.*\n$/);
  });
});
