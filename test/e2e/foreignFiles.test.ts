import { beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, createKey, run, runProgram, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const directory = temporaryDirectory();
const data = join(directory, 'data');
const pipe = join(directory, 'pipe');
const large = join(directory, 'large');

beforeAll(async () => {
  await createKey(directory, 'default', 'write');
  await makePipe(pipe);
  writeFileSync(large, '');
  truncateSync(large, 2 * 1024 ** 3);
});

async function makePipe(path: string): Promise<void> {
  expect((await runProgram(['mkfifo', path])).exitCode).toBe(0);
}

/** Runs a command, and ends it when it hangs, or reads without end. */
async function runBounded(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = Bun.spawn(['timeout', '10', binary, ...words], {
    argv0: 'duebook',
    cwd: directory,
    env: { PATH: '/usr/bin:/bin', ...environment },
    stdout: 'pipe',
    stderr: 'pipe',
    stdin: 'ignore',
  });
  const stderr = await new Response(child.stderr).text();
  return { exitCode: await child.exited, stderr };
}

const foreign = [
  ['a named pipe', () => pipe, 'it is a named pipe, not a file'],
  ['/dev/zero', () => '/dev/zero', 'it is a device, not a file'],
  ['a directory', () => directory, 'it is a directory, not a file'],
  ['a file of 2 GiB', () => large, 'larger than'],
] as const;

/** What names a file: an argument, a flag, a variable. */
const places: Readonly<Record<string, (file: string) => Parameters<typeof runBounded>>> = {
  'import FILE': (file) => [['import', file, '--owner', 'default', '--data-dir', data]],
  'serve --config': (file) => [['serve', '--config', file, '--data-dir', data, '--port', '0']],
  DUEBOOK_CONFIG: (file) => [['keys', 'list', '--data-dir', data], { DUEBOOK_CONFIG: file }],
  DUEBOOK_SMTP_URL_FILE: (file) => [['config', 'show'], { DUEBOOK_SMTP_URL_FILE: file }],
  'users add --password-file': (file) => [
    ['users', 'add', 'anna', '--owner', 'default', '--password-file', file, '--data-dir', data],
  ],
  'mcp --key-file': (file) => [['mcp', '--key-file', file]],
  DUEBOOK_KEY_FILE: (file) => [['mcp'], { DUEBOOK_KEY_FILE: file }],
};

describe.each(foreign)('%s in the place of a file', (_, path, reason) => {
  test.each(Object.keys(places))('%s: the command says in one line why it does not read it', async (place) => {
    const { exitCode, stderr } = await runBounded(...(places[place] ?? (() => [[]] as const))(path()));
    expect([1, 2]).toContain(exitCode);
    expect(stderr).toContain(reason);
    expect(stderr).toMatch(/^duebook: [^\n]+\n$/);
  });
});

test.each(['/dev/zero', 'pipe', 'data'])('restore refuses %s', async (file) => {
  const { exitCode, stderr } = await runBounded(['restore', file, '--data-dir', join(directory, 'other')]);
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^duebook: cannot use .* not a file\n$/)]);
});

describe('a named pipe in the data directory', () => {
  const named = ['duebook.db', 'duebook.db-wal', 'duebook.lock', 'secret.key'];
  test.each(named)('%s: a start is refused at once, with the name of the file', async (name) => {
    const own = temporaryDirectory();
    cpSync(data, own, { recursive: true });
    rmSync(join(own, name), { force: true });
    await makePipe(join(own, name));
    const { exitCode, stderr } = await runBounded(['serve', '--data-dir', own, '--port', '0']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(join(own, name))]);
    const command = await runBounded(['restore', join(own, 'duebook.db'), '--data-dir', join(own, 'restored')]);
    expect([0, 1]).toContain(command.exitCode);
  });

  test.each(['duebook.address', 'initial-api-key'])('%s: it is no obstacle', async (name) => {
    const own = temporaryDirectory();
    cpSync(data, join(own, 'data'), { recursive: true });
    rmSync(join(own, 'data', name), { force: true });
    await makePipe(join(own, 'data', name));
    expect(await run(['sign-in'], { cwd: own })).toMatchObject({ exitCode: 0 });
    const server = await startServer([], { cwd: own });
    expect(await server.stop()).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

test('duebook mcp answers a message over 10 MiB with an error, and goes on with the next one', async () => {
  const server = await startServer();
  const keyFile = join(server.dataDirectory, 'initial-api-key');
  expect(readdirSync(server.dataDirectory)).toContain('initial-api-key');
  const words = [binary, 'mcp', '--url', server.origin, '--key-file', keyFile];
  const child = Bun.spawn(words, { env: {}, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const call = { name: 'listSubscriptions', arguments: { q: 'x'.repeat(11 * 1024 ** 2) } };
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { method: 'tools/call', params: call, jsonrpc: '2.0', id: 2 },
    { jsonrpc: '2.0', id: 3, method: 'tools/list' },
  ];
  await child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await child.stdin.end();
  const lines = (await new Response(child.stdout).text()).trimEnd().split('\n');
  const answers = lines.map((line) => JSON.parse(line) as { id: number; error?: unknown });
  expect(answers.sort((a, b) => a.id - b.id)).toEqual([
    expect.objectContaining({ id: 1, result: expect.anything() }),
    { jsonrpc: '2.0', id: 2, error: { code: -32_600, message: expect.stringContaining('larger than 10 MiB') } },
    expect.objectContaining({ id: 3, result: expect.anything() }),
  ]);
  expect(await child.exited).toBe(0);
  // It would turn without end otherwise.
  expect(child.resourceUsage()?.cpuTime.total ?? 0n).toBeLessThan(5_000_000n);
});
