import { isApiKey, scopeIncludes, type Scope } from '../../domain/keys/apiKey.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Store } from '../../store/store.ts';
import { instantOf, type Clock } from '../../runtime/system.ts';
import { ApiError } from '../responses/errors.ts';
import { rateLimitHeaders, type RateLimiter, type RateLimitState } from './rateLimiter.ts';
import { clientNetwork } from './clientAddress.ts';
import type { AddressOf, AuthenticationFailure } from '../../observability/requestEvents.ts';

interface AuthenticationContext {
  readonly request: Request;
  readonly requestId: string;
}

/** The dependencies of authentication. */
export interface AuthenticationOptions {
  readonly store: Pick<Store, 'apiKeys' | 'readAsOne'>;
  /** Counts the invalid keys of each client address. */
  readonly invalidKeys: RateLimiter;
  readonly clock: Clock;
  readonly addressOf: AddressOf;
  /** Called for each request that authentication refuses. */
  readonly onFailure: (failure: AuthenticationFailure) => void;
}

const bearer = /^bearer +(\S.*)$/i;

/** The bearer token of a request; undefined without one. */
export function bearerToken(request: Request): string | undefined {
  return bearer.exec(request.headers.get('authorization') ?? '')?.[1]?.trim();
}

/** Gives a function that finds the principal of a valid key; undefined for any other text. */
export function findKeyHolder({ store, clock }: Pick<AuthenticationOptions, 'store' | 'clock'>) {
  const now = () => instantOf(clock);
  return function findHolder(text: string): Principal | undefined {
    if (!isApiKey(text)) return undefined;
    // The key and the next read of the request see the same snapshot.
    store.readAsOne();
    return store.apiKeys.findHolder(text, now);
  };
}

/**
 * Gives a function that finds the principal of a request by its key. Invalid keys of an address never block valid ones
 * of the same address; a missing key does not count as invalid.
 */
export function identifyHolder({ store, invalidKeys, clock, addressOf, onFailure }: AuthenticationOptions) {
  const findHolder = findKeyHolder({ store, clock });
  const reportFailure = (reason: AuthenticationFailure['reason'], { request, requestId }: AuthenticationContext) => {
    onFailure({ reason, requestId, address: addressOf(request) });
  };
  return function identify(context: AuthenticationContext): Principal {
    const key = bearerToken(context.request);
    if (key === undefined) {
      reportFailure('missing_key', context);
      throw authenticationRequired();
    }
    const holder = findHolder(key);
    if (holder === undefined) {
      const state = invalidKeys.count(clientNetwork(addressOf(context.request)));
      reportFailure(state.allowed ? 'invalid_key' : 'too_many_invalid_keys', context);
      throw invalidKey(state);
    }
    return holder;
  };
}

/** Gives the authentication stage of a route for the scope that the route needs. */
export type Authenticate = ReturnType<typeof authenticate>;

/** Gives stages that authenticate a request, and refuse a key whose scope is too small. */
export function authenticate(options: AuthenticationOptions) {
  const identify = identifyHolder(options);
  return (needed: Scope) =>
    function authenticateStage(context: AuthenticationContext & { caller: Principal }): void {
      const { request, requestId } = context;
      const caller = identify({ request, requestId });
      if (!scopeIncludes(caller.scope, needed)) {
        options.onFailure({ reason: 'insufficient_scope', requestId, address: options.addressOf(request) });
        throw insufficientScope(needed);
      }
      context.caller = caller;
    };
}

/** The error for a request without a key. */
function authenticationRequired(): ApiError {
  return new ApiError(
    'authentication_required',
    {
      suggestedFix: 'Send the header "Authorization: Bearer <API_KEY>".',
      forTools: { suggestedFix: 'Ask the user to give this client an API key.' },
    },
    { 'www-authenticate': 'Bearer' },
  );
}

function invalidKey(state: RateLimitState): ApiError {
  return state.allowed ? invalidApiKey() : tooManyInvalidKeys(state, 'a valid key');
}

/** The error for a key that is not valid, or no longer valid. */
export function invalidApiKey(): ApiError {
  return new ApiError(
    'invalid_api_key',
    { suggestedFix: 'Check that the key is complete, not revoked and not expired, or create a new one.' },
    { 'www-authenticate': 'Bearer' },
  );
}

/** The error for an invalid key over the limit of the client address; a request with `wanted` would be served. */
export function tooManyInvalidKeys(state: RateLimitState, wanted: string): ApiError {
  return new ApiError(
    'rate_limit_exceeded',
    {
      message: 'Too many invalid API keys came from this address.',
      suggestedFix: `Send ${wanted}, or wait ${state.retryAfterSeconds} seconds.`,
    },
    { ...rateLimitHeaders(state), 'retry-after': String(state.retryAfterSeconds) },
  );
}

function insufficientScope(needed: Scope): ApiError {
  return new ApiError('insufficient_scope', {
    suggestedFix: `Use a key of scope ${needed}; a retry with this key fails again.`,
  });
}
