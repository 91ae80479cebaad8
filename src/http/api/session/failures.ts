import { foldUserName } from '../../../domain/users/user.ts';
import { QueueFull } from '../../../runtime/oneAtATime.ts';
import { passwordsWaitingMax } from '../../../runtime/passwords.ts';
import type { Clock } from '../../../runtime/system.ts';
import { clientNetwork } from '../../pipeline/clientAddress.ts';
import {
  createRateLimiter,
  rateLimitHeaders,
  shownWait,
  type RateLimiter,
  type RateLimitState,
} from '../../pipeline/rateLimiter.ts';
import { ApiError } from '../../responses/errors.ts';

const failuresOfName = { limit: 20, windowSeconds: 3600, keysMax: 100_000 };

/** Counts failed sign-ins. */
export type SignInFailures = ReturnType<typeof countFailures>;

/**
 * Counts the failed sign-ins of each client address, together with its invalid keys, and the wrong passwords of each name,
 * whether it exists or not. Only guesses at passwords are refused beforehand: keys and codes cannot be guessed, so that
 * nobody is locked out who has one.
 *
 * @param ofNames counts the wrong passwords of each name
 */
export function countFailures(
  invalidKeys: RateLimiter,
  clock: Clock,
  ofNames = createRateLimiter(failuresOfName, clock),
) {
  return {
    /** The error for a failed sign-in from an address, which it counts. */
    count(address: string): ApiError {
      const state = invalidKeys.count(clientNetwork(address));
      return state.allowed ? signInFailed() : tooMany(state, 'this address');
    },

    /** Throws the error for a password when it was not compared because too many others wait. */
    refuseIfFull(error: unknown): void {
      if (error instanceof QueueFull) throw passwordsBusy(clock);
    },

    /**
     * Counts an attempt with a password. Gives a function that takes it back when it succeeds.
     *
     * @throws {ApiError} when too many have failed
     */
    countAttempt(address: string, name: string): () => void {
      const ofAddress = invalidKeys.count(clientNetwork(address));
      if (!ofAddress.allowed) throw tooMany(ofAddress, 'this address');
      // A hash: folding makes some texts 18 times as long, and as many of them would stay in memory as clients send.
      const nameKey = Bun.SHA256.hash(foldUserName(name), 'base64');
      const ofName = ofNames.count(nameKey);
      if (!ofName.allowed) throw tooMany(ofName, 'this user');
      return function forgive() {
        invalidKeys.giveBack(ofAddress);
        ofNames.withdraw(nameKey, ofName);
      };
    },
  };
}

/** The error for a failed sign-in: the same for each reason. */
export function signInFailed(): ApiError {
  return new ApiError(
    'sign_in_failed',
    { suggestedFix: 'Check what you typed, or sign in with a one-time code: "duebook sign-in" prints one.' },
    { 'www-authenticate': 'Bearer' },
  );
}

function tooMany(state: RateLimitState, of: string): ApiError {
  return new ApiError(
    'rate_limit_exceeded',
    {
      message: `Too many sign-ins of ${of} failed.`,
      suggestedFix: `Sign in with an API key or a one-time code, or wait ${shownWait(state.retryAfterSeconds)}.`,
    },
    { ...rateLimitHeaders(state), 'retry-after': String(state.retryAfterSeconds) },
  );
}

const busySeconds = 5;

function passwordsBusy(clock: Clock): ApiError {
  const resetUnixSeconds = Math.ceil(clock.wallMilliseconds() / 1000) + busySeconds;
  return new ApiError(
    'rate_limit_exceeded',
    {
      message: 'Too many passwords are being compared at the moment.',
      suggestedFix: `Send the same request again in ${busySeconds} seconds.`,
    },
    {
      ...rateLimitHeaders({ limit: passwordsWaitingMax, remaining: 0, resetUnixSeconds }),
      'retry-after': String(busySeconds),
    },
  );
}
