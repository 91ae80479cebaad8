import type { Principal } from '../../access/principal.ts';
import type { Clock } from '../../runtime/system.ts';
import { ApiError } from '../errors/apiError.ts';

/** A limit on the requests of one key in a window of time. */
export interface RateLimit {
  /** Requests allowed in one window, 1 or more. */
  readonly limit: number;
  /** Length of a window, in seconds. */
  readonly windowSeconds: number;
  /** Keys remembered at once; a new key replaces the one with the oldest window. */
  readonly keysMax: number;
}

/** The state of a key's window after a request was counted or refused. */
export interface RateLimitState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** The end of the window, in seconds since 1970, rounded up. */
  readonly resetUnixSeconds: number;
  /** The same instant as {@link resetUnixSeconds}, in whole seconds from now; this wait is always long enough. */
  readonly retryAfterSeconds: number;
  /** The window, and how many requests were counted in it, needed to refund them. */
  readonly window: Window;
  readonly counted: number;
}

interface Window {
  count: number;
  readonly openedMonotonic: number;
  readonly openedWall: number;
}

// Two readings of two clocks always differ a little, but the headers of one window must not.
const driftMillisecondsMax = 1000;

/** Counts requests by key. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Counts requests by key in fixed windows. A key's window opens with its first request and closes after
 * `windowSeconds` of the monotonic clock, so that setting the wall clock neither shortens nor lengthens it.
 */
export function createRateLimiter({ limit, windowSeconds, keysMax }: RateLimit, clock: Clock) {
  const windowMilliseconds = windowSeconds * 1000;
  // In the order in which they open, and therefore close: all windows have the same length.
  const windows = new Map<string | number, Window>();
  const findOldest = followOldest(windows);

  function currentWindow(key: string | number, now: number): Window {
    const known = windows.get(key);
    if (known !== undefined && now - known.openedMonotonic < windowMilliseconds) return known;
    if (known !== undefined) windows.delete(key);
    makeRoom(now);
    const opened = { count: 0, openedMonotonic: now, openedWall: clock.wallMilliseconds() };
    windows.set(key, opened);
    return opened;
  }

  function makeRoom(now: number): void {
    for (let first = findOldest(); first !== undefined; first = findOldest()) {
      const isOver = now - first[1].openedMonotonic >= windowMilliseconds;
      if (!isOver && windows.size < keysMax) return;
      windows.delete(first[0]);
    }
  }

  return {
    /** Counts one request, or several; none when the window has too few left. */
    count(key: string | number, requests = 1): RateLimitState {
      const now = clock.monotonicMilliseconds();
      const window = currentWindow(key, now);
      const allowed = window.count + requests <= limit;
      if (allowed) window.count += requests;
      const openedWall = window.openedWall + wallShift(window, clock, now);
      const resetUnixSeconds = Math.ceil((openedWall + windowMilliseconds) / 1000);
      const wallNow = openedWall + (now - window.openedMonotonic);
      return {
        allowed,
        limit,
        remaining: limit - window.count,
        resetUnixSeconds,
        retryAfterSeconds: Math.min(resetUnixSeconds - Math.floor(wallNow / 1000), windowSeconds),
        window,
        counted: allowed ? requests : 0,
      };
    },

    /** Refunds what was counted, in the window that counted it. A later window of the same key does not change. */
    giveBack,

    /**
     * Refunds what was counted, and forgets the key when its window is empty then: attempts that were withdrawn must not push
     * out the windows of other keys.
     */
    withdraw(key: string | number, state: RateLimitState): void {
      giveBack(state);
      if (state.window.count === 0 && windows.get(key) === state.window) windows.delete(key);
    },

    /** The number of remembered keys. */
    get size(): number {
      return windows.size;
    },
  };
}

/** How far the wall clock was set since the window opened; 0 while the two clocks only drift. */
function wallShift(window: Window, clock: Clock, now: number): number {
  const shift = clock.wallMilliseconds() - window.openedWall - (now - window.openedMonotonic);
  return Math.abs(shift) > driftMillisecondsMax ? shift : 0;
}

function giveBack({ window, counted }: RateLimitState): void {
  window.count = Math.max(0, window.count - counted);
}

/** Gives a function that finds the oldest entry that is left; undefined when there is none. */
function followOldest<Key, Value>(map: ReadonlyMap<Key, Value>): () => readonly [Key, Value] | undefined {
  // One iterator for all calls: a new one would step over every deleted entry again.
  let inOrder = map.entries();
  let oldest: readonly [Key, Value] | undefined;
  return function findOldest() {
    if (oldest !== undefined && map.get(oldest[0]) === oldest[1]) return oldest;
    const next = inOrder.next();
    // An iterator that has reached its end stays there, even when entries are added.
    if (next.done === true) inOrder = map.entries();
    oldest = next.done === true ? undefined : next.value;
    return oldest;
  };
}

/** The three headers that describe a window. */
export function rateLimitHeaders(
  state: Pick<RateLimitState, 'limit' | 'remaining' | 'resetUnixSeconds'>,
): Record<string, string> {
  return {
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(state.resetUnixSeconds),
  };
}

type Headers = Record<string, string | number>;

/** The settings of the answer to a request: one object for the whole request. */
interface AnswerSettings {
  readonly headers: Headers;
}

interface QuotaContext {
  readonly caller: Pick<Principal, 'ownerId'>;
  readonly set: AnswerSettings;
}

/** How many requests one request counts as, and what each of them is. */
export interface Charge {
  readonly counted: number;
  readonly unit: 'operation' | 'payment' | 'hundred records';
}

const oneRequest: Charge = { counted: 1, unit: 'operation' };

/** Charges requests to the quota of their owner, and refunds them. */
export type Quota = ReturnType<typeof createQuota>;

/** The quota of an owner, shared by all keys of the owner. Calls `onUsedUp` for each request over the quota. */
export function createQuota(requests: RateLimiter, onUsedUp: () => void) {
  // What each request was charged.
  const charges = new WeakMap<AnswerSettings, readonly RateLimitState[]>();

  /** Charges a request that counts as many: all of them or, when too few are left, none. */
  function chargeMany({ caller, set }: QuotaContext, { counted, unit }: Charge): void {
    const state = requests.count(caller.ownerId, counted);
    if (!state.allowed) {
      onUsedUp();
      throw quotaUsedUp(state, unit);
    }
    Object.assign(set.headers, rateLimitHeaders(state));
    charges.set(set, [...(charges.get(set) ?? []), state]);
  }

  /** A stage that charges one request and adds the three headers to every answer, errors included. */
  function charge({ caller, set }: QuotaContext): void {
    chargeMany({ caller, set }, oneRequest);
  }

  /** Refunds what a request was charged, in the window that was charged, and removes the three headers. */
  function refund(set: AnswerSettings): void {
    for (const state of charges.get(set) ?? []) requests.giveBack(state);
    charges.delete(set);
    delete set.headers['x-ratelimit-limit'];
    delete set.headers['x-ratelimit-remaining'];
    delete set.headers['x-ratelimit-reset'];
  }

  /** Charges one request for each hundred records; the first one is charged already. */
  function chargeRecords(context: QuotaContext, records: number): void {
    const counted = Math.ceil(records / recordsOfRequest) - 1;
    if (counted > 0) chargeMany(context, { counted, unit: 'hundred records' });
  }

  return { charge, chargeMany, chargeRecords, refund };
}

const recordsOfRequest = 100;
const shownInSecondsMax = 120;

/** A wait in words: in seconds, or in minutes when it is long. */
export function shownWait(seconds: number): string {
  if (seconds > shownInSecondsMax) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** So many of a unit in words. */
function mostOf(unit: Charge['unit'], count: number): string {
  return unit === 'hundred records' ? `${100 * count} records` : `${count} ${unit}s`;
}

function quotaUsedUp(state: RateLimitState, unit: Charge['unit']): ApiError {
  const { remaining } = state;
  const wait = shownWait(state.retryAfterSeconds);
  const details =
    remaining === 0
      ? { message: 'The quota is exhausted.', suggestedFix: `Wait ${wait}.` }
      : {
          message: `Each ${unit} counts as one request, and only ${remaining} are left.`,
          suggestedFix: `Send at most ${mostOf(unit, remaining)}, or wait ${wait}.`,
        };
  return new ApiError('rate_limit_exceeded', details, {
    ...rateLimitHeaders(state),
    'retry-after': String(state.retryAfterSeconds),
  });
}
