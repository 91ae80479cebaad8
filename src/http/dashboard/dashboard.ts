import { Elysia, NotFoundError } from 'elysia';
import { ApiError } from '../responses/errors.ts';
import { servePageFiles, type PageFile } from './pageFiles.ts';

interface DashboardOptions {
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
  /** Lists the files of the page; called on the first request for one. */
  readonly pageFiles: () => Promise<readonly PageFile[]>;
}

/** The views that the page has, each at a path of its own, one level below the base path. */
const views = ['overview', 'subscriptions', 'calendar', 'insights', 'activity', 'settings', 'sign-in'];

const pageHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
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

interface RootContext extends ViewContext {
  readonly redirect: (url: string) => Response;
}

/**
 * Serves the dashboard: the same page at the path of each of its views, and the files that it loads. Only a client that
 * accepts HTML gets it. To others, the root is the documentation page, and the other views are unknown paths. Also gives
 * the paths of those views, with the base path.
 */
export function dashboard({ basePath, pageFiles }: DashboardOptions) {
  const answer = servePageFiles(pageFiles);
  const page = ({ request, set }: ViewContext) => answer('/index.html', pageHeaders, { request, set });

  function view({ request, set }: ViewContext) {
    varyByAccept(set.headers);
    if (!acceptsHtml(request)) throw new NotFoundError();
    return page({ request, set });
  }

  function root({ request, set, redirect }: RootContext) {
    varyByAccept(set.headers);
    if (!acceptsHtml(request)) return redirect(`${basePath}/docs`);
    // The page loads its files relative to its own path.
    return new URL(request.url).pathname.endsWith('/') ? page({ request, set }) : redirect(`${basePath}/`);
  }

  const app = new Elysia({ name: 'dashboard' })
    .get('/', ({ request, set, redirect }) => root({ request, set, redirect }))
    .get('/assets/:name', ({ request, set, params }) =>
      answer(`/assets/${params.name}`, assetHeaders, { request, set }).catch(unknownAsset),
    );
  if (basePath !== '') app.get('', ({ request, set, redirect }) => root({ request, set, redirect }));
  for (const name of views) app.get(`/${name}`, ({ request, set }) => view({ request, set }));
  return { views: app, viewPaths: views.map((name) => `${basePath}/${name}`) };
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
