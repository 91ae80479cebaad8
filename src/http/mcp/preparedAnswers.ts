import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isJsonContentType,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { RequestMessage } from './params.ts';
import type { Session } from './server.ts';

type Answer = () => Promise<Response>;
type Client = Pick<Session, 'scope' | 'toolsets'>;

const methods = new Set(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']);
const end = Buffer.from('}');

/**
 * Caches the lists that are the same for every key of a scope and choice of toolsets, as the bytes of their results. The
 * MCP library answers the first request; later answers differ only in the request id. The library also answers every
 * unusual request.
 */
export function preparedAnswers() {
  const results = new Map<string, Buffer>();
  return async function answerPrepared(
    request: Request,
    message: RequestMessage,
    { scope, toolsets }: Client,
    answer: Answer,
  ) {
    const revision = methods.has(message.method) ? plainRevisionOf(request.headers, message) : undefined;
    if (revision === undefined) return answer();
    const key = `${scope} ${toolsets.join(',')} ${revision} ${message.method}`;
    const known = results.get(key);
    if (known !== undefined) return answerWith(known, message.id);
    const response = await answer();
    if (!response.ok) return response;
    const { result } = (await response.clone().json()) as { readonly result?: unknown };
    // At most one entry for each method, scope, choice of toolsets and revision.
    if (result !== undefined) results.set(key, Buffer.from(JSON.stringify(result)));
    return response;
  };
}

function answerWith(result: Buffer, id: string | number): Response {
  const start = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
  return new Response(Buffer.concat([start, result, end]), { headers: { 'content-type': 'application/json' } });
}

/** The protocol revision of a usual request for a list; undefined for an unusual one. */
function plainRevisionOf(headers: Headers, { params, ...message }: RequestMessage): string | undefined {
  const accept = headers.get('accept') ?? '';
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined;
  if (!isJsonContentType(headers.get('content-type')) || Object.keys(message).length > 3) return undefined;
  const version = headers.get('mcp-protocol-version');
  const isWithHandshake = version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  if (isWithHandshake) return isEmpty(params) ? 'with a handshake' : undefined;
  const isSaid = headers.get('mcp-method') === message.method && headers.get('mcp-name') === null;
  return isSaid && isEnvelope(params, version) ? version : undefined;
}

function isEmpty(params: unknown): boolean {
  return params === undefined || (isObject(params) && Object.keys(params).length === 0);
}

/** Whether parameters have only the client metadata that revisions without a handshake require. */
function isEnvelope(params: unknown, version: string): boolean {
  if (!isObject(params) || Object.keys(params).length !== 1 || !isObject(params['_meta'])) return false;
  const { [PROTOCOL_VERSION_META_KEY]: revision, ...others } = params['_meta'];
  const { [CLIENT_INFO_META_KEY]: client, [CLIENT_CAPABILITIES_META_KEY]: capabilities, ...further } = others;
  return (
    revision === version &&
    isObject(client) &&
    Object.values(client).every((value) => typeof value === 'string') &&
    typeof client['name'] === 'string' &&
    typeof client['version'] === 'string' &&
    isObject(capabilities) &&
    Object.values(capabilities).every(isObject) &&
    Object.keys(further).length === 0
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
