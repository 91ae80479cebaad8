import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { isNightly } from '../support/nightly.ts';
import { binary, runProgram, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

// The inspector and its dependencies have more than 100 MB, so it is downloaded at night and is no dependency.
const inspector = '@modelcontextprotocol/inspector@2.12.0';
const program = isNightly ? await fetchInspector() : '';

/** Downloads the inspector with npx and returns its path. */
async function fetchInspector(): Promise<string> {
  for (let triesLeft = 3; triesLeft > 0; triesLeft -= 1) {
    const words = ['npx', '--yes', `--package=${inspector}`, '-c', 'command -v mcp-inspector'];
    const options = { cwd: temporaryDirectory(), stdin: 'ignore', timeout: 240_000 } as const;
    const { exitCode, stdout } = await runProgram(words, options);
    if (exitCode === 0) return stdout.trim();
  }
  throw new Error('the MCP inspector could not be downloaded');
}

function inspect(words: readonly string[]) {
  return runProgram([program, '--cli', ...words], {
    cwd: temporaryDirectory(),
    env: { ...process.env, MCP_STORAGE_DIR: temporaryDirectory() },
    stdin: 'ignore',
    timeout: 60_000,
  });
}

describe.if(isNightly)('the MCP inspector', () => {
  test.each(['HTTP', 'stdio'])(
    'works over %s: it lists tools and calls one',
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
      const horizon = expect.stringContaining('"horizonDays":9');
      expect(await ask(...call)).toMatchObject({ result: { content: [{ text: horizon }] } });
    },
    120_000,
  );
});
