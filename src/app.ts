import { Elysia, NotFoundError } from 'elysia';
import { outcomeSecondsKept } from './commands/idempotency.ts';
import { analyticsRoutes } from './http/api/analytics/routes.ts';
import { auditRoutes } from './http/api/audit/routes.ts';
import { batchRoutes } from './http/api/batch/routes.ts';
import { crossOrigin } from './http/pipeline/crossOrigin.ts';
import { documentation } from './http/docs/documentation.ts';
import { healthRoutes, type ReadinessChecks } from './http/api/health/routes.ts';
import { createQuota, createRateLimiter } from './http/pipeline/rateLimiter.ts';
import { llmsText } from './http/docs/llmsText.ts';
import type { OriginRules } from './http/mcp/origins.ts';
import { mcpRoutes } from './http/mcp/routes.ts';
import { metricsRoute } from './http/api/metrics/routes.ts';
import { authenticate, identifyHolder } from './http/pipeline/authentication.ts';
import { bodyReaders, createBodyRoom } from './http/pipeline/requestBody.ts';
import { withoutLatePlugins } from './http/elysiaInternals.ts';
import { answerErrors } from './http/responses/errorAnswers.ts';
import {
  clientAddresses,
  innerRequests,
  type ClientAddressesOptions,
  type ClientAddressOptions,
} from './http/pipeline/clientAddress.ts';
import { observeRequests } from './http/pipeline/observation.ts';
import type { MetricsReader } from './observability/metrics.ts';
import type { Observation } from './observability/requestEvents.ts';
import { completeUrls, refuseSecondHost } from './http/pipeline/requestTarget.ts';
import { answerReads, type LongReads } from './http/reads/answers.ts';
import type { Route } from './http/pipeline/route.ts';
import { createRouteTable } from './http/pipeline/routeTable.ts';
import { serveRoutes } from './http/pipeline/serveRoutes.ts';
import { subscriptionReadRoutes } from './http/api/subscriptions/readRoutes.ts';
import { subscriptionWriteRoutes } from './http/api/subscriptions/writeRoutes.ts';
import type { Store, WriteDoor } from './store/store.ts';
import { trackWallSpan, type Clock, type Randomness, type WallSpan } from './runtime/system.ts';

/** What the service is made of; everything that a test may want to choose comes in here. */
export interface AppDependencies {
  readonly store: Store;
  readonly writes: WriteDoor;
  /** Where reads are done that may take too long for the event loop; unless given, all of them are done on it. */
  readonly longReads?: LongReads;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** The time for which outcomes of writes are kept; follows the clock from the creation of the app unless given. */
  readonly outcomesKept?: WallSpan;
  /** Takes one line for the person who runs the server, about what failed. */
  readonly log: (line: string) => void;
  /** Takes one about what may be wrong. */
  readonly warn: (line: string) => void;
  /** The IANA time zone in which "today" is read. */
  readonly timeZone: string;
  /** How many requests an owner may make in how many seconds. */
  readonly quota: { readonly limit: number; readonly windowSeconds: number };
  /** The networks of the proxies that are believed when they say for whom they ask. */
  readonly trustedProxies: ClientAddressOptions['trustedProxies'];
  /** The address that this machine alone connects from, for a service that listens there. */
  readonly loopbackAddress?: ClientAddressesOptions['loopbackAddress'];
  /** What stands before every path, such as `/duebook`; nothing for the root. */
  readonly basePath: string;
  /** How many invalid keys may come from one address in how many seconds. */
  readonly invalidKeys: { readonly limit: number; readonly windowSeconds: number };
  /** Finds out whether the service can serve now; never throws. */
  readonly checkReadiness: () => Promise<ReadinessChecks>;
  /** What the data directory is known by, for who asks whether this is the service that they mean; nothing unless given. */
  readonly instanceId?: string;
  /** The path of the script that shows the documentation page. */
  readonly pageScript: string;
  /** Which pages may speak MCP; none of other hosts unless given. */
  readonly mcpOrigins?: OriginRules;
  /** Who is shown every request, and told what is refused; nobody unless given. */
  readonly observation?: Observation;
  /** The metrics, if they are served here, and the token that a collector has to show. */
  readonly metrics?: { readonly token: string; readonly reader: MetricsReader } | undefined;
}

// Bounds of memory: an entry takes about 200 bytes.
const ownersRemembered = 100_000;
const addressesRemembered = 100_000;
const bodyRoom = { bytesMax: 32 * 1024 * 1024, bytesMaxOfOwner: 8 * 1024 * 1024 };

// From the end of one request to that of the head of the next, and from there to the end of the body.
const idleConnectionSeconds = 30;

const noOrigins: OriginRules = { ownHost: 'localhost', allowedOrigins: [] };
const unobserved: Observation = {
  observers: [],
  onAuthenticationFailure: () => undefined,
  onQuotaUsedUp: () => undefined,
};

/** The service, whole. */
export type App = ReturnType<typeof createApp>;

/** What counts the requests of the owners, and the invalid keys of the client addresses. */
function limitsOf({ quota, invalidKeys, clock, observation }: AppDependencies & { readonly observation: Observation }) {
  const requests = createRateLimiter({ ...quota, keysMax: ownersRemembered }, clock);
  return {
    quota: createQuota(requests, observation.onQuotaUsedUp),
    invalidKeys: createRateLimiter({ ...invalidKeys, keysMax: addressesRemembered }, clock),
  };
}

type RouteOptions = Parameters<typeof subscriptionReadRoutes>[0] &
  Parameters<typeof subscriptionWriteRoutes>[0] &
  Parameters<typeof analyticsRoutes>[0];

/** The operations of the API. Preflights, the OpenAPI document and the tools for agents are made from them. */
function apiRoutes(options: RouteOptions): readonly Route[] {
  return [
    ...subscriptionReadRoutes(options),
    ...subscriptionWriteRoutes(options),
    ...batchRoutes(options),
    ...analyticsRoutes(options),
    ...auditRoutes(options),
  ];
}

/** The service: a request passes these stages from top to bottom, and those of its route in `http/`. */
export function createApp(dependencies: AppDependencies) {
  const { store, writes, clock, randomness, log, timeZone, basePath, observation = unobserved } = dependencies;
  const { outcomesKept = trackWallSpan(clock, outcomeSecondsKept) } = dependencies;
  const { quota, invalidKeys } = limitsOf({ ...dependencies, observation });
  // None for a connection that has gone, nor once the answer has been sent.
  const peerOf = (request: Request): string | undefined => app.server?.requestIP(request)?.address;
  const addresses = clientAddresses({ ...dependencies, peerOf });
  const dispatch = (request: Request): Response | Promise<Response> => app.handle(request);
  const inner = innerRequests({ basePath, handle: dispatch, addressOf: addresses.exact });
  const addressOf = (request: Request): string => inner.addressOf(request) ?? 'unknown';
  const shownAddressOf = (request: Request): string => inner.addressOf(request, addresses.shown) ?? 'unknown';
  const bodies = bodyReaders(createBodyRoom(bodyRoom));
  const authentication = { invalidKeys, addressOf, onFailure: observation.onAuthenticationFailure, store, clock };
  const mcp = { origins: dependencies.mcpOrigins ?? noOrigins, identify: identifyHolder(authentication) };
  const routeTable = createRouteTable(basePath);
  const observed = observeRequests({ ...observation, clock, addressOf: shownAddressOf, routeTable });
  const answerError = answerErrors({ routeTable, basePath, log, isToolCall: inner.isOwn });
  const answerRead = answerReads({ ...dependencies, answerError, peerOf });
  const shared = { quota, answerRead, store, writes, clock, randomness, timeZone, basePath };
  const routes = apiRoutes(shared);
  const { pages, readDocument } = documentation({ ...dependencies, routes });

  // Unless it is told that hosts may be short, Elysia looks for the path where only longer ones have ended.
  const app = new Elysia({ name: 'duebook', normalize: false, strictPath: true, handler: { standardHostname: false } })
    .use(completeUrls(dispatch))
    // 1. Every answer carries these, and an id by which its request can be found in the log and the audit trail.
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .decorate('requestId', '')
    .onRequest(function identify(context) {
      const requestId = randomness.uuid();
      context.requestId = requestId;
      context.set.headers['x-request-id'] = requestId;
    })
    // 2. Whatever is refused below, or fails, leaves through here: 404 and 405 for what is not served at all.
    .onError({ as: 'global' }, observed.failures(answerError))
    // 3. A supervisor beside a proxy asks without the base path, one beyond it with; none of them is shown as a request.
    .use(healthRoutes({ ...dependencies, stage: observed.probeStage() }))
    .use(observed.stage())
    .onRequest(refuseSecondHost);

  const below = new Elysia({ name: 'below', prefix: basePath, normalize: false })
    // 4. Pages of any origin may call; their preflights need no key.
    .use(crossOrigin(routes))
    .use(pages)
    // 5. For each operation: key and scope → id, query, body (the schemas) → its stages (the quota) → its handler.
    .use(serveRoutes(routes, { authenticate: authenticate(authentication), bodies, outcomesKept }))
    // 6. What agents send: each call goes through all of the above as a request of its own.
    .use(mcpRoutes({ ...mcp, bodies, ...inner, readDocument, filterValues: store.filterValues }))
    .use(llmsText({ basePath, readDocument }));

  app.use(below);
  if (dependencies.metrics !== undefined)
    app.use(metricsRoute({ ...dependencies.metrics, ...authentication, basePath }));
  routeTable.learn(app.routes);
  for (const { method, path } of routeTable.mistakenForIds()) app.route(method, path, refuseMethod, notRouted);
  return app;
}

const notRouted = { parse: 'none' as const };

/** Answers as if there were no such route. */
function refuseMethod(): never {
  throw new NotFoundError();
}

/** Has the service listen on an address; port 0 takes a free one. Throws what the system says when it cannot. */
export function listenOn(app: App, { host, port }: { readonly host: string; readonly port: number }) {
  withoutLatePlugins(app).listen({
    hostname: host,
    port,
    reusePort: false,
    development: false,
    idleTimeout: idleConnectionSeconds,
    // The limit on bodies is ours, so that its answer has the envelope of every error.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  });
  if (app.server === null) throw new Error(`nothing listens on ${host}`);
  return app.server;
}
