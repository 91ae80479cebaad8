import { readFileSync } from 'node:fs';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { InitializeResult, ResultTypeMap } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ClientSettings } from '../config/settings.ts';
import { isApiKey } from '../domain/keys/apiKey.ts';
import { reasonOf } from '../runtime/systemErrors.ts';
import { SettingRefused } from '../config/sources.ts';
import type { Clock } from '../runtime/system.ts';
import { openStdioTransport } from './stdioTransport.ts';
import { CliError, exitCode, type ExitCode, type Streams } from '../runtime/terminal.ts';

/** What the command needs. */
export interface ForwardOptions {
  readonly settings: ClientSettings;
  readonly streams: Streams;
  readonly clock: Clock;
  /** Resolves when the process is asked to stop. */
  readonly stopRequested: Promise<void>;
}

/** What is handed on to the server as it is. */
const forwardedMethods = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
] as const;

/** The revision in which the server is spoken to; which one the client speaks, makes no difference to it. */
const protocolVersion = '2025-11-25';

/**
 * Speaks MCP on standard input and output for programs that start a command, and hands every request on to a running
 * server. Ends when the input does and what came in is answered.
 *
 * @throws {CliError} when the key cannot be used, or there is no server
 */
export async function forwardMcp({ settings, streams, clock, stopRequested }: ForwardOptions): Promise<ExitCode> {
  // The address that other clients are given has the path of MCP at its end.
  const url = settings.url.replace(/\/mcp$/, '');
  const ask = askServer(url, readKey(settings.keyFile));
  const remote = await greet(ask, url);
  const { transport, ended } = openStdioTransport(streams, clock);
  const handle = serveStdio(() => createForwarder(remote, ask), { transport, maxSubscriptions: 0 });
  await Promise.race([ended, stopRequested]);
  await handle.close();
  return exitCode.done;
}

type Ask = (method: string, params: object | undefined, signal?: AbortSignal) => Promise<unknown>;

/** A server of the protocol that looks like the remote one and answers with what that says. */
function createForwarder({ serverInfo, instructions = '' }: InitializeResult, ask: Ask): Server {
  const server = new Server(serverInfo, { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions });
  for (const method of forwardedMethods) {
    server.setRequestHandler(method, async ({ params }, { mcpReq }) => {
      // What the remote server gives has passed the same SDK there, and passes it here again.
      return (await ask(method, params, mcpReq.signal)) as ResultTypeMap[typeof method];
    });
  }
  return server;
}

/** Makes sure that the server is there and takes the key, and learns what it says of itself. */
async function greet(ask: Ask, url: string): Promise<InitializeResult> {
  const clientInfo = { name: 'duebook-mcp', version: '1' };
  try {
    return (await ask('initialize', { protocolVersion, capabilities: {}, clientInfo })) as InitializeResult;
  } catch (error) {
    throw new CliError(whyNotGreeted(error, url), { cause: error });
  }
}

function whyNotGreeted(error: unknown, url: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  const refused = error instanceof ProtocolError ? (error.data as Reply | undefined)?.error?.code : undefined;
  switch (refused) {
    case undefined:
      return reason;
    case 'invalid_api_key':
      return `the server at ${url} refuses the key: ${reason}`;
    case 'not_found':
    case 'method_not_allowed':
      return `there is no MCP at ${url}/mcp: give --url the address of Duebook, with its base path if it has one`;
    default:
      return `the server at ${url} cannot serve: ${reason}`;
  }
}

interface Reply {
  readonly result?: unknown;
  /** Of the protocol with a number for a code; of the server, when it refuses the request as a whole, with a word. */
  readonly error?: {
    readonly code: number | string;
    readonly message: string;
    readonly data?: unknown;
    readonly suggestedFix?: string;
  };
}

/** Sends single requests to the server's MCP endpoint. */
function askServer(url: string, key: string): Ask {
  let lastId = 0;
  return async function ask(method, params, signal) {
    const { error, result } = await post({ jsonrpc: '2.0', id: (lastId += 1), method, params }, signal);
    if (error === undefined) return result;
    const { code, message, data, suggestedFix } = error;
    if (typeof code === 'number') throw new ProtocolError(code, message, data);
    const advice = suggestedFix === undefined ? message : `${message} ${suggestedFix}`;
    throw new ProtocolError(ProtocolErrorCode.InternalError, advice, { error });
  };

  async function post(message: object, signal: AbortSignal | undefined): Promise<Reply> {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': protocolVersion,
    };
    const init = { method: 'POST', headers, body: JSON.stringify(message), ...(signal !== undefined && { signal }) };
    let response: Response;
    try {
      response = await fetch(`${url}/mcp`, init);
    } catch (error) {
      const reason = `the server at ${url} cannot be reached: ${reasonOf(error, `${url}/mcp`)}. Start it, or give its address with --url`;
      throw new ProtocolError(ProtocolErrorCode.InternalError, reason);
    }
    try {
      return (await response.json()) as Reply;
    } catch {
      const reason = `${url}/mcp answers ${response.status} without JSON: is ${url} the address of Duebook?`;
      throw new ProtocolError(ProtocolErrorCode.InternalError, reason);
    }
  }
}

function readKey(keyFile: string | null): string {
  if (keyFile === null)
    throw new SettingRefused('name the file that has the API key, with --key-file or DUEBOOK_KEY_FILE');
  let key: string;
  try {
    key = readFileSync(keyFile, 'utf8').trim();
  } catch (error) {
    // A key in the place of its file is not shown: it would be in the logs of whatever has started the command.
    const advice = isApiKey(keyFile)
      ? 'that is an API key: put it into a file, and give the path of the file'
      : `${keyFile}: ${reasonOf(error, keyFile)}`;
    throw new CliError(`cannot read the API key: ${advice}`, { cause: error });
  }
  if (!isApiKey(key)) throw new CliError(`${keyFile} has no API key: "duebook keys create" makes one`);
  return key;
}
