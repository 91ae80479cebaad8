import { Refusal } from '../errors.ts';
import { windowHeaders, type FixedWindows, type WindowState } from '../fixedWindows.ts';
import type { Caller } from './authentication.ts';

type Headers = Record<string, string | number>;

interface QuotaContext {
  readonly caller: Caller;
  readonly set: { headers: Headers };
}

/** The owners' quota of requests: how a request is charged to it, and how a charge is taken back. */
export type Quota = ReturnType<typeof createQuota>;

/** The quota is the owner's, whichever of the owner's keys is used. */
export function createQuota(requests: FixedWindows) {
  function count(ownerId: number, headers: Headers): void {
    const state = requests.count(ownerId);
    if (!state.allowed) throw quotaUsedUp(state);
    Object.assign(headers, windowHeaders(state));
  }

  /** A stage that counts the request and adds the three headers to the answer, whatever it will be. */
  function charge({ caller, set }: QuotaContext): void {
    count(caller.ownerId, set.headers);
  }

  /** Takes the charge back: a request that turns out to be faulty costs nothing and tells nothing of the quota. */
  function refund({ caller, set }: QuotaContext): void {
    requests.giveBack(caller.ownerId);
    delete set.headers['x-ratelimit-limit'];
    delete set.headers['x-ratelimit-remaining'];
    delete set.headers['x-ratelimit-reset'];
  }

  return { charge, refund };
}

function quotaUsedUp(state: WindowState): Refusal {
  return new Refusal(
    'rate_limit_exceeded',
    { message: 'The quota of requests is used up.', suggestedFix: `Wait ${state.retryAfterSeconds} seconds.` },
    { ...windowHeaders(state), 'retry-after': String(state.retryAfterSeconds) },
  );
}
