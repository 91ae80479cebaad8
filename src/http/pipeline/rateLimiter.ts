import type { Clock } from '../../runtime/system.ts';

/** A limit on how often something may happen in a window of time. */
export interface RateLimit {
  /** How many are allowed in one window, 1 or more. */
  readonly limit: number;
  /** How long a window is, in seconds. */
  readonly windowSeconds: number;
  /** How many keys are remembered at once; the one whose window is oldest makes room for a new one. */
  readonly keysMax: number;
}

/** The state of a key's window after a request has been counted, or refused. */
export interface RateLimitState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in seconds since 1970, rounded up. */
  readonly resetUnixSeconds: number;
  /** The same instant as {@link resetUnixSeconds}, in whole seconds from now; waiting as long is always enough. */
  readonly retryAfterSeconds: number;
  /** The window itself, for giving back what was counted in it. */
  readonly window: Window;
}

interface Window {
  count: number;
  readonly openedMonotonic: number;
  readonly openedWall: number;
}

// Two readings of two clocks never agree wholly; headers of one window must.
const driftMillisecondsMax = 1000;

/** Counts requests by key. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Counts requests by key in fixed windows. A key's window opens with its first request and closes after
 * `windowSeconds` of the monotonic clock, so that setting the wall clock neither shortens nor lengthens it.
 */
export function createRateLimiter({ limit, windowSeconds, keysMax }: RateLimit, clock: Clock) {
  const windowMilliseconds = windowSeconds * 1000;
  // In the order of opening, which is the order of closing too: all windows are equally long.
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

  /** By how much the wall clock has been set since the window opened; 0 while the two clocks merely drift. */
  function wallShift(window: Window, now: number): number {
    const shift = clock.wallMilliseconds() - window.openedWall - (now - window.openedMonotonic);
    return Math.abs(shift) > driftMillisecondsMax ? shift : 0;
  }

  function makeRoom(now: number): void {
    for (let first = findOldest(); first !== undefined; first = findOldest()) {
      const isOver = now - first[1].openedMonotonic >= windowMilliseconds;
      if (!isOver && windows.size < keysMax) return;
      windows.delete(first[0]);
    }
  }

  return {
    /** Counts one request, or so many, unless they are more than the window has left: then none. */
    count(key: string | number, requests = 1): RateLimitState {
      const now = clock.monotonicMilliseconds();
      const window = currentWindow(key, now);
      const allowed = window.count + requests <= limit;
      if (allowed) window.count += requests;
      const openedWall = window.openedWall + wallShift(window, now);
      const resetUnixSeconds = Math.ceil((openedWall + windowMilliseconds) / 1000);
      const wallNow = openedWall + (now - window.openedMonotonic);
      return {
        allowed,
        limit,
        remaining: limit - window.count,
        resetUnixSeconds,
        retryAfterSeconds: Math.min(resetUnixSeconds - Math.floor(wallNow / 1000), windowSeconds),
        window,
      };
    },

    /** Gives one request back to the window that it was counted in. A later window of the same key stays as it is. */
    giveBack({ window }: RateLimitState): void {
      window.count = Math.max(0, window.count - 1);
    },

    /** How many keys are remembered now. */
    get size(): number {
      return windows.size;
    },
  };
}

/** Gives a function that finds the entry that was added first of those that are left; undefined when there is none. */
function followOldest<Key, Value>(map: ReadonlyMap<Key, Value>): () => readonly [Key, Value] | undefined {
  // One iterator for good: each new one would step over all that was deleted before it finds the first that is left.
  let inOrder = map.entries();
  let oldest: readonly [Key, Value] | undefined;
  return function findOldest() {
    if (oldest !== undefined && map.get(oldest[0]) === oldest[1]) return oldest;
    const next = inOrder.next();
    // An iterator that has come to its end stays there, whatever is added afterwards.
    if (next.done === true) inOrder = map.entries();
    oldest = next.done === true ? undefined : next.value;
    return oldest;
  };
}

/** The three headers that describe a window. */
export function rateLimitHeaders(state: RateLimitState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(state.resetUnixSeconds),
  };
}
