import { ApiError } from '../responses/errors.ts';
import { rateLimitHeaders, type RateLimiter, type RateLimitState } from './rateLimiter.ts';
import type { Principal } from '../../domain/keys/principal.ts';

type Headers = Record<string, string | number>;

interface QuotaContext {
  readonly caller: Principal;
  readonly set: { headers: Headers };
}

/** The owners' quota of requests: how a request is charged to it, and how a charge is taken back. */
export type Quota = ReturnType<typeof createQuota>;

/** The quota is the owner's, whichever of the owner's keys is used. `onUsedUp` is told of each request over it. */
export function createQuota(requests: RateLimiter, onUsedUp: () => void) {
  function count(ownerId: number, headers: Headers, counted = 1): RateLimitState {
    const state = requests.count(ownerId, counted);
    if (!state.allowed) {
      onUsedUp();
      throw quotaUsedUp(state);
    }
    Object.assign(headers, rateLimitHeaders(state));
    return state;
  }

  /** A stage that counts the request and adds the three headers to the answer, whatever it will be. */
  function charge({ caller, set }: QuotaContext): void {
    count(caller.ownerId, set.headers);
  }

  /** As {@link charge}, for a request that counts as many: all of them, or, when not all are left, none. */
  function chargeMany({ caller, set }: QuotaContext, counted: number): void {
    count(caller.ownerId, set.headers, counted);
  }

  /**
   * As {@link charge}, for a request that may still turn out to be faulty. Gives a function that takes the charge back,
   * in the window that was charged, and the three headers with it.
   */
  function chargeRefundably({ caller, set }: QuotaContext): () => void {
    const state = count(caller.ownerId, set.headers);
    return function refund() {
      requests.giveBack(state);
      delete set.headers['x-ratelimit-limit'];
      delete set.headers['x-ratelimit-remaining'];
      delete set.headers['x-ratelimit-reset'];
    };
  }

  return { charge, chargeMany, chargeRefundably };
}

function quotaUsedUp(state: RateLimitState): ApiError {
  const { remaining, retryAfterSeconds } = state;
  const details =
    remaining === 0
      ? { message: 'The quota of requests is used up.', suggestedFix: `Wait ${retryAfterSeconds} seconds.` }
      : {
          message: `Each operation counts as a request, and only ${remaining} are left.`,
          suggestedFix: `Send at most ${remaining} operations, or wait ${retryAfterSeconds} seconds.`,
        };
  return new ApiError('rate_limit_exceeded', details, {
    ...rateLimitHeaders(state),
    'retry-after': String(state.retryAfterSeconds),
  });
}
