import { Elysia } from 'elysia';
import { dayOfInstant } from '../../billing/days.ts';
import type { Principal } from '../../access/principal.ts';
import { readStream, shownBytes, TooLarge } from '../../runtime/boundedReading.ts';
import { instantOf, type Clock } from '../../runtime/system.ts';
import { preflightSeconds } from '../pipeline/crossOrigin.ts';
import { errorCatalogue } from '../errors/errorCatalogue.ts';
import { errorBody, ApiError } from '../errors/apiError.ts';
import type { ApiDocument } from '../openapi/document.ts';
import { encodeResponse } from '../responses/compression.ts';
import { onceMade } from '../responses/fixedContent.ts';
import type { SendWithin } from '../pipeline/clientAddress.ts';
import { readText, receiveBody } from '../pipeline/requestBody.ts';
import type { ApiAnswer, ApiCall } from './apiCall.ts';
import type { Exchange } from './exchange.ts';
import type { FreeFilters } from './toolResult.ts';
import { admitOrigin, messageBytesMax, readMessage, toolsetsListedBy, type OriginRules } from './admission.ts';

interface McpRouteOptions {
  readonly origins: OriginRules;
  /** Finds the principal of a request; throws an ApiError without a valid key. */
  readonly identify: (context: { request: Request; requestId: string }) => Principal;
  readonly send: SendWithin;
  /** Gives the OpenAPI document. */
  readonly readDocument: () => Promise<ApiDocument>;
  /** Suggests to an owner an existing value near that of a filter, if there is one. */
  readonly hintFor: (filters: FreeFilters, ownerId: number) => string | undefined;
  readonly clock: Clock;
  /** The IANA time zone of "today". */
  readonly timeZone: string;
}

const path = '/mcp';

/** The Model Context Protocol over HTTP. Every call of a tool is a request to the API with the key of the caller. */
export function mcpRoutes(options: McpRouteOptions) {
  const { origins, identify, send, readDocument } = options;
  const exchange = onceMade(() => openExchange(readDocument));
  const admission = new Elysia({ name: 'mcp-admission', normalize: false })
    .decorate('requestId', '')
    .derive({ as: 'scoped' }, function admit({ request, set }) {
      const { headers } = set;
      delete headers['access-control-allow-origin'];
      const origin = admitOrigin(request, origins);
      if (origin !== undefined) {
        headers['access-control-allow-origin'] = origin;
        headers['vary'] = 'Origin';
      }
      return {};
    });
  const preflights = new Elysia({ name: 'mcp-preflights', normalize: false })
    .use(admission)
    .options(path, answerPreflight, { parse: 'none' });
  const messages = new Elysia({ name: 'mcp-messages', normalize: false })
    .use(admission)
    // The observation stage reads this property.
    .derive(function identifyCaller({ request, requestId }) {
      return { caller: identify({ request, requestId }) };
    })
    .onTransform(receiveBody(readText(messageBytesMax)))
    .post(
      path,
      async ({ request, requestId, body, caller: { scope, ownerId } }) => {
        const toolsets = toolsetsListedBy(request);
        const read = readMessage(body);
        if (read instanceof Response) return read;
        const answer = await exchange();
        const session = { ...sessionOf(options, ownerId), scope, requestId, toolsets, send: senderFor(request, send) };
        return encodeResponse(await answer(request, read.message, session), request);
      },
      { parse: 'none' },
    );
  return new Elysia({ name: 'mcp', normalize: false }).use(preflights).use(messages);
}

/** The parts of a session that come from the server and the owner's records. */
function sessionOf({ hintFor, clock, timeZone }: McpRouteOptions, ownerId: number) {
  return {
    timeZone,
    today: dayOfInstant(instantOf(clock), timeZone),
    hintFor: (filters: FreeFilters) => hintFor(filters, ownerId),
  };
}

/** The SDK is large and seldom needed, so it is loaded when the first client comes. */
async function openExchange(readDocument: () => Promise<ApiDocument>): Promise<Exchange> {
  const [{ createExchange }, document] = await Promise.all([import('./exchange.ts'), readDocument()]);
  return createExchange(document);
}

/** Sends requests to the API with the key of the request that they come with. */
function senderFor(request: Request, send: SendWithin) {
  const authorization = request.headers.get('authorization') ?? '';
  return async ({ method, path: target, headers, body }: ApiCall): Promise<ApiAnswer> => {
    const init = { method, headers: { ...headers, authorization }, ...(body !== undefined && { body }) };
    const response = await send(target, init, request);
    const isReplayed = response.headers.has('idempotency-replayed');
    const etag = response.headers.get('etag');
    // A write that happened is not answered as an error: its long results are shortened.
    const bytesMax = method === 'GET' ? readBytesMax : Infinity;
    try {
      const bytes = await readStream(response.body ?? new Blob().stream(), bytesMax);
      return { status: response.status, etag, isReplayed, text: bytes.toString('utf8') };
    } catch (error) {
      if (error instanceof TooLarge) return tooLarge(response.headers.get('x-request-id') ?? '');
      throw error;
    }
  };
}

// Far too long for a model. What is longer is not read to its end.
const readBytesMax = 1024 * 1024;

/** Replaces an answer that is too large for a tool. */
function tooLarge(requestId: string): ApiAnswer {
  const apiError = new ApiError('payload_too_large', {
    message: `The result has more than ${shownBytes(readBytesMax)}, the limit for a tool.`,
    suggestedFix:
      'Ask for less: fewer days or months, a smaller limit, or listSubscriptions page by page. The user exports everything in the dashboard or with "duebook export".',
  });
  const { status } = errorCatalogue[apiError.errorCode];
  return { status, etag: null, isReplayed: false, text: JSON.stringify(errorBody(apiError, requestId)) };
}

function answerPreflight({ set }: { set: { status?: number | string; headers: Record<string, string | number> } }) {
  set.status = 204;
  set.headers['access-control-allow-methods'] = 'POST, OPTIONS';
  set.headers['access-control-max-age'] = preflightSeconds;
  set.headers['access-control-allow-headers'] =
    'Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID';
  return new Response(null, { status: 204 });
}
