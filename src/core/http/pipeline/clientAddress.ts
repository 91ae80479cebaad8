import ipaddr from 'ipaddr.js';

/**
 * The key of a client in the limit on invalid keys: its IPv4 address, or its IPv6 /64 network, because each household
 * has at least one. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function clientNetwork(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6)
    return `${parsed.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/64`;
  return parsed.toString();
}

/** Options of {@link findClientAddress}. */
export interface ClientAddressOptions {
  /** The networks of trusted proxies: an address of each, and its prefix length in bits. */
  readonly trustedProxies: readonly ReturnType<typeof ipaddr.parseCIDR>[];
  /** Writes one line with a warning to the log. */
  readonly warn: (line: string) => void;
}

/**
 * Gives a function that finds the client address of a request. Each proxy appends the address of its peer to
 * `X-Forwarded-For`. So the right-most address that is not a trusted proxy is the client; the client can forge all
 * addresses to the left of it.
 */
export function findClientAddress({ trustedProxies, warn }: ClientAddressOptions) {
  let hasWarned = false;
  const isTrusted = trustIn(trustedProxies);

  function warnOnce(peer: string): void {
    if (hasWarned) return;
    hasWarned = true;
    warn(
      `the header X-Forwarded-For from ${peer} is ignored, now and later: if that is your proxy, list it in --trusted-proxies`,
    );
  }

  /**
   * @param peer the address of the other end of the connection, if there is one
   * @param forwardedFor all lines of the header, joined with commas
   */
  return function clientAddress(peer: string | undefined, forwardedFor: string | null): string | undefined {
    if (peer === undefined || forwardedFor === null) return peer;
    let client = hopIn(peer);
    if (client === undefined || !isTrusted(client)) {
      warnOnce(peer);
      return peer;
    }
    for (const text of forwardedFor.split(',').toReversed()) {
      const hop = hopIn(text.trim());
      if (hop === undefined) break;
      client = hop;
      if (!isTrusted(hop)) break;
    }
    return client.toString();
  };
}

function trustIn(trustedProxies: ClientAddressOptions['trustedProxies']) {
  return (address: Address): boolean =>
    trustedProxies.some((network) => network[0].kind() === address.kind() && address.match(network));
}

/** Gives a function that says whether the address of the other end of a connection is that of a trusted proxy. */
export function findTrustedPeers(trustedProxies: ClientAddressOptions['trustedProxies']) {
  const isTrusted = trustIn(trustedProxies);
  return function isTrustedPeer(peer: string | undefined): boolean {
    const address = peer === undefined ? undefined : hopIn(peer);
    return address !== undefined && isTrusted(address);
  };
}

/** Options of {@link clientAddresses}. */
export interface ClientAddressesOptions extends ClientAddressOptions {
  /** The address of all connections, where it is known in advance. */
  readonly loopbackAddress?: string | undefined;
  /** The address of the other end of a request's connection, if there is one. */
  readonly peerOf: (request: Request) => string | undefined;
}

/**
 * Gives two functions that find the client address: `exact`, and `shown` for the access log. Asking Bun for the address of
 * a connection takes longer than the rest of a log line, so `shown` uses the loopback address where all connections have it.
 */
export function clientAddresses({ loopbackAddress, peerOf, ...options }: ClientAddressesOptions) {
  const clientAddress = findClientAddress(options);
  const addressVia = (peer: string | undefined, { headers }: Request): string | undefined =>
    clientAddress(peer, headers.get('x-forwarded-for'));
  const exact = (request: Request): string | undefined => addressVia(peerOf(request), request);
  const shown = (request: Request): string | undefined => addressVia(loopbackAddress, request);
  return { exact, shown: loopbackAddress === undefined ? exact : shown };
}

/** Sends a request to the service itself, with the client address of another request. */
export type SendWithin = (path: string, init: RequestInit, cameWith: Request) => Promise<Response>;

interface InnerRequestOptions {
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
  /** Answers a request. It is called only after the app is complete. */
  readonly handle: (request: Request) => Response | Promise<Response>;
  /** The address that a request over the network comes from, if it is known. */
  readonly addressOf: (request: Request) => string | undefined;
}

/** Requests that the service sends to itself. They pass every stage, but have no connection. */
export function innerRequests({ basePath, handle, addressOf }: InnerRequestOptions) {
  const addresses = new WeakMap<Request, string | undefined>();
  const send: SendWithin = async (path, init, cameWith) => {
    const request = new Request(`http://localhost${basePath}${path}`, init);
    // Links in the answer lead to the address that the client knows.
    const host = cameWith.headers.get('host');
    if (host !== null) request.headers.set('host', host);
    addresses.set(request, addressOf(cameWith));
    return handle(request);
  };
  return {
    send,
    /** The client address of a request; `find` is used for requests over the network. */
    addressOf: (request: Request, find = addressOf): string | undefined => addresses.get(request) ?? find(request),
  };
}

type Address = ReturnType<typeof ipaddr.process>;

/** Parses an address in its usual form only: no proxy sends `010.1` or `0x7f000001`. */
function hopIn(text: string): Address | undefined {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : undefined;
}
