import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldStreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll } from 'bun:test';
import { binary } from './binary.ts';
import { checkToolResult } from './toolResults.ts';

const identity = { name: 'duebook-tests', version: '1.0.0' };

/** The kinds of clients: the current SDK with both kinds of handshake, and the last SDK of major version 1. */
export const clientKinds = ['2026', '2025', 'first line'] as const;
/** One of the {@link clientKinds}. */
export type ClientKind = (typeof clientKinds)[number];

/** The result of a tool. */
interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
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
  // After listing the tools, the client validates results against their schemas.
  const listTools = async () => (await client.listTools()).tools;
  let known: ReturnType<typeof listTools> | undefined;
  return {
    instructions: () => client.getInstructions() ?? '',
    serverName: () => client.getServerVersion()?.name,
    tools: listTools,
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    prompts: async () => (await client.listPrompts()).prompts,

    /** Calls a tool, and checks the result against the tool's output schema. */
    async call(name: string, given: Record<string, unknown> = {}): Promise<ToolResult> {
      known ??= listTools();
      const tool = (await known).find((one) => one.name === name);
      const result = (await client.callTool({ name, arguments: given })) as Awaited<ReturnType<Client['callTool']>>;
      checkToolResult(tool, result, given);
      const [first] = result.content;
      return {
        isError: result.isError === true,
        text: first?.type === 'text' ? first.text : '',
        structured: result.structuredContent as Record<string, unknown>,
      };
    },

    /** The JSON of a resource. */
    async read(uri: string): Promise<unknown> {
      const [first] = (await client.readResource({ uri })).contents;
      return first !== undefined && 'text' in first ? JSON.parse(first.text) : undefined;
    },

    /** The text of a prompt. */
    async prompt(name: string, given: Record<string, string> = {}): Promise<string> {
      const [first] = (await client.getPrompt({ name, arguments: given })).messages;
      return first?.content.type === 'text' ? first.content.text : '';
    },

    /** The completions of an argument of a prompt, or of the template of a resource. */
    async complete(of: { prompt: string } | { template: string }, name: string, value: string): Promise<string[]> {
      const ref =
        'prompt' in of
          ? ({ type: 'ref/prompt', name: of.prompt } as const)
          : ({ type: 'ref/resource', uri: of.template } as const);
      return (await client.complete({ ref, argument: { name, value } })).completion.values;
    },
    close: () => client.close(),
  };
}
