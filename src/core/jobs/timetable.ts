import { dayOfInstant } from '../billing/days.ts';
import { instantOnDay, type TimeOfDay } from '../billing/timeOfDay.ts';
import { instantAt, type Clock } from '../runtime/system.ts';

/** When a job runs by itself; without a timetable it runs only on request. */
export type Timetable =
  | {
      /**
       * The pause between two runs, in seconds. It is measured by the monotonic clock: setting the wall clock changes
       * nothing, and a machine that wakes up does not start all its jobs at once.
       */
      readonly everySeconds: number;
    }
  | TimeOfDay;

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
  /** Notes that a run starts now; returns a function that notes that it has succeeded. */
  beginRun(): () => void;
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
    beginRun: () => () => undefined,
    countDown() {
      const dueAt = clock.monotonicMilliseconds() + milliseconds;
      return () => dueAt - clock.monotonicMilliseconds();
    },
  };
}

function readDays(timetable: TimeOfDay, clock: Clock): TimetableReader {
  // So that a clock that is set back repeats no day.
  const succeeded = new Set<string>();
  let lastTried: string | undefined;
  const dueDay = () => newestDueDay(clock.wallMilliseconds(), timetable);

  function millisecondsLeft(): number {
    const day = dueDay();
    // A day that has failed is retried by the backoff, not by the timetable.
    if (day.toString() !== lastTried && !succeeded.has(day.toString())) return 0;
    return instantOnDay(day.add({ days: 1 }).toString(), timetable) - clock.wallMilliseconds();
  }

  return {
    startsWithRun: false,
    timerMax: wallClockCheckMilliseconds,
    mayRun() {
      if (!succeeded.has(dueDay().toString())) return true;
      // The failed day is due again later.
      lastTried = undefined;
      return false;
    },
    beginRun() {
      const day = (lastTried = dueDay().toString());
      return () => void succeeded.add(day);
    },
    countDown: () => millisecondsLeft,
  };
}

/** The newest day whose time of day has passed at an instant. */
export function newestDueDay(wallMilliseconds: number, time: TimeOfDay): Temporal.PlainDate {
  // The local date may go back by a day when the clocks change at midnight, so tomorrow's time may already have passed.
  let day = localDay(wallMilliseconds, time).add({ days: 1 });
  while (instantOnDay(day.toString(), time) > wallMilliseconds) day = day.subtract({ days: 1 });
  return day;
}

function localDay(wallMilliseconds: number, { timeZone }: TimeOfDay): Temporal.PlainDate {
  if (timeZone === 'UTC') return Temporal.PlainDate.from(dayOfInstant(instantAt(wallMilliseconds), timeZone));
  return Temporal.Instant.fromEpochMilliseconds(wallMilliseconds).toZonedDateTimeISO(timeZone).toPlainDate();
}
