import { foldUserName } from '../../../core/access/userNames.ts';
import { QueueFull } from '../../../core/runtime/limiter.ts';
import { passwordsWaitingMax } from '../../../core/runtime/passwords.ts';
import type { Clock } from '../../../core/runtime/system.ts';
import { clientNetwork } from '../../../core/http/pipeline/clientAddress.ts';
import {
  createRateLimiter,
  rateLimitHeaders,
  shownWait,
  type RateLimiter,
  type RateLimitState,
} from '../../../core/http/pipeline/rateLimiter.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';

const windowSeconds = 3600;
const keysMax = 100_000;

/** Counts wrong passwords. */
interface PasswordLimits {
  /** Those of one name from one network: a stranger locks the name for the stranger's own network only. */
  readonly ofNetwork: RateLimiter;
  /** Those of one name from everywhere: many networks together do not guess without end. */
  readonly ofName: RateLimiter;
  /** Those that a signed-in user sends as the present one. */
  readonly ofPresent: RateLimiter;
}

/** The limits on wrong passwords. */
function passwordLimits(clock: Clock): PasswordLimits {
  return {
    ofNetwork: createRateLimiter({ limit: 20, windowSeconds, keysMax }, clock),
    ofName: createRateLimiter({ limit: 500, windowSeconds, keysMax }, clock),
    ofPresent: createRateLimiter({ limit: 20, windowSeconds, keysMax }, clock),
  };
}

/** Counts failed sign-ins. */
export type SignInFailures = ReturnType<typeof countFailures>;

/**
 * Counts the failed sign-ins of each client address, together with its invalid keys, and the wrong passwords of each name,
 * whether it exists or not. Only guesses at passwords are refused beforehand: keys and codes cannot be guessed, so that
 * nobody is locked out who has one.
 */
export function countFailures(invalidKeys: RateLimiter, clock: Clock, limits = passwordLimits(clock)) {
  return {
    /** The error for a failed sign-in from an address, which it counts. */
    count(address: string): ApiError {
      const state = invalidKeys.count(clientNetwork(address));
      return state.allowed ? signInFailed() : tooMany(state, 'sign-ins of this address failed');
    },

    /** Throws the error for a password when it was not compared because too many others wait. */
    refuseIfFull(error: unknown): void {
      if (error instanceof QueueFull) throw passwordsBusy(clock);
    },

    /**
     * Counts an attempt to sign in with a password. Gives a function that takes it back when it succeeds.
     *
     * @throws {ApiError} when too many have failed
     */
    countAttempt(address: string, name: string): () => void {
      const network = clientNetwork(address);
      const ofAddress = invalidKeys.count(network);
      if (!ofAddress.allowed) throw tooMany(ofAddress, 'sign-ins of this address failed');
      // A hash: folding makes some texts 18 times as long, and as many of them would stay in memory as clients send.
      const nameKey = Bun.SHA256.hash(foldUserName(name), 'base64');
      const withdrawFromNetwork = countIn(limits.ofNetwork, `${nameKey} ${network}`, 'sign-ins of this user failed');
      const withdrawFromName = countOr(withdrawFromNetwork, () =>
        countIn(limits.ofName, nameKey, 'sign-ins of this user failed'),
      );
      return function forgive() {
        invalidKeys.giveBack(ofAddress);
        withdrawFromNetwork();
        withdrawFromName();
      };
    },

    /**
     * Counts an attempt of a signed-in user to confirm the present password. Those who are not signed in do not count, so
     * nobody else can lock it. Gives a function that takes it back when it succeeds.
     *
     * @throws {ApiError} when too many have failed
     */
    countPresent: (userId: string): (() => void) => countIn(limits.ofPresent, userId, 'wrong passwords were sent'),
  };
}

/** Counts one attempt, or throws; gives a function that takes it back. */
function countIn(limiter: RateLimiter, key: string, what: string): () => void {
  const state = limiter.count(key);
  if (!state.allowed) throw tooMany(state, what);
  return () => limiter.withdraw(key, state);
}

/** Runs an action, and another one first when it fails. */
function countOr<Result>(otherwise: () => void, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    otherwise();
    throw error;
  }
}

/** The error for a failed sign-in: the same for each reason. */
export function signInFailed(): ApiError {
  return new ApiError(
    'sign_in_failed',
    { suggestedFix: 'Check what you typed, or sign in with a one-time code: "duebook sign-in" prints one.' },
    { 'www-authenticate': 'Bearer' },
  );
}

function tooMany(state: RateLimitState, what: string): ApiError {
  return new ApiError(
    'rate_limit_exceeded',
    {
      message: `Too many ${what}.`,
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
