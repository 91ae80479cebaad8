import type { RandomBytes } from '../domain/keys/apiKey.ts';

/** The time, in milliseconds: of the wall since 1970 (it may be set back), and of a clock that only goes forward. */
export interface Clock {
  wallMilliseconds(): number;
  monotonicMilliseconds(): number;
  /** Calls an action once, some milliseconds later, and gives what calls it off. */
  after(milliseconds: number, action: () => void): () => void;
}

/** Where identifiers and secrets come from. */
export interface Randomness {
  /** Bytes from the system's cryptographic source. */
  readonly bytes: RandomBytes;
  /** A new UUIDv7: unique, and in the order of its drawing. */
  uuid(): string;
}

/** The machine's clock: the only place where the program reads the time. */
export const systemClock: Clock = {
  wallMilliseconds: () => Date.now(),
  monotonicMilliseconds: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Blocks this thread, its event loop included, for some milliseconds: for commands and workers that have nothing else to do. */
export function pauseThread(milliseconds: number): void {
  Bun.sleepSync(milliseconds);
}

/** The machine's randomness: the only place where the program draws any. */
export const systemRandomness: Randomness = {
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  uuid: () => Bun.randomUUIDv7(),
};

/** The instant a clock shows, or will show after some seconds, ISO 8601 UTC with milliseconds. */
export function instantOf(clock: Clock, secondsLater = 0): string {
  return instantAt(clock.wallMilliseconds() + secondsLater * 1000);
}

/** An instant given in milliseconds since 1970, ISO 8601 UTC with milliseconds. */
export function instantAt(wallMilliseconds: number): string {
  return new Date(wallMilliseconds).toISOString();
}

/** What the wall clock may have shown within some seconds of a clock that only goes forward, in milliseconds since 1970. */
export interface WallSpan {
  /** The earliest, also before the process began, as far as its clock was right then. */
  earliest(): number;
  /** The latest since the process began. */
  latest(): number;
}

/** A time in which the wall clock was not set, in monotonic milliseconds, and how far the wall clock was ahead of it. */
interface Stretch {
  readonly since: number;
  until: number;
  readonly aheadMin: number;
  readonly aheadMax: number;
}

// Two readings of two clocks never agree wholly.
const driftMillisecondsMax = 1000;
// A clock that is set all the time must not fill the memory: beyond this, the oldest two become one that holds both.
const stretchesMax = 64;

/**
 * Follows a clock from now on, so that a machine without a battery clock, which starts in 1970 and is then set, is known
 * to have shown both years. What it showed is read whenever the span is asked for; so ask whenever an instant is stored.
 */
export function trackWallSpan(clock: Clock, seconds: number): WallSpan {
  const begun = clock.monotonicMilliseconds();
  const aheadAtFirst = clock.wallMilliseconds() - begun;
  let current: Stretch = { since: begun, until: begun, aheadMin: aheadAtFirst, aheadMax: aheadAtFirst };
  let earlier: readonly Stretch[] = [];

  /** Takes a reading; gives all stretches, and where the span begins. */
  function read() {
    const now = clock.monotonicMilliseconds();
    const ahead = clock.wallMilliseconds() - now;
    const from = now - seconds * 1000;
    if (Math.abs(ahead - current.aheadMin) > driftMillisecondsMax) {
      // When between the last reading and this one it was set, is not known: each clock may have been right all along.
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
