import { isApiKey } from '../../domain/apiKey.ts';
import type { KeyHolder, Store } from '../../store/store.ts';
import { instantOf, type Clock } from '../../system.ts';
import { Refusal } from '../errors.ts';
import { windowHeaders, type FixedWindows } from '../fixedWindows.ts';
import { clientNetwork } from './clientAddress.ts';

/** Whom a request speaks for. */
export type Caller = Pick<KeyHolder, 'ownerId' | 'apiKeyId'>;

interface AuthenticationContext {
  readonly request: Request;
}

/** What authentication needs. */
export interface AuthenticationOptions {
  readonly store: Pick<Store, 'apiKeys' | 'readAsOne'>;
  /** Counts the invalid keys of each client address. */
  readonly invalidKeys: FixedWindows;
  readonly clock: Clock;
  /** The address that a request comes from, if it is known. */
  readonly addressOf: (request: Request) => string | undefined;
}

const bearer = /^bearer +(\S.*)$/i;

/**
 * Finds out whose key a request carries. A valid key is never refused because of invalid ones from the same address;
 * a missing one is not counted.
 */
export function identifyHolder({ store, invalidKeys, clock, addressOf }: AuthenticationOptions) {
  const now = () => instantOf(clock);
  const findHolder = (key: string) => {
    // The key and what the request reads next, as of one moment.
    store.readAsOne();
    return store.apiKeys.findHolder(key, now);
  };
  return function identify(request: Request): KeyHolder {
    const key = bearer.exec(request.headers.get('authorization') ?? '')?.[1]?.trim();
    if (key === undefined) throw authenticationRequired();
    const holder = isApiKey(key) ? findHolder(key) : undefined;
    if (holder === undefined) throw invalidKey(invalidKeys, clientNetwork(addressOf(request)));
    return holder;
  };
}

/** A stage that finds out whom a request speaks for, and whether its key may do what the method does. */
export function authenticate(options: AuthenticationOptions) {
  const identify = identifyHolder(options);
  return function authenticateStage({ request }: AuthenticationContext): { caller: Caller } {
    const { scope, ownerId, apiKeyId } = identify(request);
    if (scope === 'read' && request.method !== 'GET' && request.method !== 'HEAD') throw insufficientScope();
    return { caller: { ownerId, apiKeyId } };
  };
}

function authenticationRequired(): Refusal {
  return new Refusal(
    'authentication_required',
    {
      suggestedFix: 'Send the header "Authorization: Bearer <API_KEY>".',
    },
    { 'www-authenticate': 'Bearer' },
  );
}

function invalidKey(invalidKeys: FixedWindows, network: string): Refusal {
  const state = invalidKeys.count(network);
  if (state.allowed) {
    return new Refusal(
      'invalid_api_key',
      { suggestedFix: 'Check that the key is whole and has not been revoked or expired, or have a new one made.' },
      { 'www-authenticate': 'Bearer' },
    );
  }
  return new Refusal(
    'rate_limit_exceeded',
    {
      message: 'Too many invalid API keys came from this address.',
      suggestedFix: `Send a valid key, or wait ${state.retryAfterSeconds} seconds.`,
    },
    { ...windowHeaders(state), 'retry-after': String(state.retryAfterSeconds) },
  );
}

function insufficientScope(): Refusal {
  return new Refusal('insufficient_scope', {
    suggestedFix: 'Use a key of scope write; another try with this key will be refused too.',
  });
}
