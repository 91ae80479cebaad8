import { cors } from '@elysiajs/cors';
import type { AnyElysia } from 'elysia';
import { withSynchronousRequestHooks } from '../elysiaInternals.ts';

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

/** How many seconds a browser may cache the answer to a preflight; browsers allow two hours at most. */
export const preflightSeconds = 7200;

// The contract names these two; the others are listed only for a page that asks for one of them.
const contractHeaders = ['Authorization', 'Content-Type'];
const furtherHeaders = ['If-Match', 'If-None-Match', 'Idempotency-Key'];

/**
 * Gives a function that lets pages of any origin call the routes and read all answers, errors included. The API key
 * protects the data.
 *
 * @param basePath the prefix of every path; empty for the root
 */
export function crossOrigin(routes: readonly { readonly method: string; readonly path: string }[], basePath: string) {
  const plugin = withSynchronousRequestHooks(
    cors({
      // Set below for all answers: the plugin would add `Vary: *`, which forbids caching.
      origin: false,
      exposeHeaders: readableHeaders,
      // The plugin answers a preflight only with Access-Control-Request-Method; the routes below always answer.
      preflight: false,
      methods: false,
      allowedHeaders: contractHeaders,
      credentials: false,
    }),
  );
  return function addCrossOrigin<App extends AnyElysia>(app: App): App {
    app.use(plugin).headers({ 'access-control-allow-origin': '*' });
    for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
      const answer = ofPath.some(({ method }) => method === 'PUT') ? answerPreflightOfPut : answerPreflight;
      app.route('OPTIONS', `${basePath}${path}`, answer as () => unknown, { parse: 'none' });
    }
    return app;
  };
}

interface PreflightContext {
  readonly request: Request;
  readonly set: { status?: number | string; headers: Record<string, string | number> };
}

function answerPreflight({ request, set }: PreflightContext): Response {
  set.status = 204;
  set.headers['access-control-allow-methods'] = 'GET, POST, PATCH, DELETE, OPTIONS';
  set.headers['access-control-max-age'] = preflightSeconds;
  const wanted = request.headers.get('access-control-request-headers')?.toLowerCase() ?? '';
  if (furtherHeaders.some((name) => wanted.includes(name.toLowerCase()))) {
    set.headers['access-control-allow-headers'] = [...contractHeaders, ...furtherHeaders].join(', ');
  }
  return new Response(null, { status: 204 });
}

/** Where there is a PUT; the contract names the methods of all other paths. */
function answerPreflightOfPut({ request, set }: PreflightContext): Response {
  const answer = answerPreflight({ request, set });
  set.headers['access-control-allow-methods'] = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
  return answer;
}
