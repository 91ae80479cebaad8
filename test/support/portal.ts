import { afterAll } from 'bun:test';

/** The host of the service that signs people in, as the recipes have it. */
export const portalsInRecipes = /127\.0\.0\.1:(9091|9000)/g;

/** The cookie of somebody who is signed in at the portal. */
export function portalCookie(name: string): string {
  return `portal=${name}`;
}

/** A user at the portal who is let through without a name, as by a rule that needs no sign-in. */
export const nameless = 'nameless';

/**
 * Starts a program that answers a proxy as Authelia and Authentik do, about a person whom a cookie names. Its page has a
 * link that signs in `sam`.
 */
export function startPortal() {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer });
  afterAll(() => server.stop(true));
  const host = `localhost:${server.port}`;

  function answer(request: Request): Response {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/') return page(searchParams.get('rd') ?? '');
    if (pathname === '/signed-in') return signedIn(searchParams.get('rd') ?? '');
    const [, name] = /\bportal=(\w+)/.exec(request.headers.get('cookie') ?? '') ?? [];
    if (name === nameless) return new Response(null, { status: 200 });
    if (name !== undefined) return new Response(null, { headers: { [userHeaders[pathname] ?? 'x']: name } });
    const location = `http://${host}/?rd=${encodeURIComponent(askedUrl(request))}`;
    // nginx understands no redirect here.
    return new Response(null, { status: pathname.endsWith('auth-request') ? 401 : 302, headers: { location } });
  }
  return { host };
}

const userHeaders: Readonly<Record<string, string>> = {
  '/api/authz/auth-request': 'Remote-User',
  '/api/authz/forward-auth': 'Remote-User',
  '/outpost.goauthentik.io/auth/caddy': 'X-Authentik-Username',
};

/** The address that the proxy was asked for. */
function askedUrl({ headers }: Request): string {
  const [protocol, host, uri] = ['proto', 'host', 'uri'].map((name) => headers.get(`x-forwarded-${name}`));
  return headers.get('x-original-url') ?? `${protocol}://${host}${uri}`;
}

function page(returnTo: string): Response {
  const link = `<a href="/signed-in?rd=${encodeURIComponent(returnTo)}">Sign in as sam</a>`;
  return new Response(`<!doctype html><title>Portal</title>${link}`, { headers: { 'content-type': 'text/html' } });
}

function signedIn(returnTo: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location: returnTo, 'set-cookie': `${portalCookie('sam')}; Path=/` },
  });
}
