import { Elysia, NotFoundError } from 'elysia';
import { ApiError } from '../errors/apiError.ts';
import type { Failure } from '../pipeline/observation.ts';
import { servePageFiles, type PageFile } from './pageFiles.ts';

interface DashboardOptions {
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
  /** Lists the files of the page; called on the first request for one. */
  readonly pageFiles: () => Promise<readonly PageFile[]>;
}

/** The views that the page has, each at a path of its own, below the base path. */
const views = [
  'overview',
  'subscriptions',
  'calendar',
  'insights',
  'set-aside',
  'reminders',
  'activity',
  'import',
  'settings',
  'sign-in',
  'help',
  'help/first-steps',
  'help/due',
  'help/contracts',
  'help/reminders',
  'help/import',
  'help/people',
];

// In the order of preference: the page of the view, which names the files of the view, or that of all others.
const filesOf = (view: string): readonly string[] => [`/${view.replace(/\/.*/, '')}.html`, '/index.html'];

// Home Assistant shows the page in a frame of its own origin. A page of that origin can do everything that this one can, so a frame gives it
// nothing more.
const pageHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'; require-trusted-types-for 'script'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

const assetHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
};

interface ViewContext {
  readonly request: Request;
  readonly set: { readonly headers: Record<string, string | number> };
}

interface RootContext extends ViewContext {}

/**
 * Serves the dashboard: a page at the path of each of its views, and the files that it loads. Only a client that accepts
 * HTML gets it. To others, the root is the documentation page, and the other views are unknown paths. Also gives the paths
 * of those views, with the base path, and what answers to browsers at unknown paths.
 */
export function dashboard({ basePath, pageFiles }: DashboardOptions) {
  const { answer, readText } = servePageFiles(pageFiles);
  const page = (name: string, { request, set }: ViewContext) =>
    name.includes('/')
      ? pageElsewhere(readText(filesOf(name)), '../', { status: 200, headers: pageHeaders })
      : answer(filesOf(name), pageHeaders, { request, set });

  function view(name: string, { request, set }: ViewContext) {
    varyByAccept(set.headers);
    if (!acceptsHtml(request)) throw new NotFoundError();
    return page(name, { request, set });
  }

  /** Lets browsers have a page at unknown paths, which says so. Others, and paths of the API and the files, get the error. */
  function withPages<Answer>(answerError: (failure: Failure) => Answer) {
    // Elysia reads the source of this function, as that of a stage: decision 9.
    return function answerWithPage({ error, code, request, path, requestId, set }: Failure) {
      const envelope = answerError({ error, code, request, path, requestId, set });
      const isUnknown = code === 'NOT_FOUND' && set.status === 404 && !isForPrograms(path);
      const shown = isUnknown && isRead(request) && acceptsHtml(request) ? pageOr(envelope, path) : envelope;
      return shown;
    };
  }

  /** A server that runs from source may have no page. */
  function pageOr<Answer>(envelope: Answer, path: string): Promise<Response | Answer> {
    const unknown = { status: 404, headers: { ...pageHeaders, 'cache-control': 'no-store' } };
    return pageElsewhere(readText(['/index.html']), wayToBase(path, basePath), unknown).catch(() => envelope);
  }

  function isForPrograms(path: string): boolean {
    // A proxy may have removed the base path.
    const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
    return below === '/api' || below.startsWith('/api/') || below.startsWith('/assets/');
  }

  function root({ request, set }: RootContext) {
    varyByAccept(set.headers);
    if (!acceptsHtml(request)) return redirect(`${basePath}/docs`);
    // The page loads its files relative to its own path.
    return new URL(request.url).pathname.endsWith('/') ? page('overview', { request, set }) : redirect(`${basePath}/`);
  }

  const app = new Elysia({ name: 'dashboard' })
    .get('/', ({ request, set }) => root({ request, set }))
    .get('/assets/:name', ({ request, set, params }) =>
      answer([`/assets/${params.name}`], assetHeaders, { request, set }).catch(unknownAsset),
    );
  if (basePath !== '') app.get('', ({ request, set }) => root({ request, set }));
  for (const name of views) app.get(`/${name}`, ({ request, set }) => view(name, { request, set }));
  return { views: app, viewPaths: views.map((name) => `${basePath}/${name}`), withPages };
}

/** Sends a browser to another path. `Response.redirect` of some runtimes takes whole URLs only, and this may not know its own. */
function redirect(path: string): Response {
  return new Response(null, { status: 302, headers: { location: path } });
}

/** A page whose path is not one level below the base path, to which the addresses in its HTML are relative. */
async function pageElsewhere(
  html: Promise<string>,
  base: string,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): Promise<Response> {
  const type = { 'content-type': 'text/html; charset=utf-8', vary: 'Accept' };
  return new Response((await html).replaceAll('="./', `="${base}`), { status, headers: { ...headers, ...type } });
}

/** The way from a path to the base path, relative, as a proxy may have removed the beginning of both: `./`, `../`. */
function wayToBase(path: string, basePath: string): string {
  const isBelow = path.startsWith(`${basePath}/`);
  const steps = (isBelow ? path.slice(basePath.length) : path).split('/').length - 2;
  const up = steps > 0 ? '../'.repeat(steps) : './';
  return isBelow ? up : `${up}${basePath.slice(1)}/`;
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function acceptsHtml(request: Request): boolean {
  return request.headers.get('accept')?.toLowerCase().includes('text/html') === true;
}

function varyByAccept(headers: Record<string, string | number>): void {
  headers['vary'] = 'Accept';
}

/** A page that is older than the server asks for files that are gone. */
function unknownAsset(error: unknown): never {
  if (!(error instanceof NotFoundError)) throw error;
  throw new ApiError('not_found', { suggestedFix: 'Load the page of the dashboard again.' });
}
