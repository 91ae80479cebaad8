import type { Clock } from '../runtime/system.ts';
import type { Timetable } from './job.ts';
import { newestDueDay, nextDay } from './timeOfDay.ts';

const second = 1000;
// A timer of more than 2^31 milliseconds fires at once.
const timerMillisecondsMax = 20 * 24 * 3600 * second;
// A jump of the wall clock, or the sleep of the machine, is noticed within this time.
const wallClockCheckMilliseconds = 60 * second;

/** A timetable, read by a clock. */
export interface TimetableReader {
  /** Whether it starts with a run; otherwise it waits for the next time, which may be due. */
  readonly startsWithRun: boolean;
  /** The maximum time between two checks of the clock, in milliseconds. */
  readonly timerMax: number;
  /** Whether a retry is still needed: the clock may have been set back to a day that is done. */
  mayRun(): boolean;
  /** The day of a run that starts now. */
  takeDay(): string | undefined;
  /** Notes that the run for a day has succeeded. */
  noteSuccess(day: string | undefined): void;
  /** Returns a function that computes the milliseconds until the next run. */
  countDown(): () => number;
}

/** Reads a timetable by a clock. */
export function readTimetable(timetable: Timetable | undefined, clock: Clock): TimetableReader {
  if (timetable !== undefined && 'at' in timetable) return readDays(timetable, clock);
  const milliseconds = (timetable?.everySeconds ?? Number.POSITIVE_INFINITY) * second;
  return {
    startsWithRun: true,
    timerMax: timerMillisecondsMax,
    mayRun: () => true,
    takeDay: () => undefined,
    noteSuccess: () => undefined,
    countDown() {
      const dueAt = clock.monotonicMilliseconds() + milliseconds;
      return () => dueAt - clock.monotonicMilliseconds();
    },
  };
}

function readDays(timetable: Extract<Timetable, { at: string }>, clock: Clock): TimetableReader {
  const succeeded = new Set<string>();
  let lastTried: string | undefined;
  const dueDay = (): string => newestDueDay(clock.wallMilliseconds(), timetable).day;
  const isDone = (day: string): boolean => succeeded.has(day) || timetable.hasRun?.(day) === true;

  function millisecondsLeft(): number {
    const day = dueDay();
    // A day that has failed is retried by the backoff, not by the timetable.
    if (day !== lastTried && !isDone(day)) return 0;
    return nextDay(clock.wallMilliseconds(), timetable).wallMilliseconds - clock.wallMilliseconds();
  }

  return {
    startsWithRun: false,
    timerMax: wallClockCheckMilliseconds,
    mayRun() {
      if (!isDone(dueDay())) return true;
      // The failed day is due again later.
      lastTried = undefined;
      return false;
    },
    takeDay: () => (lastTried = dueDay()),
    noteSuccess: (day) => void (day !== undefined && succeeded.add(day)),
    countDown: () => millisecondsLeft,
  };
}
