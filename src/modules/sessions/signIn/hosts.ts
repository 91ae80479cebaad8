import ipaddr from 'ipaddr.js';
import type { Store } from '../../store.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';

/** Where sign-in is served, beyond names that nobody else can own. */
export interface HostSettings {
  /** The address of the server as its users see it, if it is configured. */
  readonly publicUrl: string | null;
  /** Further host names, in lower case. */
  readonly allowedHosts: readonly string[];
}

// Domains that are reserved for networks at home: nobody can register a name in them.
const homeDomains = ['.local', '.lan', '.home', '.home.arpa', '.internal', '.localdomain'];

/** The host name of a Host header, in lower case and without the port; undefined without one, or if it cannot be read. */
export function hostNameOf(request: Request): string | undefined {
  const url = URL.parse(`http://${request.headers.get('host') ?? ''}`);
  // A user name or a path is no part of a host: programs would take different names out of such a header.
  return url === null || url.href !== `http://${url.host}/` ? undefined : url.hostname.replace(/\.$/, '');
}

/**
 * Gives a function that says whether sign-in is served under a host name. A page whose own name resolves to this machine
 * (DNS rebinding) has the same origin as the service, so the name must be one that nobody else can own, or a known one.
 */
export function servedHosts({ publicUrl, allowedHosts }: HostSettings, { isKnownHost }: Store['sessions']) {
  const configured = new Set([...allowedHosts, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])]);
  return function isServed(hostName: string): boolean {
    return cannotBeOwned(hostName) || configured.has(hostName) || isKnownHost(hostName);
  };
}

/** Whether nobody can register a host name on the internet: an address, a name without a dot, or one of a network at home. */
export function cannotBeOwned(hostName: string): boolean {
  if (ipaddr.isValid(hostName.replace(/^\[(.*)\]$/, '$1'))) return true;
  return !hostName.includes('.') || homeDomains.some((domain) => hostName.endsWith(domain));
}

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
