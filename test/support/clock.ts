import type { Clock } from '../../src/core/runtime/system.ts';

/** A clock that moves only when a test moves it. */
export interface TestClock extends Clock {
  /** Moves both clocks forward, then runs the timers that are due. */
  advance(seconds: number): void;
  /** Sets the wall clock alone, as an administrator or NTP would. */
  setWall(instant: string): void;
}

/** Creates a clock at an instant. */
export function createTestClock(instant: string): TestClock {
  let wall = Date.parse(instant);
  let monotonic = 1_000_000;
  let pending: { readonly at: number; readonly action: () => void }[] = [];
  return {
    wallMilliseconds: () => wall,
    monotonicMilliseconds: () => monotonic,
    after(milliseconds, action) {
      const entry = { at: monotonic + milliseconds, action };
      pending.push(entry);
      return () => (pending = pending.filter((other) => other !== entry));
    },
    advance(seconds) {
      wall += seconds * 1000;
      monotonic += seconds * 1000;
      const due = pending.filter(({ at }) => at <= monotonic);
      pending = pending.filter(({ at }) => at > monotonic);
      for (const { action } of due) action();
    },
    setWall(to) {
      wall = Date.parse(to);
    },
  };
}
