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

/** What authentication needs. */
export interface AuthenticationOptions {
  readonly store: Pick<Store, 'apiKeys' | 'readAsOne'>;
  /** Counts the invalid keys of each client address. */
  readonly invalidKeys: RateLimiter;
  readonly clock: Clock;
  readonly addressOf: AddressOf;
  /** Told of each request that is refused here. */
  readonly onFailure: (failure: AuthenticationFailure) => void;
}

const bearer = /^bearer +(\S.*)$/i;

/** What a request shows as its bearer token; undefined when it shows none. */
export function bearerToken(request: Request): string | undefined {
  return bearer.exec(request.headers.get('authorization') ?? '')?.[1]?.trim();
}

/** Gives a function that finds out for whom a text stands, if it is a key that is valid now. */
export function findKeyHolder({ store, clock }: Pick<AuthenticationOptions, 'store' | 'clock'>) {
  const now = () => instantOf(clock);
  return function findHolder(text: string): Principal | undefined {
    if (!isApiKey(text)) return undefined;
    // The key and what the request reads next, as of one moment.
    store.readAsOne();
    return store.apiKeys.findHolder(text, now);
  };
}

/**
 * Finds out whose key a request carries. A valid key is never refused because of invalid ones from the same address;
 * a missing one is not counted.
 */
export function identifyHolder({ store, invalidKeys, clock, addressOf, onFailure }: AuthenticationOptions) {
  const findHolder = findKeyHolder({ store, clock });
  const tell = (reason: AuthenticationFailure['reason'], { request, requestId }: AuthenticationContext) => {
    onFailure({ reason, requestId, address: addressOf(request) });
  };
  return function identify(context: AuthenticationContext): Principal {
    const key = bearerToken(context.request);
    if (key === undefined) {
      tell('missing_key', context);
      throw authenticationRequired();
    }
    const holder = findHolder(key);
    if (holder === undefined) {
      const state = invalidKeys.count(clientNetwork(addressOf(context.request)));
      tell(state.allowed ? 'invalid_key' : 'too_many_invalid_keys', context);
      throw invalidKey(state);
    }
    return holder;
  };
}

/** Gives for the scope that a route needs the stage that authenticates its callers. */
export type Authenticate = ReturnType<typeof authenticate>;

/** Gives stages that find out who sends a request, and refuse a key whose scope does not include the needed one. */
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

/** The refusal of a request without a key. */
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

/** The refusal of a request with a key that is not valid, or is not any more. */
export function invalidApiKey(): ApiError {
  return new ApiError(
    'invalid_api_key',
    { suggestedFix: 'Check that the key is whole and has not been revoked or expired, or have a new one made.' },
    { 'www-authenticate': 'Bearer' },
  );
}

/** The refusal of a request with an invalid key whose client has used up its window of them; `wanted` would be served. */
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
    suggestedFix: `Use a key of scope ${needed}; another try with this key will be refused too.`,
  });
}
