import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server';
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { scopeIncludes, type Scope } from '../../domain/keys/scope.ts';
import { nearest } from '../../domain/text/nearest.ts';
import { agentRulesFor } from '../docs/agentRules.ts';
import type { ApiDocument } from '../openapi/document.ts';
import type { Toolset } from '../openapi/words.ts';
import type { ApiAnswer, ApiCall } from './apiCall.ts';
import {
  completionFor,
  promptResult,
  prompts,
  readingOf,
  resources,
  resourceTemplates,
  type Complete,
} from './promptsAndResources.ts';
import { refusedResult, toolResultOf, type HintSources } from './toolResult.ts';
import type { AgentTool } from './tools.ts';

/** The parts that all clients share. */
export interface Offer {
  readonly document: ApiDocument;
  readonly tools: ReadonlyMap<string, AgentTool>;
}

/** The client of a server. */
export interface Session extends HintSources {
  /** The scope of the client's key. */
  readonly scope: Scope;
  /** The id of the request that brought the message. */
  readonly requestId: string;
  /** Sends a request to the API with the client's key. */
  readonly send: (call: ApiCall) => Promise<ApiAnswer>;
  /** The toolsets that it lists. */
  readonly toolsets: readonly Toolset[];
  /** Completes arguments of prompts and resource templates. */
  readonly complete: Complete;
  /** The IANA time zone of the server. */
  readonly timeZone: string;
}

/** A server of the protocol for one request of one client. It only sends requests to the API. */
export function createMcpServer({ document, tools }: Offer, session: Session): Server {
  const { scope, requestId, send } = session;
  const { title, version } = document.info;
  const server = new Server(
    { name: title.toLowerCase(), title, version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: instructionsFor(document, session),
    },
  );
  const usable = Array.from(tools.values()).filter((tool) => mayUse(scope, tool));
  server.setRequestHandler('tools/list', () => ({
    tools: usable.filter((tool) => isListed(session, tool)).map(({ definition }) => definition),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const names = usable.map(({ definition }) => definition.name);
    const tool = tools.get(params.name) ?? refuseUnknown('tool', params.name, names);
    const given = tool.meant(params.arguments ?? {});
    // For a key of too small a scope, the API answers 403 before arguments are checked.
    const apiError = mayUse(scope, tool) ? tool.apiErrorOf(given) : undefined;
    return apiError === undefined
      ? toolResultOf(await send(tool.apiCall(given)), tool.view, session)
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
  server.setRequestHandler('completion/complete', ({ params }) => completionFor(params, session.complete));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const names = prompts.map(({ name }) => name);
    return promptResult(params.name, params.arguments, session.today) ?? refuseUnknown('prompt', params.name, names);
  });
  return server;
}

/** The rules for agents, and the day: models do not know it, and plan payments by it. */
function instructionsFor(document: ApiDocument, { today, timeZone }: Session): string {
  const day = `When this connection began, it was ${today} in ${timeZone}, the time zone of the server.`;
  return [...agentRulesFor(document), day].join('\n');
}

function isListed({ toolsets }: Session, { toolset }: AgentTool): boolean {
  return toolset !== undefined && toolsets.includes(toolset);
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
