import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server';
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { scopeIncludes, type Scope } from '../../domain/keys/apiKey.ts';
import { nearest } from '../../domain/text/nearest.ts';
import { agentRulesFor } from '../docs/agentRules.ts';
import type { ApiDocument } from '../openapi/document.ts';
import type { ApiAnswer, ApiCall } from './apiCall.ts';
import { promptResult, prompts } from './prompts.ts';
import { readingOf, resources, resourceTemplates } from './resources.ts';
import { refusedResult, toolResultOf, type HintFor } from './toolResult.ts';
import type { AgentTool } from './tools.ts';

/** The parts that all clients share. */
export interface Offer {
  readonly document: ApiDocument;
  readonly tools: ReadonlyMap<string, AgentTool>;
}

/** The client of a server. */
export interface Session {
  /** The scope of the client's key. */
  readonly scope: Scope;
  /** The id of the request that brought the message. */
  readonly requestId: string;
  /** Sends a request to the API with the client's key. */
  readonly send: (call: ApiCall) => Promise<ApiAnswer>;
  /** Suggests a value when a filter matches nothing. */
  readonly hintFor: HintFor;
}

/** A server of the protocol for one request of one client. It only sends requests to the API. */
export function createMcpServer({ document, tools }: Offer, session: Session): Server {
  const { scope, requestId, send } = session;
  const { title, version } = document.info;
  const server = new Server(
    { name: title.toLowerCase(), title, version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: agentRulesFor(document).join('\n') },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Array.from(tools.values()).flatMap((tool) => (mayUse(scope, tool) ? [tool.definition] : [])),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.get(params.name) ?? refuseUnknown('tool', params.name, Array.from(tools.keys()));
    const given = params.arguments ?? {};
    // For a key of too small a scope, the API answers 403 before arguments are checked.
    const apiError = mayUse(scope, tool) ? tool.apiErrorOf(given) : undefined;
    return apiError === undefined
      ? toolResultOf(await send(tool.apiCall(given)), tool.listView, session.hintFor)
      : refusedResult(apiError, requestId);
  });
  server.setRequestHandler('resources/list', () => ({ resources }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const reading = readingOf(uri);
    const tool = reading && tools.get(reading.operationId);
    if (reading === undefined || tool === undefined) throw new ResourceNotFoundError(uri);
    return contentsOf(uri, await send(tool.apiCall(reading.given)));
  });
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const names = prompts.map(({ name }) => name);
    return promptResult(params.name, params.arguments) ?? refuseUnknown('prompt', params.name, names);
  });
  return server;
}

function mayUse(scope: Scope, tool: AgentTool): boolean {
  return scopeIncludes(scope, tool.scope);
}

function refuseUnknown(kind: string, name: string, known: readonly string[]): never {
  const meant = nearest(name, known);
  const remedy = meant === undefined ? `Available: ${known.join(', ')}.` : `Did you mean ${meant}?`;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no ${kind} ${JSON.stringify(name.slice(0, 80))}. ${remedy}`,
  );
}

function contentsOf(uri: string, { status, text }: ApiAnswer): ReadResourceResult {
  if (status === 404) throw new ResourceNotFoundError(uri);
  if (status >= 400) {
    const { error } = JSON.parse(text) as { error: { message: string } };
    const isClients = status < 500;
    const code = isClients ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, error.message, { error });
  }
  return { contents: [{ uri, mimeType: 'application/json', text }] };
}
