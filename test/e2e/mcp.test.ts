import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { binary, run, runProgram, startServer } from '../support/binary.ts';
import { clientKinds, connectMcp, connectOverStdio } from '../support/mcpClient.ts';
import { validDraft } from '../support/validDraft.ts';

const server = await startServer();
const key = server.initialKey();
const keyFile = join(server.dataDirectory, 'initial-api-key');

const transports = clientKinds.flatMap((kind) => [
  ['HTTP', kind, () => connectMcp(server.origin, key, kind)] as const,
  ['stdio', kind, () => connectOverStdio(['--url', server.origin, '--key-file', keyFile], kind)] as const,
]);

describe.each(transports)('the executable over %s, with a client of kind %s', (_transport, _kind, connect) => {
  test('lists tools, executes calls, and says how to correct a faulty call', async () => {
    const client = await connect();
    expect(client.serverName()).toBe('duebook');
    expect(client.instructions()).toContain('Ask the user to confirm');
    expect((await client.tools()).map(({ name }) => name)).toContain('pauseSubscription');
    expect((await client.call('createSubscription', { ...validDraft, period: 'weekly' })).structured).toMatchObject({
      error: {
        field: 'period',
        suggestedFix: expect.stringContaining('"custom", and its days in customDate: "7" for weekly'),
      },
    });
    const created = await client.call('createSubscription', { ...validDraft, period: 'custom', customDate: '7' });
    const { id } = created.structured['data'] as { id: string };
    expect((await client.call('getSubscription', { id })).structured).toMatchObject({ data: { id, customDate: '7' } });
    expect((await client.call('deleteSubscription', { id })).structured).toMatchObject({ deleted: true });
    await client.close();
  });
});

describe('duebook mcp', () => {
  test('takes its settings from an environment that also has those of a server', async () => {
    const environment = { DUEBOOK_URL: server.origin, DUEBOOK_KEY_FILE: keyFile, DUEBOOK_PORT: '1' };
    const client = await connectOverStdio([], '2026', environment);
    expect(await client.call('getSpendSummary')).toMatchObject({ isError: false });
    await client.close();
  });

  test('answers every call of a file before it ends', async () => {
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const category = 'x'.repeat(80);
    const calls = Array.from({ length: 300 }, (_, id) => ({
      jsonrpc: '2.0',
      id: id + 1,
      method: 'tools/call',
      params: { name: 'createSubscription', arguments: { ...validDraft, category } },
    }));
    const messages = [{ jsonrpc: '2.0', id: 0, method: 'initialize', params: hello }, ...calls];
    const { exitCode, stdout } = await runProgram([binary, 'mcp', '--url', server.origin, '--key-file', keyFile], {
      env: {},
      stdin: new Blob([messages.map((message) => `${JSON.stringify(message)}\n`).join('')]),
    });
    const answers = stdout.trimEnd().split('\n');
    expect(exitCode).toBe(0);
    expect(answers).toHaveLength(messages.length);
    const ids = answers.map((line) => (JSON.parse(line) as { id: number }).id);
    expect(new Set(ids).size).toBe(messages.length);
  });

  test.each([
    [['--key-file', keyFile, '--url', 'http://127.0.0.1:1'], 1, 'cannot be reached'],
    [['--key-file', '/nonexistent/key'], 1, 'cannot read the API key'],
    [['--url', 'ftp://example.org'], 2, 'must be an address'],
    [[], 2, 'DUEBOOK_KEY_FILE'],
  ])('%p: it exits with %i and one line', async (words, exitCode, reason) => {
    const ended = await run(['mcp', ...words]);
    expect(ended).toMatchObject({ exitCode, stdout: '' });
    expect(ended.stderr).toMatch(/^duebook: [^\n]+\n$/);
    expect(ended.stderr).toContain(reason);
  });
});
