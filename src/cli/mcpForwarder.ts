import { Readable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import {
  type JSONRPCMessage,
  type RequestId,
  type Transport,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type InitializeResult,
  type ResultTypeMap,
} from '@modelcontextprotocol/server';
import { settlesWithin, type Clock } from '../runtime/system.ts';
import type { ClientSettings } from '../config/settings.ts';
import { isApiKey } from '../domain/keys/apiKey.ts';
import { readRegularFile, readStream, secretBytesMax, shownBytes, TooLarge } from '../runtime/boundedReading.ts';
import { reasonOf } from '../runtime/systemErrors.ts';
import { SettingRefused } from '../config/sources.ts';
import { CliError, type Streams } from '../runtime/terminal.ts';
import { messagesOf, refusalOf } from './mcpMessages.ts';

/** Options of `duebook mcp`. */
export interface ForwardOptions {
  readonly settings: ClientSettings;
  readonly streams: Streams;
  readonly clock: Clock;
  /** Resolves when a signal requests a stop. */
  readonly stopRequested: Promise<void>;
}

/** Methods that are forwarded to the server unchanged. */
const forwardedMethods = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
] as const;

// More than the server takes or answers.
const messageBytesMax = 10 * 1024 * 1024;

/** The protocol revision of requests to the server, whatever revision the client speaks. */
const protocolVersion = '2025-11-25';

/**
 * Speaks MCP on standard input and output, and forwards every request to a running server. Ends when the input ends and
 * every request is answered.
 *
 * @throws {CliError} when the key is refused, or there is no server
 */
export async function forwardMcp({ settings, streams, clock, stopRequested }: ForwardOptions): Promise<void> {
  // The URL for other clients ends with the path of MCP.
  const url = settings.url.replace(/\/mcp$/, '');
  const { toolsets } = settings;
  const query = toolsets === null ? '' : `?${new URLSearchParams({ toolsets }).toString()}`;
  const ask = askServer(url, readKey(settings.keyFile), query);
  const remote = await greet(ask, url);
  const { transport, ended } = openStdioTransport(streams, clock);
  const handle = serveStdio(() => createForwarder(remote, ask), { transport, maxSubscriptions: 0 });
  await Promise.race([ended, stopRequested]);
  await handle.close();
}

type Ask = (method: string, params: object | undefined, signal?: AbortSignal) => Promise<unknown>;

/** Creates an MCP server that introduces itself as the remote one, and answers with its answers. */
function createForwarder({ serverInfo, instructions = '' }: InitializeResult, ask: Ask): Server {
  const server = new Server(serverInfo, {
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions,
  });
  for (const method of forwardedMethods) {
    server.setRequestHandler(method, async ({ params }, { mcpReq }) => {
      // The same SDK has checked the result on the server, and checks it here again.
      return (await ask(method, params, mcpReq.signal)) as ResultTypeMap[typeof method];
    });
  }
  return server;
}

/** Checks that the server answers and accepts the key; returns how it introduces itself. */
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
      return `${url}/mcp does not exist: set --url to the address of Duebook, including its base path`;
    default:
      return `the server at ${url} cannot serve: ${reason}`;
  }
}

interface Reply {
  readonly result?: unknown;
  /** An error of the protocol has a number as its code; an error of the API, for a whole request, has a word. */
  readonly error?: {
    readonly code: number | string;
    readonly message: string;
    readonly data?: unknown;
    readonly suggestedFix?: string;
  };
}

/** Sends single requests to the server's MCP endpoint. */
function askServer(url: string, key: string, query: string): Ask {
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
      response = await fetch(`${url}/mcp${query}`, init);
    } catch (error) {
      const reason = `the server at ${url} cannot be reached: ${reasonOf(error, `${url}/mcp`)}. Start it, or give its address with --url`;
      throw new ProtocolError(ProtocolErrorCode.InternalError, reason);
    }
    try {
      return JSON.parse(String(await readStream(response.body ?? Readable.from([]), messageBytesMax))) as Reply;
    } catch (error) {
      const reason =
        error instanceof TooLarge
          ? `${url}/mcp answers with more than ${shownBytes(messageBytesMax)}: ask for less`
          : `${url}/mcp answers ${response.status} without JSON: is ${url} the address of Duebook?`;
      throw new ProtocolError(ProtocolErrorCode.InternalError, reason);
    }
  }
}

function readKey(keyFile: string | null): string {
  if (keyFile === null) throw new SettingRefused('name the file with the API key: --key-file or DUEBOOK_KEY_FILE');
  let key: string;
  try {
    key = readRegularFile(keyFile, secretBytesMax).toString('utf8').trim();
  } catch (error) {
    // A key that was given instead of its file is not repeated: it would end up in the logs of the calling program.
    const advice = isApiKey(keyFile)
      ? 'that is an API key: write it to a file, and give the path of the file'
      : `${keyFile}: ${reasonOf(error, keyFile)}`;
    throw new CliError(`cannot read the API key: ${advice}`, { cause: error });
  }
  if (!isApiKey(key)) throw new CliError(`${keyFile} has no API key: "duebook keys create" creates one`);
  return key;
}

// Longer than the server needs for any answer, also with a slow disk. A file may have hundreds of requests, whose answers
// come one after the other, so each answer starts the time again.
const answerMillisecondsMax = 10_000;

/**
 * Speaks the protocol over two streams until the input ends, like the transport of the SDK. But that one drops the answers
 * that are pending then, and with them the only confirmation of a write. This one waits for them.
 */
function openStdioTransport({ input, output }: Streams, clock: Clock) {
  const requests = trackRequests();
  const written = () => new Promise<void>((resolve) => void output.write('', () => resolve()));

  /** The input, which ends only when every request is answered. */
  async function* heldOpen(): AsyncGenerator {
    const refuse = (edges: Parameters<typeof refusalOf>[0]) =>
      output.write(refusalOf(edges, shownBytes(messageBytesMax)));
    yield* messagesOf(input, messageBytesMax, refuse);
    // The last chunk may not have been delivered yet.
    await new Promise((resolve) => setImmediate(resolve));
    while (requests.areOpen() && (await settlesWithin(clock, answerMillisecondsMax, requests.nextAnswer())));
    await settlesWithin(clock, answerMillisecondsMax, written());
  }

  const held = Readable.from(heldOpen(), { objectMode: false });
  const inner = new StdioServerTransport(held, output, { maxBufferSize: 2 * messageBytesMax });
  const transport: Transport = {
    start() {
      Object.assign(inner, {
        onmessage(message: JSONRPCMessage) {
          requests.received(message);
          transport.onmessage?.(message);
        },
        onerror: (error: Error) => transport.onerror?.(error),
        onclose: () => transport.onclose?.(),
      });
      return inner.start();
    },
    async send(message) {
      try {
        await inner.send(message);
      } finally {
        requests.sent(message);
      }
    },
    close: () => inner.close(),
  };
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  for (const event of ['end', 'close', 'error'] as const) held.once(event, () => resolve());
  return {
    transport,
    /** Resolves when the input has ended and every request is answered or timed out. */
    ended,
  };
}

/** Tracks the requests that are not answered yet. */
function trackRequests() {
  const open = new Set<RequestId | undefined>();
  let next = Promise.withResolvers<void>();
  const close = (id: RequestId | undefined) => {
    if (!open.delete(id)) return;
    next.resolve();
    next = Promise.withResolvers();
  };
  return {
    received(message: JSONRPCMessage): void {
      if (!('method' in message)) return;
      if ('id' in message) open.add(message.id);
      // A cancelled request gets no answer.
      else if (message.method === 'notifications/cancelled')
        close(message.params?.['requestId'] as RequestId | undefined);
    },
    sent(message: JSONRPCMessage): void {
      if (!('method' in message)) close(message.id);
    },
    areOpen: (): boolean => open.size > 0,
    nextAnswer: (): Promise<void> => next.promise,
  };
}
