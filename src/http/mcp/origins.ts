import ipaddr from 'ipaddr.js';
import { ApiError } from '../responses/errors.ts';

/** Which pages may speak to the server's MCP endpoint. */
export interface OriginRules {
  /** The host that the server was told to listen on. */
  readonly ownHost: string;
  /** Further origins, such as `https://chat.example.org`. */
  readonly allowedOrigins: readonly string[];
}

/**
 * Refuses a request that a foreign page sends. Programs send no Origin and pass.
 *
 * That Origin and Host are the same is not enough: a page that lets its own name point to this machine (DNS rebinding)
 * sends its name in both. So the name must be one that nobody else can give: an address, localhost, or the configured host.
 *
 * @returns the origin whose page may read the answer; undefined when no page asks
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

/** The host with its port as the request names it, in the form in which an origin has it. */
function hostOf(request: Request, protocol: string): string | undefined {
  return URL.parse(`${protocol}//${request.headers.get('host') ?? ''}`)?.host;
}

function cannotBeRebound(hostname: string, ownHost: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) || hostname === 'localhost' || hostname === ownHost.toLowerCase();
}
