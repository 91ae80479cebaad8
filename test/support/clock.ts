import type { Clock } from '../../src/system.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  /** Moves both clocks forward. */
  advance(seconds: number): void;
  /** Sets the wall clock alone, as an administrator or NTP would. */
  setWall(instant: string): void;
}

/** A clock that shows the given instant. */
export function createTestClock(instant: string): TestClock {
  let wall = Date.parse(instant);
  let monotonic = 1_000_000;
  return {
    wallMilliseconds: () => wall,
    monotonicMilliseconds: () => monotonic,
    advance(seconds) {
      wall += seconds * 1000;
      monotonic += seconds * 1000;
    },
    setWall(to) {
      wall = Date.parse(to);
    },
  };
}
