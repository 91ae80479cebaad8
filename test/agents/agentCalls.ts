import { openConnection, requestBytes } from '../generator/connection.ts';
import { operations, type Operation, type OperationId } from '../support/operations.ts';
import { checkedResult, type RawToolResult } from '../support/toolResults.ts';

/** Values by their names. */
export type Given = Readonly<Record<string, unknown>>;

/** Values by their place and their name. */
export type Parts = Readonly<Record<string, Given>>;

export const channels = ['REST', 'MCP'] as const;
export type Channel = (typeof channels)[number];

/** An MCP tool that agents call. */
export type Tool = OperationId | 'cancelSubscription';

/** A call: over MCP its values have one place, `arguments`; over REST they are in `path`, `query`, `header` and `body`. */
export interface Call {
  readonly tool: Tool;
  readonly channel: Channel;
  readonly parts: Parts;
}

/** The error of an answer; for a batch also the faults of its operations. */
export interface AgentError {
  readonly code: string;
  readonly field?: string;
  readonly suggestedFix?: string;
  readonly allowedValues?: readonly string[];
  readonly writableFields?: readonly string[];
  readonly current?: Given;
  readonly faults?: readonly (AgentError & { readonly index: number })[];
}

export interface AgentAnswer {
  readonly error: AgentError | undefined;
  readonly body: Given;
  readonly etag: string | undefined;
}

const headerNames: ReadonlyMap<string, string> = new Map([
  ['ifMatch', 'If-Match'],
  ['idempotencyKey', 'Idempotency-Key'],
]);
/** The names of arguments by those of headers. */
export const argumentNames = new Map(Array.from(headerNames, ([argument, header]) => [header, argument]));

/** Makes the call of a tool over a channel from the tool's arguments. */
export function callOf(tool: Tool, given: Given, channel: Channel): Call {
  if (channel === 'MCP') return { tool, channel, parts: { arguments: given } };
  const { method, path, body } = routeOf(tool);
  const parts: Record<string, Record<string, unknown>> = { path: {}, query: {}, header: {}, body: { ...body } };
  for (const [name, value] of Object.entries(given)) {
    const header = headerNames.get(name);
    const inQuery = name === 'dryRun' || method === 'GET';
    const place = header !== undefined ? 'header' : path.includes(`{${name}}`) ? 'path' : inQuery ? 'query' : 'body';
    parts[place] = { ...parts[place], [header ?? name]: value };
  }
  return { tool, channel, parts };
}

/** Sends calls to a server over either channel. */
export function createCaller(origin: string, key: string) {
  return {
    async call(call: Call): Promise<AgentAnswer> {
      const { method, path, headers, body } = wireRequestOf(call, key);
      const response = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) });
      const text = await response.text();
      const json = JSON.parse(text) as Given;
      if (call.channel === 'REST') return answerOf(json, response.headers.get('etag') ?? undefined);
      const result = json['result'] as RawToolResult | undefined;
      if (result === undefined) throw new Error(`no result of a tool: ${text}`);
      const said = checkedResult(result);
      return answerOf(said, said['etag'] as string | undefined);
    },

    /** Sends a call and closes the connection without reading the answer, at once or when it comes: the outcome stays unknown. */
    async drop(call: Call, isAtOnce: boolean): Promise<void> {
      const { method, path, headers, body = '' } = wireRequestOf(call, key);
      const lines = Object.entries({ host: new URL(origin).host, ...headers }).map((pair) => pair.join(': '));
      const bytes = requestBytes(method, path, lines, Buffer.from(body));
      const connection = await openConnection(origin);
      if (isAtOnce) return connection.abandon(bytes);
      await connection.ask(method, bytes);
      connection.close();
    },
  };
}

function wireRequestOf({ tool, channel, parts }: Call, key: string) {
  const json = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  if (channel === 'MCP') {
    const params = { name: tool, arguments: parts['arguments'] };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    return { method: 'POST', path: '/mcp', headers: { ...json, accept: 'application/json, text/event-stream' }, body };
  }
  const { method, path } = routeOf(tool);
  const { path: inPath = {}, query = {}, header = {}, body = {} } = parts;
  const search = new URLSearchParams(textsOf(query)).toString();
  const target = path.replace('{id}', () => encodeURIComponent(textOf(inPath['id']))) + (search && `?${search}`);
  const hasBody = Object.keys(body).length > 0 || /^(create|update)/.test(tool);
  return {
    method,
    path: target,
    headers: { ...textsOf(header), ...json },
    ...(hasBody && { body: JSON.stringify(body) }),
  };
}

function answerOf(body: Given, etag: string | undefined): AgentAnswer {
  return { body, etag, error: body['error'] as AgentError | undefined };
}

/** The operation of a tool; one that sets the status is an update with this body. */
function routeOf(tool: Tool): Operation & { readonly body?: Given } {
  return tool === 'cancelSubscription'
    ? { ...operations.updateSubscription, body: { status: 'cancelled' } }
    : operations[tool];
}

function textsOf(given: Given): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
