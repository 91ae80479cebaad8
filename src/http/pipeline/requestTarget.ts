import { Elysia } from 'elysia';
import { Refusal } from '../errors.ts';
import { quotedName } from '../schemas/quotedName.ts';

// Where the host begins in `http://host/path`. A host may be one character long, so no later place can be relied on.
const hostStart = 'http://'.length;
const slash = '/'.charCodeAt(0);
const hostForm = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

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
  // It waits for nothing, but its source looks to Elysia as if it might, and each request would wait for a promise.
  for (const hook of stage.event.request ?? []) hook.isAsync = false;
  return stage;
}

/** A stage that refuses a Host header that names no host, or more than one: a proxy may have read another than we do. */
export function refuseInvalidHost({ request }: { readonly request: Request }): void {
  const host = request.headers.get('host');
  if (isHost(host)) return;
  throw new Refusal('invalid_host', {
    message: `The Host header ${quotedName(host ?? '')} does not name one host.`,
    suggestedFix: 'Send one Host header with the name or the address of the server, such as "nas.local:8080".',
  });
}

/** Whether the value of the Host header names one host, or there is none. Two headers come as one value with a comma. */
export function isHost(host: string | null): boolean {
  return host === null || hostForm.test(host);
}
