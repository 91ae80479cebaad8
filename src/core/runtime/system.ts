import type { RandomBytes } from '../access/apiKey.ts';
import { newUuid, pause } from './host.ts';

/** The wall clock, in milliseconds since 1970 (it may be set back), and the monotonic clock, in milliseconds. */
export interface Clock {
  wallMilliseconds(): number;
  monotonicMilliseconds(): number;
  /** Calls an action once, after some milliseconds; returns a function that cancels the timer. */
  after(milliseconds: number, action: () => void): () => void;
}

/** The source of identifiers and secrets. */
export interface Randomness {
  /** Bytes from the system's cryptographic source. */
  readonly bytes: RandomBytes;
  /** A new UUIDv7: unique, and in the order of creation. */
  uuid(): string;
}

/** The machine's clock: the only place where the program reads the time or sets a timer. */
export const systemClock: Clock = {
  wallMilliseconds: () => Date.now(),
  monotonicMilliseconds: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The time zone of this machine, such as `Europe/Berlin`; the variable `TZ` overrides it. */
export const machineTimeZone = (): string => Temporal.Now.timeZoneId();

/** Blocks this thread, its event loop included, for some milliseconds: for commands and workers that have nothing else to do. */
export function pauseThread(milliseconds: number): void {
  pause(milliseconds);
}

/** The machine's cryptography. It needs no module, and only its first use costs time and memory. */
export const systemCryptography = (): SubtleCrypto => crypto.subtle;

/** The machine's randomness: the only place where the program reads random bytes. */
export const systemRandomness: Randomness = {
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  uuid: newUuid,
};

/** The instant a clock shows, or will show after some seconds, ISO 8601 UTC with milliseconds. */
export function instantOf(clock: Clock, secondsLater = 0): string {
  return instantAt(clock.wallMilliseconds() + secondsLater * 1000);
}

/** An instant in milliseconds since 1970, as ISO 8601 UTC with milliseconds. */
export function instantAt(wallMilliseconds: number): string {
  return new Date(wallMilliseconds).toISOString();
}

/** The times that the wall clock may have shown within some seconds of monotonic time, in milliseconds since 1970. */
export interface WallSpan {
  /** The earliest, also before the process began, as far as its clock was right then. */
  earliest(): number;
  /** The latest since the process began. */
  latest(): number;
}

/** A period of monotonic time in which the wall clock was not set, and how far it was ahead, in milliseconds. */
interface Stretch {
  readonly since: number;
  until: number;
  readonly aheadMin: number;
  readonly aheadMax: number;
}

// Two readings of two clocks never agree exactly.
const driftMillisecondsMax = 1000;
// Bounds the memory when the clock is set all the time: beyond this number, the oldest two periods are merged.
const stretchesMax = 64;

/**
 * Tracks the wall clock from now on: a machine without a battery clock starts in 1970, and jumps when the clock is set.
 * The clock is read when the span is read, so read the span when an instant is stored.
 */
export function trackWallSpan(clock: Clock, seconds: number): WallSpan {
  const begun = clock.monotonicMilliseconds();
  const aheadAtFirst = clock.wallMilliseconds() - begun;
  let current: Stretch = { since: begun, until: begun, aheadMin: aheadAtFirst, aheadMax: aheadAtFirst };
  let earlier: readonly Stretch[] = [];

  /** Reads the clocks; returns all periods, and where the span begins. */
  function read() {
    const now = clock.monotonicMilliseconds();
    const ahead = clock.wallMilliseconds() - now;
    const from = now - seconds * 1000;
    if (Math.abs(ahead - current.aheadMin) > driftMillisecondsMax) {
      // The time of the setting is unknown: either offset may apply since the last reading.
      const lastRead = current.until;
      current.until = now;
      earlier = joinOldest([...earlier, current]);
      current = { since: lastRead, until: now, aheadMin: ahead, aheadMax: ahead };
    }
    current.until = now;
    if (earlier.length > 0) earlier = earlier.filter(({ until }) => until >= from);
    return { from, stretches: [...earlier, current] };
  }

  return {
    earliest() {
      const { from, stretches } = read();
      const shown = stretches.map(({ since, aheadMin }) => Math.max(since, from) + aheadMin);
      return Math.min(from + current.aheadMin, ...shown);
    },

    latest: () => Math.max(...read().stretches.map(({ until, aheadMax }) => until + aheadMax)),
  };
}

function joinOldest(stretches: readonly Stretch[]): readonly Stretch[] {
  const [oldest, next, ...rest] = stretches;
  if (stretches.length <= stretchesMax || oldest === undefined || next === undefined) return stretches;
  const aheadMin = Math.min(oldest.aheadMin, next.aheadMin);
  return [{ ...next, since: oldest.since, aheadMin, aheadMax: Math.max(oldest.aheadMax, next.aheadMax) }, ...rest];
}

/** Whether some work ends within a time, in milliseconds; rejects when the work does. */
export async function settlesWithin(
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  work: Promise<unknown> | undefined,
): Promise<boolean> {
  if (work === undefined) return true;
  const { promise: deadline, resolve } = Promise.withResolvers<boolean>();
  const cancel = clock.after(Math.max(0, milliseconds), () => resolve(false));
  try {
    return await Promise.race([work.then(() => true), deadline]);
  } finally {
    cancel();
  }
}
