import { Elysia } from 'elysia';
import { withSynchronousRequestHooks } from '../elysiaInternals.ts';
import { ApiError } from '../responses/errors.ts';

// Where the host begins in `http://host/path`. A host may be one character long, so no later place can be relied on.
const hostStart = 'http://'.length;
const slash = '/'.charCodeAt(0);

/** The path and the query of a request. The host before them need not be one that `URL` takes. */
export function targetOf({ url }: Request): string {
  return hasNoHost(url) ? url : url.slice(url.indexOf('/', hostStart));
}

/** Whether a URL is only a path: the request has no Host header, which HTTP/1.0 allows, or an invalid one. */
function hasNoHost(url: string): boolean {
  return url.charCodeAt(0) === slash;
}

/** A stage that gives each URL a host, since the router looks for the path behind one; then the request is dispatched again. */
export function completeUrls(dispatch: (request: Request) => Response | Promise<Response>): Elysia {
  const stage = new Elysia({ name: 'request-urls' });
  stage.onRequest(function completeUrl({ request, set }) {
    const { url } = request;
    if (!hasNoHost(url)) return;
    // The same object: the server finds the connection by it.
    Object.defineProperty(request, 'url', { value: `http://localhost${url}` });
    // All headers are those of the second dispatch.
    set.headers = {};
    return dispatch(request);
  });
  return withSynchronousRequestHooks(stage);
}

/** A stage that refuses more than one Host header: a proxy may have decided by another one than the first. */
export function refuseSecondHost({ request }: { readonly request: Request }): void {
  if (!hasSecondHost(request)) return;
  throw new ApiError('invalid_host', {
    suggestedFix: 'Send one Host header, with the name or the address of the server.',
  });
}

/** Whether a request has more than one Host header. Their values come with commas between them, which no host has. */
export function hasSecondHost({ headers }: Request): boolean {
  return headers.get('host')?.includes(',') === true;
}
