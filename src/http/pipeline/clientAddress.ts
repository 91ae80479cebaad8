import ipaddr from 'ipaddr.js';

/**
 * What stands for a client in the count of invalid keys: its IPv4 address, or its IPv6 network of 64 bits,
 * of which one household has at least one whole. An IPv4 address written as IPv6 counts as the IPv4 one.
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

/** What finding the address of a client needs. */
export interface ClientAddressOptions {
  /** The networks of the proxies whose word is taken: an address of each, and its length in bits. */
  readonly trustedProxies: readonly ReturnType<typeof ipaddr.parseCIDR>[];
  /** Takes one line for the person who runs the server. */
  readonly warn: (line: string) => void;
}

/**
 * Gives a function that finds out where a request began. Each proxy adds at the right of `X-Forwarded-For` whom it
 * serves: so the right-most address that is no trusted proxy is the client, and what stands left of it may be invented.
 */
export function findClientAddress({ trustedProxies, warn }: ClientAddressOptions) {
  let hasWarned = false;

  function isTrusted(address: Address): boolean {
    return trustedProxies.some((network) => network[0].kind() === address.kind() && address.match(network));
  }

  function warnOnce(peer: string): void {
    if (hasWarned) return;
    hasWarned = true;
    warn(
      `the header X-Forwarded-For from ${peer} is ignored, here and from now on: if that is your proxy, name it in --trusted-proxies`,
    );
  }

  /**
   * @param peer the address at the other end of the connection, if it has one
   * @param forwardedFor all lines of the header, with commas between them
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

/** What finding the addresses of clients needs. */
export interface ClientAddressesOptions extends ClientAddressOptions {
  /** The address that all connections come from, where that is known beforehand. */
  readonly loopbackAddress?: string | undefined;
  /** The address at the other end of the connection of a request, if it has one. */
  readonly peerOf: (request: Request) => string | undefined;
}

/**
 * Gives two ways to find out where a request began: `exact`, and `shown`, for what is told of every request. To ask for
 * the address of a connection takes longer than all else that is told; where each has the same, nobody is asked.
 */
export function clientAddresses({ loopbackAddress, peerOf, ...options }: ClientAddressesOptions) {
  const clientAddress = findClientAddress(options);
  const addressVia = (peer: string | undefined, { headers }: Request): string | undefined =>
    clientAddress(peer, headers.get('x-forwarded-for'));
  const exact = (request: Request): string | undefined => addressVia(peerOf(request), request);
  const shown = (request: Request): string | undefined => addressVia(loopbackAddress, request);
  return { exact, shown: loopbackAddress === undefined ? exact : shown };
}

/** Sends a request to the service itself, as if it came from the address from which another request came. */
export type SendWithin = (path: string, init: RequestInit, cameWith: Request) => Promise<Response>;

interface InnerRequestOptions {
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
  /** Answers a request. It is called only after the app is complete. */
  readonly handle: (request: Request) => Response | Promise<Response>;
  /** The address that a request over the network comes from, if it is known. */
  readonly addressOf: (request: Request) => string | undefined;
}

/** The requests that the service sends to itself. They pass every stage, but have no connection of their own. */
export function innerRequests({ basePath, handle, addressOf }: InnerRequestOptions) {
  const addresses = new WeakMap<Request, string | undefined>();
  const send: SendWithin = async (path, init, cameWith) => {
    const request = new Request(`http://localhost${basePath}${path}`, init);
    addresses.set(request, addressOf(cameWith));
    return handle(request);
  };
  return {
    send,
    /** Whether a request was sent from within. */
    isOwn: (request: Request): boolean => addresses.has(request),
    /** The client address of a request, also of one from within; `find` replaces the way to find it for all others. */
    addressOf: (request: Request, find = addressOf): string | undefined => addresses.get(request) ?? find(request),
  };
}

type Address = ReturnType<typeof ipaddr.process>;

/** The address that a text is, in its usual form alone: `010.1` and `0x7f000001` are addresses to some, but to no proxy. */
function hopIn(text: string): Address | undefined {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : undefined;
}
