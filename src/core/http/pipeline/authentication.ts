import { isApiKey, isSessionToken } from '../../access/apiKey.ts';
import { scopeIncludes, type Scope } from '../../access/scope.ts';
import type { Principal, SessionHolder } from '../../access/principal.ts';
import { instantOf, type Clock } from '../../runtime/system.ts';
import { ApiError } from '../errors/apiError.ts';
import { rateLimitHeaders, shownWait, type RateLimiter, type RateLimitState } from './rateLimiter.ts';
import { clientNetwork } from './clientAddress.ts';
import type { AddressOf, AuthenticationFailure } from '../../observability/requestEvents.ts';

interface AuthenticationContext {
  readonly request: Request;
  readonly requestId: string;
}

interface Finds<Holder> {
  findHolder(text: string, now: () => string): Holder | undefined;
}

/** The dependencies of authentication. */
export interface AuthenticationOptions {
  /** Finds who holds a valid key, or a valid session; `now` gives the instant, ISO 8601 UTC. */
  readonly store: { readonly apiKeys: Finds<Principal>; readonly sessions: Finds<SessionHolder> };
  /** Counts the invalid keys and sessions of each client address. */
  readonly invalidKeys: RateLimiter;
  readonly clock: Clock;
  readonly addressOf: AddressOf;
  /** Whether a request names another user than that of its session. */
  readonly contradicts: (request: Request, session: SessionHolder) => boolean;
  /** Called with the id of the key or session of each authenticated request. */
  readonly onUse: (id: string) => void;
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
    return store.apiKeys.findHolder(text, now);
  };
}

/** Finds the principal of a request. */
type Identify<Holder> = (context: AuthenticationContext) => Holder;

/**
 * Gives a function that finds the principal of a request by its key. Invalid keys of an address never block valid ones
 * of the same address; a missing key does not count as invalid.
 */
export function identifyHolder(options: AuthenticationOptions): Identify<Principal> {
  return identifyByKey(options, (context) => refuseWithoutKey(options, context));
}

/** {@link identifyHolder}, but without a bearer token the session header counts. */
function identifyCaller(options: AuthenticationOptions): Identify<Principal | SessionHolder> {
  return identifyByKey<Principal | SessionHolder>(options, identifyBySession(options));
}

/** @param otherwise identifies a request without a bearer token */
function identifyByKey<Holder extends Principal>(
  options: AuthenticationOptions,
  otherwise: Identify<Holder>,
): Identify<Holder | Principal> {
  const { onUse } = options;
  const findHolder = findKeyHolder(options);
  return function identify(context) {
    const key = bearerToken(context.request);
    if (key === undefined) return otherwise(context);
    const holder = findHolder(key);
    if (holder === undefined) throw refuseInvalid(options, context, key);
    onUse(holder.id);
    return holder;
  };
}

/** The header that carries the token of a session. */
const sessionHeader = 'x-duebook-session';

/** The session header is not among those that a page of another origin may send, and nothing sends it by itself. */
function identifyBySession(options: AuthenticationOptions): Identify<SessionHolder> {
  const { store, clock, contradicts, onUse } = options;
  const now = () => instantOf(clock);
  return function identify(context) {
    const { request } = context;
    const token = request.headers.get(sessionHeader);
    if (token === null) return refuseWithoutKey(options, context);
    const holder = store.sessions.findHolder(token, now);
    if (holder === undefined || contradicts(request, holder)) throw refuseInvalid(options, context, token, 'session');
    onUse(holder.id);
    return holder;
  };
}

function refuseWithoutKey({ onFailure, addressOf }: AuthenticationOptions, context: AuthenticationContext): never {
  const { request, requestId } = context;
  onFailure({ reason: 'missing_key', requestId, address: addressOf(request) });
  throw authenticationRequired(request);
}

/** Counts and reports an invalid key or session, and gives its error. */
function refuseInvalid(
  { invalidKeys, onFailure, addressOf }: AuthenticationOptions,
  { request, requestId }: AuthenticationContext,
  text: string,
  kind: 'key' | 'session' = 'key',
): ApiError {
  const address = addressOf(request);
  const state = invalidKeys.count(clientNetwork(address));
  // Who has an ended session must learn that, to sign in again. Nobody can guess a token of this form.
  const isAnswered = state.allowed || (kind === 'session' && isSessionToken(text));
  onFailure({ reason: isAnswered ? `invalid_${kind}` : 'too_many_invalid_keys', requestId, address });
  if (!isAnswered) return tooManyInvalidKeys(state, 'a valid key');
  return kind === 'key' ? invalidApiKey() : invalidSession();
}

/** Gives a function that authenticates a request, and refuses a key whose scope is too small. */
export type Authorize = ReturnType<typeof authorize>;

/** Who calls, and the session if it is one. */
interface Caller {
  readonly caller: Principal;
  readonly session: SessionHolder | undefined;
}

/** The scope that an operation needs; `own` for `admin`, or `write` in a session of a user, for what is the user's own. */
export type NeededScope = Scope | 'own';

/** Gives functions that authenticate a request, each for the scope that an operation needs. */
export function authorize(options: AuthenticationOptions) {
  const identify = identifyCaller(options);
  return (needed: NeededScope) =>
    ({ request, requestId }: AuthenticationContext): Caller => {
      const holder = identify({ request, requestId });
      const { kind, id, ownerId, scope } = holder;
      const session = 'signedInBy' in holder ? holder : undefined;
      const caller = { kind, id, ownerId, scope, ...(session?.user && { userId: session.user.id }) };
      const least = needed === 'own' ? leastForOwn(caller) : needed;
      if (!scopeIncludes(scope, least)) {
        options.onFailure({ reason: 'insufficient_scope', requestId, address: options.addressOf(request) });
        throw insufficientScope(needed === 'own' ? 'admin' : needed);
      }
      return { caller, session };
    };
}

/** Only a person has something of their own: a key could be leaked, and so could that with which a session was signed in. */
function leastForOwn({ userId }: Principal): Scope {
  return userId === undefined ? 'admin' : 'write';
}

/** A stage that refuses an API key where the session itself is concerned. */
export function requireSession({ session }: { readonly session: SessionHolder | undefined }): void {
  if (session !== undefined) return;
  throw new ApiError('session_required', {
    suggestedFix: 'Sign in with POST /api/v1/session, and send its token in X-Duebook-Session.',
  });
}

/** The error for a request without a Bearer token. */
function authenticationRequired({ headers }: Request): ApiError {
  const [sent = ''] = headers.get('authorization')?.split(/\s+/).slice(-1) ?? [];
  const missing = isApiKey(sent)
    ? 'The header Authorization has a key, but the word "Bearer" is missing before it. '
    : '';
  return new ApiError(
    'authentication_required',
    {
      suggestedFix: `${missing}Send the header "Authorization: Bearer <API_KEY>".`,
    },
    { 'www-authenticate': 'Bearer' },
  );
}

/** The error for a key that is not valid, or no longer valid. */
export function invalidApiKey(): ApiError {
  return new ApiError(
    'invalid_api_key',
    { suggestedFix: 'Check that the key is complete, not revoked and not expired, or create a new one.' },
    { 'www-authenticate': 'Bearer' },
  );
}

/** The error for a session that is not valid, or no longer valid. */
export function invalidSession(): ApiError {
  return new ApiError(
    'invalid_api_key',
    { message: 'The session is not valid, or it has ended.', suggestedFix: 'Sign in again.' },
    { 'www-authenticate': 'Bearer' },
  );
}

/** The error for an invalid key over the limit of the client address; a request with `wanted` would be served. */
export function tooManyInvalidKeys(state: RateLimitState, wanted: string): ApiError {
  return new ApiError(
    'rate_limit_exceeded',
    {
      message: 'Too many invalid API keys came from this address.',
      suggestedFix: `Send ${wanted}, or wait ${shownWait(state.retryAfterSeconds)}.`,
    },
    { ...rateLimitHeaders(state), 'retry-after': String(state.retryAfterSeconds) },
  );
}

/** The error for a key or session whose scope is too small. */
export function insufficientScope(needed: Scope): ApiError {
  return new ApiError('insufficient_scope', {
    suggestedFix: `Use a key of scope ${needed}; a retry with this key fails again.`,
  });
}
