import ipaddr from 'ipaddr.js';
import { ApiError } from '../errors/apiError.ts';

/** The pages that may call the MCP endpoint. */
export interface OriginRules {
  /** The configured host of the listener. */
  readonly ownHost: string;
  /** Further origins, such as `https://chat.example.org`. */
  readonly allowedOrigins: readonly string[];
}

/**
 * Refuses requests of pages of other origins. Programs send no Origin and pass.
 *
 * It is not enough that Origin and Host are equal: a page whose own name resolves to this machine (DNS rebinding) sends its
 * name in both. So the name must be one that nobody else can own: an address, localhost, or the configured host.
 *
 * @returns the origin whose page may read the answer; undefined without an Origin
 */
export function admitOrigin(request: Request, { ownHost, allowedOrigins }: OriginRules): string | undefined {
  const origin = request.headers.get('origin');
  if (origin === null) return undefined;
  if (allowedOrigins.includes(origin)) return origin;
  const asked = URL.parse(origin);
  const isSameHost = asked !== null && asked.host !== '' && asked.host === hostOf(request, asked.protocol);
  if (isSameHost && cannotBeRebound(asked.hostname, ownHost)) return origin;
  throw new ApiError('origin_not_allowed', {
    suggestedFix: 'Add the origin of the page to the setting --mcp-allowed-origins of the server.',
  });
}

/** The host and port of the Host header, in the form of an origin. */
function hostOf(request: Request, protocol: string): string | undefined {
  return URL.parse(`${protocol}//${request.headers.get('host') ?? ''}`)?.host;
}

function cannotBeRebound(hostname: string, ownHost: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) || hostname === 'localhost' || hostname === ownHost.toLowerCase();
}
