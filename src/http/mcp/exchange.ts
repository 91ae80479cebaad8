import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import type { ApiDocument } from '../openapi/document.ts';
import { explainParams, isRequest } from './params.ts';
import { preparedAnswers } from './preparedAnswers.ts';
import { createMcpServer, type Session } from './server.ts';
import { toolsOf } from './tools.ts';

/** Answers one message of a client. */
export type Exchange = (request: Request, message: unknown, session: Session) => Promise<Response>;

/**
 * The protocol over HTTP, stateless: each request gets a server of its own and an answer in JSON, in every revision of the
 * protocol.
 */
export function createExchange(document: ApiDocument): Exchange {
  const offer = { document, tools: toolsOf(document) };
  const answerPrepared = preparedAnswers();
  return async function answerMessage(request, message, session) {
    const answer = () => answerByServer(() => createMcpServer(offer, session), request, message);
    if (!isRequest(message)) return answer();
    return explainParams(message) ?? answerPrepared(request, message, session, answer);
  };
}

async function answerByServer(createServer: () => Server, request: Request, message: unknown): Promise<Response> {
  if (await isLegacyRequest(request, message)) return answerLegacy(createServer(), request, message);
  // There is nothing to subscribe to, and an open stream would delay a graceful shutdown.
  const handler = createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody: message });
}

/** Revisions up to 2025-11-25 begin with a handshake; without sessions, each later request is independent. */
async function answerLegacy(server: Server, request: Request, message: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}
