import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { binary, createKey, run, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

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

  test('a first start creates no key if there is one', async () => {
    const cwd = temporaryDirectory();
    const made = await run(['keys', 'create', '--owner', 'anna', '--scope', 'write', '--init'], { cwd });
    const server = await startServer([], { cwd });
    expect((await server.call(made.stdout.trim(), 'GET', list)).status).toBe(200);
    expect((await server.stop()).stderr).toBe('');
    expect(await listedKeys(cwd)).toHaveLength(1);
  });
});

describe('the commands on owners, while the server runs', () => {
  test('delete takes effect on the next request, and other owners keep what they have', async () => {
    const server = await startServer();
    const at = { cwd: server.directory };
    const made = await run(['keys', 'create', '--owner', 'anna', '--scope', 'write'], at);
    const key = made.stdout.trim();
    for (const writer of [key, server.initialKey()]) {
      expect((await server.call(writer, 'POST', list, validDraft)).status).toBe(201);
    }
    const asked = await run(['owners', 'delete', 'anna'], at);
    expect(asked).toMatchObject({ exitCode: 2, stdout: '' });
    expect((await server.call(key, 'GET', list)).status).toBe(200);
    expect(await run(['owners', 'delete', 'anna', '--yes'], at)).toEqual({
      exitCode: 0,
      stdout: 'deleted anna with 1 key and 1 subscription\n',
      stderr: '',
    });
    expect((await server.call(key, 'GET', list)).status).toBe(401);
    expect((await server.call(key, 'POST', list, validDraft)).status).toBe(401);
    expect((await server.call(server.initialKey(), 'GET', list)).json['data']).toHaveLength(1);
    expect((await server.call(server.initialKey(), 'POST', list, validDraft)).status).toBe(201);
    const left = JSON.parse((await run(['owners', 'list', '--json'], at)).stdout) as unknown[];
    expect(left).toEqual([expect.objectContaining({ name: 'default', keys: 1, subscriptions: 2 })]);
    // A new owner of the same name starts with nothing.
    const again = (await run(['keys', 'create', '--owner', 'anna', '--scope', 'read'], at)).stdout.trim();
    expect((await server.call(again, 'GET', list)).json['data']).toEqual([]);
    expect((await server.call(again, 'GET', '/api/v1/audit')).json['data']).toEqual([]);
    expect(await run(['check'], at)).toMatchObject({ exitCode: 0 });
  });

  test('rename keeps the keys working', async () => {
    const server = await startServer();
    const at = { cwd: server.directory };
    expect(await run(['owners', 'rename', 'default', 'household'], at)).toMatchObject({ exitCode: 0 });
    expect((await server.call(server.initialKey(), 'GET', list)).status).toBe(200);
    expect((await run(['owners', 'list'], at)).stdout).toContain('household');
  });
});

describe('import and export, while the server runs', () => {
  test('work on what the server has, and the server has what was imported', async () => {
    const server = await startServer();
    const key = server.initialKey();
    expect((await server.call(key, 'POST', list, validDraft)).status).toBe(201);
    const path = join(server.directory, 'book.json');
    const words = (name: string) => ['--owner', name, '--data-dir', server.dataDirectory];
    expect(await run(['export', ...words('default'), '--output', path])).toMatchObject({ exitCode: 0, stderr: '' });
    const { key: other } = await createKey(server.directory, 'anna', 'read');
    const imported = await run(['import', path, ...words('anna')]);
    expect(imported).toMatchObject({ exitCode: 0, stderr: '' });
    expect(imported.stdout).toEndWith('\nimported: 1 created, 0 updated\n');
    const { json } = await server.call(other, 'GET', list);
    expect(json).toMatchObject({ data: [{ name: validDraft.name }] });
    // The server writes as before.
    expect((await server.call(key, 'POST', list, validDraft)).status).toBe(201);
    await server.stop();
    expect((await run(['import', path, ...words('anna'), '--on-duplicate', 'create'])).exitCode).toBe(0);
    const { stdout } = await run(['export', ...words('anna'), '--format', 'csv']);
    expect(stdout.trimEnd().split('\r\n')).toHaveLength(3);
  });
});
