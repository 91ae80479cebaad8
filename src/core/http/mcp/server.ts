import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { scopeIncludes, type Scope } from '../../access/scope.ts';
import { nearest } from '../../text/nearest.ts';
import { agentRulesFor } from '../docs/agentRules.ts';
import type { ApiDocument } from '../openapi/document.ts';
import type { Toolset } from '../openapi/words.ts';
import type { ApiAnswer, ApiCall } from './apiCall.ts';
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
  /** The toolsets that it lists. */
  readonly toolsets: readonly Toolset[];
  readonly hintFor: HintFor;
  /** The day in the time zone of the server. */
  readonly today: string;
  /** The IANA time zone of the server. */
  readonly timeZone: string;
}

/** A server of the protocol for one request of one client. It only sends requests to the API. */
export function createMcpServer({ document, tools }: Offer, session: Session): Server {
  const { scope, requestId, send, toolsets, hintFor } = session;
  const { title, version } = document.info;
  const server = new Server(
    { name: title.toLowerCase(), title, version },
    { capabilities: { tools: {} }, instructions: instructionsFor(document, session) },
  );
  const usable = Array.from(tools.values()).filter((tool) => scopeIncludes(scope, tool.scope));
  server.setRequestHandler('tools/list', () => ({
    tools: usable
      .filter(({ toolset }) => toolset !== undefined && toolsets.includes(toolset))
      .map(({ definition }) => definition),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.get(params.name) ?? refuseUnknown(params.name, usable);
    const given = tool.meant(params.arguments ?? {});
    // For a key of too small a scope, the API answers 403 before arguments are checked.
    const apiError = usable.includes(tool) ? tool.apiErrorOf(given) : undefined;
    return apiError === undefined
      ? toolResultOf(await send(tool.apiCall(given)), hintFor)
      : refusedResult(apiError, requestId);
  });
  return server;
}

const ofTools = [
  'A result is the answer of the HTTP API. Its errors speak of that API: a field, a query parameter or an id in the path is the argument of that name, If-Match is ifMatch, Idempotency-Key is idempotencyKey, and an operation such as GET /api/v1/subscriptions is the tool listSubscriptions.',
  'If the nextPaymentDate of a subscription that you create is in the past, ask the user whether that payment was made; if so, call renewSubscription.',
];

/** The rules for agents, and the day: models do not know it, and plan payments by it. */
function instructionsFor(document: ApiDocument, { today, timeZone }: Session): string {
  const day = `When this connection began, it was ${today} in ${timeZone}, the time zone of the server.`;
  return [...agentRulesFor(document), ...ofTools, day].join('\n');
}

function refuseUnknown(name: string, usable: readonly AgentTool[]): never {
  const known = usable.map(({ definition }) => definition.name);
  const meant = nearest(name, known);
  const remedy = meant === undefined ? `Available: ${known.join(', ')}.` : `Did you mean ${meant}?`;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool ${JSON.stringify(name.slice(0, 80))}. ${remedy}`,
  );
}
