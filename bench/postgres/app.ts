import { Elysia } from 'elysia';
import type { App, AppDependencies } from '../../src/app.ts';
import { outcomeSecondsKept } from '../../src/commands/origin.ts';
import { auditRoutes } from '../../src/http/api/audit/routes.ts';
import type { RouteOptions } from '../../src/http/api/routeOptions.ts';
import { renewalRoutes } from '../../src/http/api/subscriptions/renewalRoutes.ts';
import { clientAddresses } from '../../src/http/pipeline/clientAddress.ts';
import { createBodyRoom } from '../../src/http/pipeline/bodyRoom.ts';
import { crossOrigin } from '../../src/http/pipeline/crossOrigin.ts';
import { createQuota, createRateLimiter } from '../../src/http/pipeline/rateLimiter.ts';
import { bodyReaders } from '../../src/http/pipeline/requestBody.ts';
import { completeUrls, refuseTargets } from '../../src/http/pipeline/requestTarget.ts';
import { createRouteTable } from '../../src/http/pipeline/routeTable.ts';
import { serveRoutes } from '../../src/http/pipeline/serveRoutes.ts';
import type { AnswerRead } from '../../src/http/reads/answers.ts';
import { TaggedAnswer } from '../../src/http/responses/answers.ts';
import { answerErrors } from '../../src/http/responses/errorAnswers.ts';
import { explainValidation } from '../../src/http/validation/faults.ts';
import { trackWallSpan } from '../../src/runtime/system.ts';
import { authenticateLater, readRoutesLater, updateRoutesLater } from './asynchronous.ts';
import type { Postgres } from './database.ts';
import { openReads } from './reads.ts';
import { openWrites, type WriteForm } from './writes.ts';

type Limits = Pick<AppDependencies, 'quota' | 'invalidKeys'>;
type FromProduct = Pick<
  AppDependencies,
  'clock' | 'randomness' | 'log' | 'warn' | 'timeZone' | 'currencies' | 'trustedProxies'
>;

/** What the spike is made from. */
export interface SpikeOptions extends FromProduct, Limits {
  readonly database: Postgres;
  readonly basePath: string;
  readonly form: WriteForm;
  /** Awaited with the bearer token of each request before its key is looked up. */
  readonly beforeLookUp?: (key: string) => Promise<void>;
  /** Answers with the OpenAPI document. */
  readonly document?: () => Promise<Response>;
}

const keysMax = 100_000;
const bodyRoom = { bytesMax: 32 * 1024 * 1024, bytesMaxOfOwner: 8 * 1024 * 1024, bytesMaxOfClient: 512 * 1024 };

/**
 * The service with its store on PostgreSQL, as far as the spike goes: subscriptions without details, payments by `renew`, the
 * audit trail, keys. Its stages are those of src/app.ts, in the same order.
 */
export function createSpike(options: SpikeOptions): App {
  const { database, clock, randomness, basePath, log, document } = options;
  const outcomesKept = trackWallSpan(clock, outcomeSecondsKept);
  const quota = createQuota(createRateLimiter({ ...options.quota, keysMax }, clock), () => undefined);
  const invalidKeys = createRateLimiter({ ...options.invalidKeys, keysMax }, clock);
  const peerOf = (request: Request): string | undefined => app.server?.requestIP(request)?.address;
  const addresses = clientAddresses({ ...options, peerOf });
  const addressOf = (request: Request): string => addresses.exact(request) ?? 'unknown';
  const dispatch = (request: Request): Response | Promise<Response> => app.handle(request);
  const routeTable = createRouteTable(basePath);
  const explainers = [explainValidation];
  const answerError = answerErrors({ routeTable, basePath, log, isToolCall: () => false, explainers, quota });
  const reads = openReads(database);
  const answerRead: AnswerRead = (context, ownerId, read) =>
    reads
      .carryOut(ownerId, read)
      .then(({ membersJson, entityTag }) => new TaggedAnswer(context, membersJson, entityTag))
      .catch((error: unknown) => answerError({ ...context, error, code: 'UNKNOWN', path: '' }));
  const writes = openWrites(database, options.form);
  const routes = routesOf({ ...options, quota, answerRead, writes }, reads);
  const authenticate = authenticateLater({ ...options, reads, invalidKeys, addressOf });

  const app = new Elysia({ name: 'spike', normalize: false, strictPath: true, handler: { standardHostname: false } })
    .use(completeUrls(dispatch))
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .decorate('requestId', '')
    .onRequest(function identify(context) {
      const requestId = randomness.uuid();
      context.requestId = requestId;
      context.set.headers['x-request-id'] = requestId;
    })
    .onError({ as: 'global' }, answerError)
    .onRequest(refuseTargets(undefined))
    .use(crossOrigin(routes, basePath))
    .use(
      serveRoutes(routes, {
        basePath,
        authenticate,
        bodies: bodyReaders(createBodyRoom(bodyRoom), addressOf),
        outcomesKept,
      }),
    );
  if (document !== undefined) app.get(`${basePath}/openapi.json`, document);
  routeTable.learn(app.routes);
  return app as unknown as App;
}

type GivenRouteOptions = FromProduct &
  Pick<SpikeOptions, 'basePath'> &
  Pick<RouteOptions, 'quota' | 'answerRead' | 'writes'>;

function routesOf(given: GivenRouteOptions, reads: ReturnType<typeof openReads>) {
  // Nothing that the routes do synchronously with the store is left.
  const options = { ...given, store: {} as RouteOptions['store'] };
  const ofTrail = auditRoutes({ ...options, revertWords: {} as Parameters<typeof auditRoutes>[0]['revertWords'] });
  return [
    ...readRoutesLater(options, reads),
    ...updateRoutesLater(options, reads),
    ...renewalRoutes(options),
    ...ofTrail.filter(({ operationId }) => operationId === 'listAuditLog'),
  ];
}
