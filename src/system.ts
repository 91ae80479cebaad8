import type { RandomBytes } from './domain/apiKey.ts';

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
