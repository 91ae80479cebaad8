import { cors } from '@elysiajs/cors';
import { Elysia } from 'elysia';
import { describedAs } from '../openapi/operationId.ts';

const undescribed = { detail: { hide: true } };

/** Each path of the API. The OpenAPI document describes the two preflights of the contract, by these names. */
const preflights = {
  '/api/v1/subscriptions': describedAs('preflightSubscriptions'),
  '/api/v1/subscriptions/:id': describedAs('preflightSubscription'),
  '/api/v1/subscriptions/batch': undescribed,
  '/api/v1/analytics/summary': undescribed,
  '/api/v1/analytics/duplicates': undescribed,
  '/api/v1/analytics/optimizations': undescribed,
  '/api/v1/audit': undescribed,
  '/api/v1/audit/:id/revert': undescribed,
} as const;

const readableHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'Idempotency-Replayed',
  'Location',
];

/** How many seconds a browser may go by the answer to a preflight; none goes by it for longer than two hours. */
export const preflightSeconds = 7200;

// What the contract names; the others are told to a page that asks for one of them.
const contractHeaders = ['Authorization', 'Content-Type'];
const furtherHeaders = ['If-Match', 'If-None-Match', 'Idempotency-Key'];

/** Lets a page of any origin call the API and read every answer, errors included. The key in the request is what protects. */
export function crossOrigin() {
  const plugin = cors({
    // Said below for all answers: the plugin would add a `Vary: *`, which forbids every cache.
    origin: false,
    exposeHeaders: readableHeaders,
    // The plugin answers a preflight only when the browser names a method; ours is answered always, below.
    preflight: false,
    methods: false,
    allowedHeaders: contractHeaders,
    credentials: false,
  });
  // It never waits, but its source looks to Elysia as if it might, and each request would wait for a promise.
  for (const hook of plugin.event.request ?? []) hook.isAsync = false;
  const app = new Elysia({ name: 'cross-origin' }).use(plugin).headers({ 'access-control-allow-origin': '*' });
  for (const [path, description] of Object.entries(preflights)) {
    app.options(path, answerPreflight, { parse: 'none', ...description });
  }
  return app;
}

interface PreflightContext {
  readonly request: Request;
  readonly set: { status?: number | string; headers: Record<string, string | number> };
}

function answerPreflight({ request, set }: PreflightContext): void {
  set.status = 204;
  set.headers['access-control-allow-methods'] = 'GET, POST, PATCH, DELETE, OPTIONS';
  set.headers['access-control-max-age'] = preflightSeconds;
  const wanted = request.headers.get('access-control-request-headers')?.toLowerCase() ?? '';
  if (furtherHeaders.some((name) => wanted.includes(name.toLowerCase()))) {
    set.headers['access-control-allow-headers'] = [...contractHeaders, ...furtherHeaders].join(', ');
  }
}
