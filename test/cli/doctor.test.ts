import { describe, expect, test } from 'bun:test';
import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../src/modules/doctor/model.ts';
import { checkNames } from '../../src/modules/doctor/model.ts';
import { createCommands } from '../support/commands.ts';
import { outcomeOf } from '../support/program.ts';

const { dataDir, ask, askJson, serve } = createCommands();
// The machine of the tests may be anywhere.
const zone = ['--timezone', 'Europe/Berlin'];
const server = await serve([...zone, '--trusted-proxies', '127.0.0.1']);
const admin = (await askJson<{ readonly key: string }>('keys', 'create', '--owner', 'default', '--scope', 'admin')).key;
const asked = (key: string) => fetch(`${server.origin}/api/v1/doctor`, { headers: { authorization: `Bearer ${key}` } });

describe('duebook doctor', () => {
  test('exits with 1 beside a running server without a backup, names the next step, and writes nothing; it knows the flags of the server', async () => {
    const before = readdirSync(dataDir).sort();
    const { code, results, notices } = await ask('doctor');
    expect(results.join('\n')).toMatch(/time zone Europe\/Berlin\.[^]+The trusted proxies are set\./);
    expect({ code, notices }).toEqual({ code: 1, notices: [] });
    const lines = results.filter((line) => !line.startsWith(' '));
    expect(lines.map((line) => line.split(/ +/, 2))).toEqual(
      checkNames.map((name) => [name === 'backup' ? 'WRONG' : 'ok', name]),
    );
    expect(results.join('\n')).toContain('Set --backup-every 24h on the server, or run "duebook backup" regularly.');
    expect(readdirSync(dataDir).sort()).toEqual(before);
  });

  test('exits with 0 once there is one; the API answers an admin with the same list, and nobody else', async () => {
    await ask('backup');
    const { findings } = await askJson<{ readonly findings: readonly Finding[] }>('doctor');
    expect((await ask('doctor')).code).toBe(0);
    expect(findings.map(({ check, ok }) => [check, ok])).toEqual(checkNames.map((name) => [name, true]));
    const answer = (await (await asked(admin)).json()) as { readonly findings: readonly Finding[] };
    expect(answer.findings.map(({ check, ok }) => [check, ok])).toEqual(checkNames.map((name) => [name, true]));
    expect((await asked(server.key)).status).toBe(403);
  });

  test('works on a stopped server, and exits with 1 when its database is damaged or missing', async () => {
    await server.stop();
    expect((await ask('doctor', ...zone)).code).toBe(0);
    truncateSync(join(dataDir, 'duebook.db'), 4096 * 3);
    const damaged = await ask('doctor', ...zone);
    expect(damaged.code).toBe(1);
    expect(damaged.results.join('\n')).toMatch(/WRONG +database +The database is damaged/);
    const missing = await outcomeOf(['doctor', '--data-dir', join(dataDir, 'none'), ...zone]);
    expect(missing.code).toBe(1);
    expect(missing.results.join('\n')).toContain('there is no database in ');
  });

  test('exits with 2 for a flag or a value that does not exist', async () => {
    expect((await ask('doctor', '--wat')).code).toBe(2);
    expect((await ask('doctor', '--timezone', 'Mars/Olympus')).code).toBe(2);
  });
});
