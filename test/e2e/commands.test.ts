import { describe, expect, test } from 'bun:test';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageDescription from '../../package.json' with { type: 'json' };
import { binary, run, runProgram, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

describe('healthcheck', () => {
  test('finds the server by the variables of its container, ignores HTTP proxies, and fails when the server is stopped', async () => {
    const server = await startServer(['--host', '0.0.0.0']);
    const { port } = new URL(server.origin);
    const proxy = { HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' };
    const environment = {
      DUEBOOK_HOST: '0.0.0.0',
      DUEBOOK_PORT: port,
      DUEBOOK_DATA_DIR: server.dataDirectory,
      ...proxy,
    };
    expect(await run(['healthcheck'], { environment })).toEqual({
      exitCode: 0,
      stdout: `http://127.0.0.1:${port}/readyz is ready\n`,
      stderr: '',
    });
    await server.stop();
    const { exitCode, stdout, stderr } = await run(['healthcheck'], { environment });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^duebook: cannot ask [^\n]+\n$/);
  });

  test('finds the default data directory in the working directory of the server', async () => {
    const server = await startServer();
    const words = ['healthcheck', '--port', new URL(server.origin).port];
    expect(await run(words, { cwd: server.directory })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await run(words)).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Duebook did not check') });
    await server.stop();
  });
});

describe('settings', () => {
  test('from the file of a variable and from a configuration file reach the server', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'duebook.toml'), 'quota = 7\ntimezone = "Europe/Berlin"\n');
    writeFileSync(join(cwd, 'window'), '60\n');
    const environment = { DUEBOOK_CONFIG: 'duebook.toml', DUEBOOK_QUOTA_WINDOW_FILE: './window' };
    const server = await startServer([], { cwd, environment });
    const { headers } = await server.call(server.initialKey(), 'GET', '/api/v1/subscriptions');
    expect(headers.get('x-ratelimit-limit')).toBe('7');
    const shown = await run(['config', 'show', '--quota', '8'], { cwd, environment });
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toMatch(/^quota +8 +flag --quota$/m);
    expect(shown.stdout).toMatch(/^quota-window +60 +variable file DUEBOOK_QUOTA_WINDOW_FILE="\.\/window"$/m);
    expect(shown.stdout).toMatch(/^timezone +Europe\/Berlin +config file "timezone" in "duebook\.toml"$/m);
  });
});

describe('version', () => {
  test('--json has the date of the build', async () => {
    const { stdout } = await run(['version', '--json']);
    const facts = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
    expect(facts).toMatchObject({ version: packageDescription.version, bun: Bun.version });
    expect(facts['buildDate']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    // The sources may be an archive without the repository.
    expect(facts['commit'] ?? '0'.repeat(40)).toMatch(/^[0-9a-f]{40}(-dirty)?$/);
  });
});

describe('completion', () => {
  test.if(Bun.which('bash') !== null)('works in bash as the README says', async () => {
    const asked = `source <("$0" completion bash); COMP_WORDS=(duebook keys ro); COMP_CWORD=2; _duebook; echo "$COMPREPLY"`;
    const { stdout } = await runProgram(['bash', '-c', asked, binary], { env: { PATH: '/usr/bin:/bin' } });
    expect(stdout).toBe('rotate\n');
  });
});

describe.if(process.platform === 'linux')('output for which there is too little room', () => {
  test('fails the command, also when its beginning was written', async () => {
    const cwd = temporaryDirectory();
    const limited = `trap '' XFSZ; ulimit -f 8; exec "$0" openapi > openapi.json`;
    const { stderr, exitCode } = await runProgram(['sh', '-c', limited, binary], { cwd, env: {} });
    expect(stderr).toMatch(/^duebook: cannot write the output: [^\n]+\n$/);
    expect(exitCode).toBe(1);
    expect(statSync(join(cwd, 'openapi.json')).size).toBeGreaterThan(0);
  });
});
