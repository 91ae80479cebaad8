import { pick, type Random } from '../generator/random.ts';
import { operations, type OperationId, type Operation } from '../support/operations.ts';

/** Values by their names. */
export type Given = Readonly<Record<string, unknown>>;

/** The interfaces of the server. */
export const channels = ['REST', 'MCP'] as const;
/** One of the {@link channels}. */
export type Channel = (typeof channels)[number];

/**
 * A call over one of the channels: values by their place and their name. Over MCP there is one place,
 * `arguments`; over REST there are `path`, `query`, `header` and `body`.
 */
export interface Call {
  readonly tool: Tool;
  readonly channel: Channel;
  readonly parts: Parts;
  /** The indentation of the JSON of the body, in spaces. */
  readonly indent?: number;
}

/** Values by their place and their name. */
export type Parts = Readonly<Record<string, Given>>;

/** An MCP tool that agents call. */
export type Tool = OperationId | 'cancelSubscription' | 'pauseSubscription' | 'resumeSubscription';

// MCP tools that set the status. Over REST, each is an update with this body.
const statusTools: Readonly<Partial<Record<Tool, Given>>> = {
  cancelSubscription: { status: 'cancelled' },
  pauseSubscription: { status: 'paused' },
  resumeSubscription: { status: 'active' },
};

const headerNames: ReadonlyMap<string, string> = new Map([
  ['ifMatch', 'If-Match'],
  ['idempotencyKey', 'Idempotency-Key'],
]);
/** The names of arguments by those of headers. */
export const argumentNames = new Map(Array.from(headerNames, ([argument, header]) => [header, argument]));

/** Makes the call of a tool over a channel from the tool's arguments. */
export function callOf(tool: Tool, given: Given, channel: Channel): Call {
  if (channel === 'MCP') return { tool, channel, parts: { arguments: given } };
  const { method, path, body = {} } = routeOf(tool);
  const parts: Record<string, Record<string, unknown>> = { path: {}, query: {}, header: {}, body: { ...body } };
  for (const [name, value] of Object.entries(given)) {
    const header = headerNames.get(name);
    const inQuery = name === 'dryRun' || method === 'GET';
    const place = header !== undefined ? 'header' : path.includes(`{${name}}`) ? 'path' : inQuery ? 'query' : 'body';
    parts[place] = { ...parts[place], [header ?? name]: value };
  }
  return { tool, channel, parts };
}

/** The same call, with its faults, over a channel that may be another one. */
export function asOver(channel: Channel, call: Call): Call {
  if (call.channel === channel) return call;
  if (channel === 'REST') return callOf(call.tool, call.parts['arguments'] ?? {}, channel);
  const { path, query, header = {}, body = {} } = call.parts;
  const options = Object.entries(header).map(([name, value]) => [argumentNames.get(name) ?? name, value]);
  const { body: fixed = {} } = routeOf(call.tool);
  const fields = Object.entries(body).filter(([name, value]) => fixed[name] !== value);
  const given = { ...path, ...query, ...Object.fromEntries([...options, ...fields]) };
  return { tool: call.tool, channel, parts: { arguments: given } };
}

/** The options that protect a call, as far as they are where the server reads them. */
export function termsOf(call: Call) {
  const { tool, channel, parts } = call;
  const { query = {}, header = {}, body = {} } = parts;
  const given = parts['arguments'] ?? body;
  const named =
    channel === 'MCP' ? given : { ...query, ...asOver('MCP', { ...call, parts: { header } }).parts['arguments'] };
  // A batch has no ETag of its own.
  const guarded = tool === 'batchSubscriptions' ? ((given['operations'] ?? []) as readonly Given[]) : [named];
  return {
    isDryRun: named['dryRun'] === true || named['dryRun'] === 'true',
    hasKey: isThere(named['idempotencyKey']),
    guards: guarded.filter(({ ifMatch }) => isThere(ifMatch)).length,
  };
}

/** An equivalent call: names in another order, white space, the id in capitals, the default of a parameter. */
export function saidAnew(random: Random, call: Call): Call {
  const parts = Object.entries(call.parts).map(([place, given]) => {
    const { id } = given;
    const isShouted = typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id) && random() < 0.3;
    return [place, shuffled(random, isShouted ? { ...given, id: id.toUpperCase() } : given)];
  });
  const said = { ...call, parts: Object.fromEntries(parts) as Parts, indent: pick(random, [0, 0, 2]) };
  return random() < 0.3 && routeOf(call.tool).method !== 'GET' ? withUsualDryRun(said) : said;
}

function withUsualDryRun(call: Call): Call {
  const place = call.channel === 'MCP' ? 'arguments' : 'query';
  const given = call.parts[place] ?? {};
  return 'dryRun' in given ? call : { ...call, parts: { ...call.parts, [place]: { ...given, dryRun: false } } };
}

function shuffled(random: Random, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(random, item));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => ({ name, member, rank: random() }));
  members.sort((one, other) => one.rank - other.rank);
  return Object.fromEntries(members.map(({ name, member }) => [name, shuffled(random, member)]));
}

/** An HTTP request. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The HTTP request of a call. */
export function wireRequestOf({ tool, channel, parts, indent }: Call, key: string): WireRequest {
  const authorization = `Bearer ${key}`;
  const json = { authorization, 'content-type': 'application/json' };
  if (channel === 'MCP') {
    const params = { name: tool, arguments: parts['arguments'] };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, null, indent);
    return { method: 'POST', path: '/mcp', headers: { ...json, accept: 'application/json, text/event-stream' }, body };
  }
  const { method, path } = routeOf(tool);
  const { path: inPath = {}, query = {}, header = {}, body = {} } = parts;
  const filled = path.replace('{id}', () => encodeURIComponent(textOf(inPath['id'])));
  const search = new URLSearchParams(textsOf(query));
  const options = textsOf(header);
  const target = search.size === 0 ? filled : `${filled}?${search.toString()}`;
  const isBare =
    Object.keys(body).length === 0 &&
    !['createSubscription', 'updateSubscription', 'updateDetails', 'updatePreferences'].includes(tool);
  if (isBare) return { method, path: target, headers: { ...options, authorization } };
  return { method, path: target, headers: { ...options, ...json }, body: JSON.stringify(body, null, indent) };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function routeOf(tool: Tool): Operation & { readonly body?: Given } {
  const body = statusTools[tool];
  return body === undefined ? operations[tool as OperationId] : { ...operations.updateSubscription, body };
}

function textsOf(given: Given): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
