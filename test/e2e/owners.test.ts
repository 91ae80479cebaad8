import { describe, expect, test } from 'bun:test';
import { run, startServer } from '../support/binary.ts';
import { validDraft } from '../support/validDraft.ts';

const list = '/api/v1/subscriptions';

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
