import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  specTypeSchemas,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import type { ApiDocument } from '../openapi/document.ts';
import { acceptedForm } from './accepted.ts';
import { isMembers } from '../validation/fieldTypes.ts';
import { createMcpServer, type Session } from './server.ts';
import { toolsOf } from './tools.ts';

/** Answers one message of a client. */
export type Exchange = (request: Request, message: unknown, session: Session) => Promise<Response>;

/**
 * The protocol over HTTP, stateless: each request gets a server of its own and one answer, in every revision of the protocol.
 * The answer is JSON, unless the client accepts only the stream of events.
 */
export function createExchange(document: ApiDocument): Exchange {
  const offer = { document, tools: toolsOf(document) };
  return async function answerMessage(request, message, session) {
    const fault = isRequest(message) ? explainParams(message) : undefined;
    return fault ?? answerByServer(() => createMcpServer(offer, session), request, message);
  };
}

async function answerByServer(createServer: () => Server, request: Request, message: unknown): Promise<Response> {
  const form = acceptedForm(request);
  const accepting = form === undefined ? request : acceptingBoth(request);
  const isJson = form !== 'stream';
  if (await isLegacyRequest(accepting, message)) return answerLegacy(createServer(), accepting, message, isJson);
  // There is nothing to subscribe to, and an open stream would delay a graceful shutdown.
  const responseMode = isJson ? 'auto' : 'sse';
  const handler = createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0, responseMode });
  return handler.fetch(accepting, { parsedBody: message });
}

/** The request with both names in `Accept`: the library reads no ranges, and refuses a client that lacks one of them. */
function acceptingBoth({ url, method, headers: given, signal }: Request): Request {
  const headers = new Headers(given);
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(url, { method, headers, signal });
}

/** Revisions up to 2025-11-25 begin with a handshake; without sessions, each later request is independent. */
async function answerLegacy(server: Server, request: Request, message: unknown, isJson: boolean): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: isJson });
  try {
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: message });
    // A stream ends with the answer; the server is closed after it.
    return response.body === null ? response : new Response(await response.bytes(), response);
  } finally {
    await server.close();
  }
}

/** A request of the protocol, with unchecked parameters. */
interface RequestMessage {
  readonly jsonrpc: '2.0';
  readonly id: string | number;
  readonly method: string;
  readonly params?: unknown;
}

/** Whether a message is a request: it has an id for its answer. */
function isRequest(message: unknown): message is RequestMessage {
  if (!isMembers(message)) return false;
  const { jsonrpc, id, method } = message;
  return jsonrpc === '2.0' && (typeof id === 'string' || Number.isSafeInteger(id)) && typeof method === 'string';
}

const schemas: Readonly<Record<string, { readonly schema: Checked; readonly example?: string }>> = {
  initialize: { schema: specTypeSchemas.InitializeRequest },
  'tools/list': { schema: specTypeSchemas.ListToolsRequest },
  'tools/call': {
    schema: specTypeSchemas.CallToolRequest,
    example: '{"name": "listSubscriptions", "arguments": {"status": "active"}}',
  },
  'resources/list': { schema: specTypeSchemas.ListResourcesRequest },
  'resources/templates/list': { schema: specTypeSchemas.ListResourceTemplatesRequest },
  'resources/read': { schema: specTypeSchemas.ReadResourceRequest, example: '{"uri": "duebook://summary"}' },
  'completion/complete': {
    schema: specTypeSchemas.CompleteRequest,
    example: '{"ref": {"type": "ref/prompt", "name": "find-savings"}, "argument": {"name": "category", "value": "St"}}',
  },
  'prompts/list': { schema: specTypeSchemas.ListPromptsRequest },
  'prompts/get': {
    schema: specTypeSchemas.GetPromptRequest,
    example: '{"name": "what-renews-soon", "arguments": {"days": "14"}}',
  },
};

type Checked = (typeof specTypeSchemas)[
  'CallToolRequest' | 'CompleteRequest' | 'InitializeRequest' | 'PaginatedRequest'];

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The error for malformed parameters. The MCP library would answer with an internal error. */
function explainParams({ id, method, params }: RequestMessage): Response | undefined {
  const known = Object.hasOwn(schemas, method) ? schemas[method] : undefined;
  const reason = faultOf(params, method, known?.schema);
  if (reason === undefined) return undefined;
  const hint = known?.example === undefined ? '' : ` Send params such as ${known.example}.`;
  const error = { code: ProtocolErrorCode.InvalidParams, message: `${reason}${hint}` };
  return Response.json({ jsonrpc: '2.0', id, error });
}

function faultOf(params: unknown, method: string, schema: Checked | undefined): string | undefined {
  if (params !== undefined && !isMembers(params)) return `params of ${method} must be an object.`;
  if (isMembers(params) && params['_meta'] !== undefined && !isMembers(params['_meta'])) {
    return `params._meta of ${method} must be an object.`;
  }
  const outcome = schema?.['~standard'].validate({ method, ...(params !== undefined && { params }) });
  const [issue] = outcome?.issues ?? [];
  return issue && wordsOf(issue, method);
}

const kinds: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  undefined: 'missing',
};

function wordsOf({ message, path = [] }: Issue, method: string): string {
  const place = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
  const [, expected = '', received = ''] = /expected (\w+), received (\w+)/.exec(message) ?? [];
  const subject = `${place} of ${method}`;
  if (expected === '') return `${subject} is not valid: ${message}.`;
  return `${subject} must be ${kinds[expected] ?? expected}, but is ${kinds[received] ?? received}.`;
}
