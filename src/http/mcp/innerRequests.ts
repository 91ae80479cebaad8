/** Sends a request to the service itself, as if it came from the address from which another request came. */
export type SendWithin = (path: string, init: RequestInit, cameWith: Request) => Promise<Response>;

interface InnerRequestOptions {
  /** What stands before every path; nothing for the root. */
  readonly basePath: string;
  /** Answers a request; called only once the service is whole. */
  readonly handle: (request: Request) => Response | Promise<Response>;
  /** The address that a request over the network comes from, if it is known. */
  readonly addressOf: (request: Request) => string | undefined;
}

/** The requests that the service sends to itself: they pass every stage, but have no connection of their own. */
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
    /** The address that a request comes from, also one that was sent from within; another way to find it may be given. */
    addressOf: (request: Request, find = addressOf): string | undefined => addresses.get(request) ?? find(request),
  };
}
