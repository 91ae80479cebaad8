import ipaddr from 'ipaddr.js';
import type { Store } from '../../../store/store.ts';

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
export function servedHosts({ publicUrl, allowedHosts }: HostSettings, { isKnownHost }: Store['users']) {
  const configured = new Set([...allowedHosts, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])]);
  return function isServed(hostName: string): boolean {
    return cannotBeOwned(hostName) || configured.has(hostName) || isKnownHost(hostName);
  };
}

function cannotBeOwned(hostName: string): boolean {
  if (ipaddr.isValid(hostName.replace(/^\[(.*)\]$/, '$1'))) return true;
  return !hostName.includes('.') || homeDomains.some((domain) => hostName.endsWith(domain));
}
