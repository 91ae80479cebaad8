import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run, runProgram, startServer } from '../support/binary.ts';
import { validDraft } from '../support/validDraft.ts';

describe('a first start', () => {
  test('prints nothing else on standard output at log level warn', async () => {
    const server = await startServer(['--log-level', 'warn']);
    expect((await server.stop()).stdout).toBe(`duebook listening on ${server.origin}\n`);
  });

  test('writes a write key of the owner default to a file that only its user can read, and never prints it', async () => {
    const server = await startServer();
    const key = server.initialKey();
    expect(key).toMatch(/^dbk_w_[0-9A-Za-z]{36}$/);
    const mode = statSync(join(server.dataDirectory, 'initial-api-key')).mode & 0o777;
    expect(mode.toString(8)).toBe('600');
    const { stdout, stderr } = await server.stop();
    expect(stdout + stderr).not.toContain(key.slice(6));
  });

  test('prints a curl command that works when it is pasted', async () => {
    const server = await startServer();
    await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', { ...validDraft, name: 'Pasted' });
    const pasted = curlLineOf(server.origin, join(server.dataDirectory, 'initial-api-key'));
    const { stdout } = await runProgram(['sh', '-c', pasted]);
    expect((await server.stop()).stderr).toContain(pasted);
    if (Bun.which('curl') !== null) expect(stdout).toContain('"name":"Pasted"');
  });

  test('makes the user admin with an admin scope, and prints a sign-in code, and its link last', async () => {
    const server = await startServer(['--base-path', '/due']);
    const { stderr } = await server.stop();
    const [, code] = /^http:\S+\/due\/sign-in#code=(\S+)$/m.exec(stderr) ?? [];
    expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
    expect(stderr).toContain(`enter the code ${code} on the sign-in page`);
    expect(stderr).toEndWith(`\n\n${server.origin}/sign-in#code=${code}\n\n`);
    const { stdout } = await run(['users', 'list', '--json'], { cwd: server.directory });
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'admin', owner: 'default', scope: 'admin', hasPassword: false }]);
  });

  test('that ended before it made the user is completed by `duebook sign-in`, which the next start recommends', async () => {
    const { directory: cwd, ...first } = await startServer();
    await first.stop();
    // What the database has when the process ended right after the key was stored.
    const database = new Database(join(cwd, 'data/duebook.db'));
    for (const table of ['sign_in_codes', 'memberships', 'users']) database.run(`DELETE FROM ${table}`);
    database.close();
    const advice = 'nobody can sign in to the dashboard yet: run \\"duebook sign-in\\"';
    const second = await startServer([], { cwd });
    await second.lineThat((line) => line.includes(advice));
    const signedIn = await run(['sign-in', '--json'], { cwd });
    expect(JSON.parse(signedIn.stdout)).toMatchObject({ user: 'admin', owner: 'default', scope: 'admin' });
    expect((await second.stop()).stderr).toBe('');
  });

  test('creates a directory and files that only its user can read', async () => {
    const server = await startServer();
    expect((statSync(server.dataDirectory).mode & 0o777).toString(8)).toBe('700');
    const names = readdirSync(server.dataDirectory).sort();
    expect(names).toEqual([
      'duebook.address',
      'duebook.db',
      'duebook.db-shm',
      'duebook.db-wal',
      'duebook.lock',
      'initial-api-key',
    ]);
    const page = readFileSync(join(import.meta.dir, '../../docs/configuration.md'), 'utf8');
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    for (const name of names) {
      expect((statSync(join(server.dataDirectory, name)).mode & 0o777).toString(8)).toBe('600');
    }
    await server.stop();
  });

  test('a second start creates no key and no code, and mentions none', async () => {
    const first = await startServer();
    const key = first.initialKey();
    await first.stop();
    const second = await startServer([], { cwd: first.directory });
    expect(second.initialKey()).toBe(key);
    expect((await second.call(key, 'GET', '/api/v1/subscriptions')).status).toBe(200);
    expect((await second.stop()).stderr).toBe('');
  });

  test('a start after all keys are revoked creates no key', async () => {
    const { directory: cwd, ...first } = await startServer();
    const key = first.initialKey();
    await first.stop();
    const [made] = JSON.parse((await run(['keys', 'list', '--json'], { cwd })).stdout) as { id: string }[];
    expect((await run(['keys', 'revoke', made?.id ?? ''], { cwd })).exitCode).toBe(0);
    const second = await startServer([], { cwd });
    expect(second.initialKey()).toBe(key);
    expect((await second.call(key, 'GET', '/api/v1/subscriptions')).status).toBe(401);
    expect((await second.stop()).stderr).toBe('');
    expect(JSON.parse((await run(['keys', 'list', '--json'], { cwd })).stdout)).toHaveLength(1);
  });
});

function curlLineOf(origin: string, keyFile: string): string {
  return `curl -H "Authorization: Bearer $(cat ${keyFile})" ${origin}/api/v1/subscriptions`;
}
