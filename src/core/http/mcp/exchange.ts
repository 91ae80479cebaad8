import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import type { ApiDocument } from '../openapi/document.ts';
import { acceptedForm } from './accepted.ts';
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
    const createServer = () => createMcpServer(offer, session);
    const form = acceptedForm(request);
    const accepting = form === undefined ? request : acceptingBoth(request);
    const isJson = form !== 'stream';
    if (await isLegacyRequest(accepting, message)) return answerLegacy(createServer(), accepting, message, isJson);
    // There is nothing to subscribe to, and an open stream would delay a graceful shutdown.
    const responseMode = isJson ? 'auto' : 'sse';
    const handler = createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0, responseMode });
    return handler.fetch(accepting, { parsedBody: message });
  };
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
