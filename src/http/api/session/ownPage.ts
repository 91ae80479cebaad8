import { ApiError } from '../../responses/errors.ts';

/**
 * Refuses a sign-in by a page of another origin: the answers are readable to every page, and a page could make the browser
 * of a visitor guess passwords, so that the name of the visitor is locked. Programs send no Origin and pass.
 *
 * @param publicUrl the address of the server as its users see it, if it is configured
 */
export function refuseForeignPage({ headers }: Request, publicUrl: string | null): void {
  const origin = headers.get('origin');
  if (origin === null || isSameOrigin(headers)) return;
  const asked = URL.parse(origin);
  if (asked !== null && asked.host !== '' && hostsOf(headers, asked.protocol, publicUrl).includes(asked.host)) return;
  throw new ApiError('origin_not_allowed', {
    message: 'Pages of other origins cannot sign in.',
    suggestedFix:
      'Sign in on the page of the service itself. Behind a reverse proxy, set --public-url to the address that people type.',
  });
}

/** Whether the browser itself says so, whatever a proxy has made of the other headers. No page can set this one. */
function isSameOrigin(headers: Headers): boolean {
  return headers.get('sec-fetch-site') === 'same-origin';
}

/** The hosts of the service, each with its port, in the form of an origin. A page cannot set these headers. */
function hostsOf(headers: Headers, protocol: string, publicUrl: string | null): (string | undefined)[] {
  const hosts = [headers.get('host'), headers.get('x-forwarded-host')].flatMap((host) => host ?? []);
  const known = publicUrl === null ? undefined : new URL(publicUrl).host;
  return [...hosts.map((host) => URL.parse(`${protocol}//${host}`)?.host), known];
}
