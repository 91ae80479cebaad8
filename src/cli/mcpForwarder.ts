import type { ClientSettings } from '../core/config/settings.ts';
import { SettingRefused } from '../core/config/sources.ts';
import { isApiKey } from '../core/access/apiKey.ts';
import { readRegularFile, readStream, secretBytesMax, shownBytes, TooLarge } from '../core/runtime/boundedReading.ts';
import { settlesWithin, type Clock } from '../core/runtime/system.ts';
import { reasonOf } from '../core/runtime/systemErrors.ts';
import { CliError, type Streams } from '../core/runtime/terminal.ts';
import { messagesOf, refusalOf } from './mcpMessages.ts';

/** Options of `duebook mcp`. */
export interface ForwardOptions {
  readonly settings: ClientSettings;
  readonly streams: Streams;
  readonly clock: Clock;
  /** Resolves when a signal requests a stop. */
  readonly stopRequested: Promise<void>;
}

// More than the server takes or answers.
const messageBytesMax = 10 * 1024 * 1024;

/**
 * A pipe between standard input and output and the MCP endpoint of a running server: one message a line, each one request.
 * Ends when the input ends and every request is answered.
 *
 * @throws {CliError} when the key is refused, or there is no server
 */
export async function forwardMcp({ settings, streams, clock, stopRequested }: ForwardOptions): Promise<void> {
  // The URL for other clients ends with the path of MCP.
  const url = settings.url.replace(/\/mcp$/, '');
  const { toolsets } = settings;
  const query = toolsets === null ? '' : `?${new URLSearchParams({ toolsets }).toString()}`;
  const post = poster(url, readKey(settings.keyFile), query);
  await greet(post, url);
  await Promise.race([pipe(streams, post, clock), stopRequested]);
}

/** A message of the protocol, as far as the pipe reads it. */
interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Reply {
  readonly result?: unknown;
  /** An error of the protocol has a number as its code; an error of the API, for a whole request, has a word. */
  readonly error?: { readonly code: number | string; readonly message: string; readonly suggestedFix?: string };
}

/** Sends one message, and gives the reply; undefined if there is none. */
type Post = (message: Message, body: string | Buffer, signal?: AbortSignal) => Promise<Reply | undefined>;

// Longer than the server needs for any answer, also with a slow disk. A file may have hundreds of requests, whose answers
// come one after the other, so each answer starts the time again.
const answerMillisecondsMax = 10_000;

async function pipe({ input, output }: Streams, post: Post, clock: Clock): Promise<void> {
  const open = new Map<unknown, AbortController>();
  let next = Promise.withResolvers<void>();

  async function forward(message: Message, line: Buffer): Promise<void> {
    const { id = null } = message;
    const left = new AbortController();
    open.set(id, left);
    const reply = await post(message, line, left.signal);
    // A cancelled request gets no answer.
    if (reply !== undefined && !left.signal.aborted) output.write(`${JSON.stringify(asMessage(id, reply))}\n`);
    open.delete(id);
    next.resolve();
    next = Promise.withResolvers();
  }

  const refuse: Parameters<typeof messagesOf>[2] = (edges) =>
    output.write(refusalOf(edges, shownBytes(messageBytesMax)));
  for await (const line of messagesOf(input, messageBytesMax, refuse)) {
    const message = messageIn(line);
    // The server keeps nothing that a notification could change.
    if (message.method === 'notifications/cancelled') open.get(message.params?.['requestId'])?.abort();
    else if (isRequest(message, line)) void forward(message, line);
  }
  while (open.size > 0 && (await settlesWithin(clock, answerMillisecondsMax, next.promise)));
  await settlesWithin(clock, answerMillisecondsMax, new Promise<void>((resolve) => output.write('', () => resolve())));
}

/** Whether a message gets an answer; so does a line that is no message. The end of the input gives an empty line. */
function isRequest({ id, method }: Message, line: Buffer): boolean {
  return id !== undefined || (method === undefined && line.toString('utf8').trim() !== '');
}

/** The message in a line; an empty one if it is none, to which the server answers why. */
function messageIn(line: Buffer): Message {
  try {
    const value = JSON.parse(line.toString('utf8')) as unknown;
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** A reply as a message of the protocol. */
function asMessage(id: unknown, reply: Reply): object {
  const { error } = reply;
  if (error === undefined || 'jsonrpc' in reply) return reply;
  const data = typeof error.code === 'string' && { data: { error } };
  return { jsonrpc: '2.0', id, error: { code: internalError, message: adviceOf(error), ...data } };
}

const internalError = -32_603;

function adviceOf({ message, suggestedFix }: NonNullable<Reply['error']>): string {
  return suggestedFix === undefined ? message : `${message} ${suggestedFix}`;
}

/** Checks that the server answers and accepts the key. */
async function greet(post: Post, url: string): Promise<void> {
  const clientInfo = { name: 'duebook-mcp', version: '1' };
  const params = { protocolVersion: handshakeRevision, capabilities: {}, clientInfo };
  const { error } = (await post({}, JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }))) ?? {};
  if (error !== undefined) throw new CliError(whyNotGreeted(error, url));
}

function whyNotGreeted(error: NonNullable<Reply['error']>, url: string): string {
  switch (error.code) {
    case internalError:
      return error.message;
    case 'invalid_api_key':
      return `the server at ${url} refuses the key: ${adviceOf(error)}`;
    case 'not_found':
    case 'method_not_allowed':
      return `${url}/mcp does not exist: set --url to the address of Duebook, including its base path`;
    default:
      return `the server at ${url} cannot serve: ${adviceOf(error)}`;
  }
}

/** The revision of requests that do not say theirs: they follow a handshake, which the server does not remember. */
const handshakeRevision = '2025-11-25';

/** The headers that the protocol wants: later revisions name the revision and the method in each message. */
function headersOf({ method, params }: Message): Readonly<Record<string, string>> {
  const meta = params?.['_meta'] as Readonly<Record<string, unknown>> | undefined;
  const revision = meta?.['io.modelcontextprotocol/protocolVersion'];
  const name = params?.['name'];
  if (typeof revision !== 'string') return { 'mcp-protocol-version': handshakeRevision };
  return {
    'mcp-protocol-version': revision,
    'mcp-method': String(method),
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}

/** Sends single messages to the server's MCP endpoint. A failure is a reply, too. */
function poster(url: string, key: string, query: string): Post {
  const failed = (message: string): Reply => ({ error: { code: internalError, message } });

  return async function post(message, body, signal) {
    let response: Response;
    try {
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headersOf(message),
      };
      response = await fetch(`${url}/mcp${query}`, {
        method: 'POST',
        headers,
        body,
        ...(signal !== undefined && { signal }),
      });
    } catch (error) {
      return failed(
        `the server at ${url} cannot be reached: ${reasonOf(error, `${url}/mcp`)}. Start it, or give its address with --url`,
      );
    }
    if (response.body === null) return undefined;
    try {
      return JSON.parse(String(await readStream(response.body, messageBytesMax))) as Reply;
    } catch (error) {
      return failed(
        error instanceof TooLarge
          ? `${url}/mcp answers with more than ${shownBytes(messageBytesMax)}: ask for less`
          : `${url}/mcp answers ${response.status} without JSON: is ${url} the address of Duebook?`,
      );
    }
  };
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
