import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { binary, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

// The inspector and what it needs are more than 100 MB, so it is fetched for this test and no dependency.
const inspector = '@modelcontextprotocol/inspector@2.12.0';
// Without a network the rest can be tested all the same; where it is asked for, it is not passed over.
const isRequired = process.env['INSPECTOR_TEST'] === '1';
const fetchSecondsMax = isRequired ? 240 : 90;

const program = await fetchInspector();
const isThere = program !== '';
if (!isThere && !isRequired) console.log('the MCP inspector could not be fetched, so it is not tried');

/** Has npx fetch the inspector, and gives where it then is; empty when it cannot be fetched. */
async function fetchInspector(): Promise<string> {
  for (let triesLeft = 3; triesLeft > 0; triesLeft -= 1) {
    const child = Bun.spawn(['npx', '--yes', `--package=${inspector}`, '-c', 'command -v mcp-inspector'], {
      cwd: temporaryDirectory(),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
      timeout: fetchSecondsMax * 1000,
    });
    const stdout = await new Response(child.stdout).text();
    if ((await child.exited) === 0) return stdout.trim();
  }
  return '';
}

async function inspect(words: readonly string[]) {
  const child = Bun.spawn([program, '--cli', ...words], {
    cwd: temporaryDirectory(),
    env: { ...process.env, MCP_STORAGE_DIR: temporaryDirectory() },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: 60_000,
  });
  const stdout = await new Response(child.stdout).text();
  return { exitCode: await child.exited, stdout };
}

test.if(isRequired)('the MCP inspector can be fetched, as INSPECTOR_TEST=1 asks for', () => {
  expect(isThere).toBe(true);
});

describe.if(isThere)('the MCP inspector', () => {
  test.each(['HTTP', 'stdio'])(
    'works over %s: lists tools, calls one, reads a resource, gets a prompt',
    async (transport) => {
      const server = await startServer();
      const keyFile = join(server.dataDirectory, 'initial-api-key');
      const target =
        transport === 'HTTP'
          ? [`${server.origin}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${server.initialKey()}`]
          : [binary, 'mcp', '--url', server.origin, '--key-file', keyFile];
      const ask = async (...words: string[]) => {
        const { exitCode, stdout } = await inspect([...target, ...words]);
        return { exitCode, result: JSON.parse(stdout) as unknown };
      };
      expect(await ask('--method', 'tools/list')).toMatchObject({
        exitCode: 0,
        result: { tools: expect.any(Array) },
      });
      const call = ['--method', 'tools/call', '--tool-name', 'getSpendSummary', '--tool-arg', 'horizonDays=9'];
      expect(await ask(...call)).toMatchObject({ result: { structuredContent: { summary: { horizonDays: 9 } } } });
      expect(await ask('--method', 'resources/list')).toMatchObject({ result: { resources: expect.any(Array) } });
      expect(await ask('--method', 'prompts/get', '--prompt-name', 'find-savings')).toMatchObject({
        result: { messages: expect.any(Array) },
      });
    },
    120_000,
  );
});
