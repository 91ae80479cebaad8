import { Elysia, NotFoundError } from 'elysia';
import { outcomeSecondsKept } from './core/writer/origin.ts';
import { noLimits, type OwnerLimits } from './core/writer/roomForOwners.ts';
import type { Currencies } from './core/billing/currencies.ts';
import { explainRefusal } from './modules/analytics/errors.ts';
import { calendarRoute } from './modules/feeds/routes/calendarRoute.ts';
import { crossOrigin } from './core/http/pipeline/crossOrigin.ts';
import { dashboard } from './core/http/dashboard/dashboard.ts';
import type { PageFile } from './core/http/dashboard/pageFiles.ts';
import { documentation } from './core/http/docs/documentation.ts';
import { instances, moduleWords } from './modules/routes.ts';
import { requestExamples } from './modules/batch/requestExamples.ts';
import { hintFor } from './modules/subscriptions/routes/nearValues.ts';
import { noChannelPort, type ChannelPort } from './modules/channels/routes/port.ts';
import { noDiagnosis, type Diagnose } from './modules/doctor/model.ts';
import { noImportPort, type ImportPort } from './modules/imports/routes/port.ts';
import { healthRoutes, type ReadinessChecks } from './core/health/routes.ts';
import { createQuota, createRateLimiter, type RateLimiter } from './core/http/pipeline/rateLimiter.ts';
import { llmsText } from './core/http/docs/llmsText.ts';
import type { OriginRules } from './core/http/mcp/admission.ts';
import { mcpRoutes } from './core/http/mcp/routes.ts';
import { metricsRoute } from './core/observability/routes.ts';
import { authorize, identifyHolder, type AuthenticationOptions } from './core/http/pipeline/authentication.ts';
import { withoutLatePlugins } from './core/http/elysiaInternals.ts';
import { answerErrors } from './core/http/responses/errorAnswers.ts';
import {
  clientAddresses,
  findTrustedPeers,
  innerRequests,
  type ClientAddressesOptions,
  type ClientAddressOptions,
} from './core/http/pipeline/clientAddress.ts';
import { observeRequests } from './core/http/pipeline/observation.ts';
import type { MetricsReader } from './core/observability/metrics.ts';
import type { Observation } from './core/observability/requestEvents.ts';
import { completeUrls, querySchemasOf, refuseTargets, type QuerySchemas } from './core/http/pipeline/requestTarget.ts';
import { createRouteTable } from './core/http/pipeline/routeTable.ts';
import { countFailures } from './modules/sessions/signIn/failures.ts';
import type { HostSettings } from './modules/sessions/signIn/hosts.ts';
import { findContradictions } from './modules/sessions/signIn/proofs.ts';
import type { ProxySettings } from './modules/sessions/signIn/reverseProxy.ts';
import { explainValidation } from './core/http/validation/faults.ts';
import type { Store } from './modules/store.ts';
import type { WriteDoor } from './core/writer/queue.ts';
import { createPasswords, type Passwords } from './core/runtime/passwords.ts';
import { serveService } from './core/runtime/host.ts';
import { trackWallSpan, type Clock, type Randomness, type WallSpan } from './core/runtime/system.ts';

/** The dependencies of the service; tests replace any of them. */
export interface AppDependencies {
  readonly store: Store;
  readonly writes: WriteDoor;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** How long outcomes of idempotent writes are kept; by default it follows the clock from the creation of the app. */
  readonly outcomesKept?: WallSpan;
  /** Writes one line about a failure to the log. */
  readonly log: (line: string) => void;
  /** Writes one line with a warning to the log. */
  readonly warn: (line: string) => void;
  /** The IANA time zone of "today". */
  readonly timeZone: string;
  /** The currencies of the server. */
  readonly currencies: Currencies;
  /** The quota: `limit` requests of an owner in `windowSeconds`. */
  readonly quota: { readonly limit: number; readonly windowSeconds: number };
  /** What owners may have; as much as they store by default. */
  readonly ownerLimits?: OwnerLimits;
  /** The networks of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: ClientAddressOptions['trustedProxies'];
  /** The address of all clients when the service listens on the loopback interface. */
  readonly loopbackAddress?: ClientAddressesOptions['loopbackAddress'];
  /** The prefix of every path, such as `/duebook`; empty for the root. */
  readonly basePath: string;
  /** The limit on invalid keys: `limit` of one client address in `windowSeconds`. */
  readonly invalidKeys: { readonly limit: number; readonly windowSeconds: number };
  /** Where and how people sign in; by default under names that nobody else can own, and not by a proxy. */
  readonly signIn?: HostSettings & ProxySettings;
  /** Encrypts the secrets of channels, and sends tests. */
  readonly channels?: ChannelPort;
  /** Reads the files of imports. */
  readonly imports?: ImportPort;
  /** The mark of the messages that this server sends: it takes none of them. */
  readonly messageMark?: string;
  /** Whether the server fetches exchange rates; by default it does not. */
  readonly fetchesRates?: boolean;
  /** Hashes and verifies passwords. */
  readonly passwords?: Passwords;
  /** Called with the id of the key or session of each authenticated request. */
  readonly onUse?: (id: string) => void;
  /** Checks whether the service is ready; never throws. */
  readonly checkReadiness: () => Promise<ReadinessChecks>;
  /** Checks the installation for admins; by default, nothing is checked. */
  readonly diagnose?: Diagnose;
  /** Identifies the data directory, so that a client can check that it reached the right service. */
  readonly instanceId?: string;
  /** The path of the script of the documentation page. */
  readonly pageScript: string;
  /** Lists the files of the dashboard; called on the first request for one. */
  readonly pageFiles: () => Promise<readonly PageFile[]>;
  /** The pages that may call MCP; by default none of other hosts. */
  readonly mcpOrigins?: OriginRules;
  /** The observers of requests, and callbacks for refused ones; none by default. */
  readonly observation?: Observation;
  /** The metrics, if the API listener serves them, and the token that collectors need. */
  readonly metrics?: { readonly token: string; readonly reader: MetricsReader } | undefined;
}

// Bounds of memory: an entry takes about 200 bytes.
const ownersRemembered = 100_000;
const addressesRemembered = 100_000;

// From the end of a request to the end of the next one's head, and from there to the end of its body.
const idleConnectionSeconds = 30;

const plainSignIn: HostSettings & ProxySettings = {
  publicUrl: null,
  allowedHosts: [],
  authHeader: null,
  createFor: null,
};
const noOrigins: OriginRules = { ownHost: 'localhost', allowedOrigins: [] };
const unobserved: Observation = {
  observers: [],
  onAuthenticationFailure: () => undefined,
  onQuotaUsedUp: () => undefined,
};

/** The complete service. */
export type App = ReturnType<typeof createApp>;

/** The quota of owners, and the limit on invalid keys of client addresses. */
function limitsOf({ quota, invalidKeys, clock, observation }: AppDependencies & { readonly observation: Observation }) {
  const requests = createRateLimiter({ ...quota, keysMax: ownersRemembered }, clock);
  return {
    quota: createQuota(requests, observation.onQuotaUsedUp),
    invalidKeys: createRateLimiter({ ...invalidKeys, keysMax: addressesRemembered }, clock),
    // Calendar programs ask for a revoked feed again and again: the keys of their address must not suffer from that.
    unknownTokens: createRateLimiter({ ...invalidKeys, keysMax: addressesRemembered }, clock),
  };
}

type Reported = Pick<AuthenticationOptions, 'addressOf' | 'onFailure'>;

/** What signing in and authentication need, beyond the store. */
function signInOf(
  dependencies: AppDependencies & Pick<Reported, 'addressOf'> & { readonly observation: Observation },
  invalidKeys: RateLimiter,
  peerOf: (request: Request) => string | undefined,
) {
  const { signIn: settings = plainSignIn, trustedProxies, clock } = dependencies;
  const { onUse = () => undefined, passwords = createPasswords(), addressOf, observation } = dependencies;
  const reported: Reported = { addressOf, onFailure: observation.onAuthenticationFailure };
  const isTrustedPeer = findTrustedPeers(trustedProxies);
  const byProxy = { settings, isFromProxy: (request: Request): boolean => isTrustedPeer(peerOf(request)) };
  const failures = countFailures(invalidKeys, clock);
  return { ...reported, ...byProxy, contradicts: findContradictions(byProxy), onUse, failures, passwords };
}

const nothingChosen = { diagnose: noDiagnosis, channels: noChannelPort, imports: noImportPort, ownerLimits: noLimits };

// What explains the errors that are none of the API yet.
const explainers = [explainValidation, explainRefusal];

/** Creates the service. A request passes these stages from top to bottom, then the stages of its route. */
export function createApp(dependencies: AppDependencies) {
  const { store, clock, randomness, log, basePath, currencies, observation = unobserved } = dependencies;
  const { outcomesKept = trackWallSpan(clock, outcomeSecondsKept) } = dependencies;
  const { quota, invalidKeys, unknownTokens } = limitsOf({ ...dependencies, observation });
  // Undefined after the connection is closed or the answer is sent.
  const peerOf = (request: Request): string | undefined => app.server?.requestIP(request)?.address;
  const dispatch = (request: Request): Response | Promise<Response> => app.handle(request);
  const { inner, addressOf, shownAddressOf } = locate(dependencies, peerOf, dispatch);
  const signIn = signInOf({ ...dependencies, observation, addressOf }, invalidKeys, peerOf);
  const authentication = { ...signIn, invalidKeys, store, clock };
  const routeTable = createRouteTable(basePath);
  const observed = observeRequests({ ...observation, clock, addressOf: shownAddressOf, routeTable });
  const answerError = answerErrors({ routeTable, basePath, log, explainers, quota });
  const holdOpen = holdConnections(() => app.server);
  const querySchemas: QuerySchemas = querySchemasOf(() => app.routes);
  const access = { authorize: authorize(authentication), querySchemas, outcomesKept };
  const shared = { ...nothingChosen, ...dependencies, quota, holdOpen, ...signIn, ...access };
  const modules = instances(shared);
  const ofModules = () => modules.flatMap((module) => module.routes);
  const documented = { routes: ofModules, words: () => moduleWords(currencies) };
  const { pages, readDocument } = documentation({ ...dependencies, ...documented });
  const { views, viewPaths, withPages } = dashboard(dependencies);

  // Without standardHostname: false, Elysia expects a longer host and misses the path behind a short one.
  const app = new Elysia({ name: 'duebook', normalize: false, strictPath: true, handler: { standardHostname: false } })
    .use(completeUrls(dispatch))
    // 1. Headers of every answer, with the request id, which the log and the audit trail also have.
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .decorate('requestId', '')
    .onRequest(function identify(context) {
      const requestId = randomness.uuid();
      context.requestId = requestId;
      context.set.headers['x-request-id'] = requestId;
    })
    // 2. Errors of all stages below become answers here; unknown paths and methods become 404 and 405.
    .onError({ as: 'global' }, observed.failures(withPages(answerError)))
    // 3. Health checks, with and without the base path; observers do not count them as requests.
    .use(healthRoutes({ ...dependencies, stage: observed.probeStage() }))
    .use(observed.stage())
    .onRequest(refuseTargets(dependencies.messageMark))
    // 4. CORS for pages of any origin; preflights need no key.
    .use(crossOrigin(ofModules(), basePath));

  const below = new Elysia({ name: 'below', prefix: basePath, normalize: false })
    .use(modules)
    .use(pages)
    .use(views)
    // 6. MCP: each call of a tool passes all stages above as a request of its own.
    .use(
      mcpRoutes({
        ...mcpOf(dependencies, authentication),
        ...shared,
        ...inner,
        readDocument,
        hintFor: (filters, ownerId) => hintFor(filters, ownerId, store.filterValues),
      }),
    )
    .use(llmsText({ basePath, readDocument, requestExamples: requestExamples(basePath, currencies.allowed) }))
    .use(calendarRoute({ ...shared, unknownTokens }));

  app.use(below);
  if (dependencies.metrics !== undefined)
    app.use(metricsRoute({ ...dependencies.metrics, ...authentication, basePath }));
  routeTable.learn(app.routes, viewPaths);
  for (const { method, path } of routeTable.mistakenForIds()) app.route(method, path, refuseMethod, notRouted);
  return app;
}

/** Which pages may call MCP, and who calls it. */
function mcpOf({ mcpOrigins = noOrigins }: AppDependencies, authentication: AuthenticationOptions) {
  return { origins: mcpOrigins, identify: identifyHolder(authentication) };
}

/** Finds the addresses of clients, also of requests that the service makes of itself. */
function locate(
  dependencies: AppDependencies,
  peerOf: (request: Request) => string | undefined,
  handle: (request: Request) => Response | Promise<Response>,
) {
  const addresses = clientAddresses({ ...dependencies, peerOf });
  const inner = innerRequests({ basePath: dependencies.basePath, handle, addressOf: addresses.exact });
  return {
    inner,
    addressOf: (request: Request): string => inner.addressOf(request) ?? 'unknown',
    shownAddressOf: (request: Request): string => inner.addressOf(request, addresses.shown) ?? 'unknown',
  };
}

/** Lets a connection be idle until the function that this gives is called: a report may take longer than others may be. */
function holdConnections(serverOf: () => App['server']) {
  return function holdOpen(request: Request) {
    serverOf()?.timeout(request, 0);
    return () => serverOf()?.timeout(request, idleConnectionSeconds);
  };
}

const notRouted = { parse: 'none' as const };

/** Answers as if the route did not exist: with 405. */
function refuseMethod(): never {
  throw new NotFoundError();
}

/** Where to listen, and after how many seconds without traffic a connection is closed. */
interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly idleSeconds?: number;
}

/** Listens on an address; port 0 takes a free port. Throws the system's error when it cannot. */
export function listenOn(app: App, { host, port, idleSeconds = idleConnectionSeconds }: ListenOptions) {
  return serveService(withoutLatePlugins(app), { hostname: host, port }, idleSeconds);
}
