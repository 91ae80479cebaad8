import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldStreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll } from 'bun:test';
import { binary } from './binary.ts';
import { checkedResult, type RawToolResult } from './toolResults.ts';

const identity = { name: 'duebook-tests', version: '1.0.0' };

/** The kinds of clients: the current SDK with both kinds of handshake, and the last SDK of major version 1. */
export const clientKinds = ['2026', '2025', 'first line'] as const;
/** One of the {@link clientKinds}. */
export type ClientKind = (typeof clientKinds)[number];

/** The result of a tool. */
interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  /** The text as JSON; empty for another text. */
  readonly structured: Readonly<Record<string, unknown>>;
}

/** The message with which a promise rejects; empty if it resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

/**
 * Connects a client to the MCP endpoint of a server. It is closed after the tests of the file.
 *
 * @param toolsets the toolsets that it lists beside the default ones
 */
export async function connectMcp(origin: string, key: string, kind: ClientKind = '2026', toolsets = '') {
  const url = new URL(`${origin}/mcp${toolsets === '' ? '' : `?toolsets=${toolsets}`}`);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  if (kind === 'first line') {
    const client = new OldClient(identity);
    await client.connect(new OldStreamableHTTPClientTransport(url, { requestInit }));
    return viewOf(client);
  }
  const client = presentClient(kind);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return viewOf(client);
}

/** Starts `duebook mcp` like a desktop program, and connects a client to it. */
export async function connectOverStdio(words: readonly string[], kind: ClientKind, environment = {}) {
  const command = { command: binary, args: ['mcp', ...words], env: environment, stderr: 'ignore' as const };
  if (kind === 'first line') {
    const client = new OldClient(identity);
    await client.connect(new OldStdioClientTransport(command));
    return viewOf(client);
  }
  const client = presentClient(kind);
  await client.connect(new StdioClientTransport(command));
  return viewOf(client);
}

function presentClient(kind: '2026' | '2025'): Client {
  return new Client(identity, { versionNegotiation: { mode: kind === '2026' ? 'auto' : 'legacy' } });
}

/** The methods of a client that tests need. The kinds differ only in types. */
function viewOf(client: Client | OldClient) {
  afterAll(() => client.close());
  return {
    instructions: () => client.getInstructions() ?? '',
    serverName: () => client.getServerVersion()?.name,
    tools: async () => (await client.listTools()).tools,

    /** Calls a tool, and reads the JSON of the result. */
    async call(name: string, given: Record<string, unknown> = {}): Promise<ToolResult> {
      const result = (await client.callTool({ name, arguments: given })) as RawToolResult;
      const structured = checkedResult(result);
      return { isError: result.isError === true, text: String(result.content?.[0]?.['text']), structured };
    },
    close: () => client.close(),
  };
}
