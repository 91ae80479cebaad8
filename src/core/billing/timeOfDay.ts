import { numberOfDay } from './days.ts';

/** A wall-clock time of day in a time zone. */
export interface TimeOfDay {
  /** The time, such as `09:00`. */
  readonly at: string;
  /** The IANA time zone, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

const millisecondsAMinute = 60_000;

/**
 * The instant of a time of day on one day: the first instant at which the local clock shows that time or a later one. A
 * time that the day does not have is thus the next time that it has, and a time that the day has twice is the first.
 *
 * @param day `YYYY-MM-DD`
 * @returns milliseconds since 1970
 */
export function instantOnDay(day: string, { at, timeZone }: TimeOfDay): number {
  // Most servers use UTC, which needs no data about time zones: loading them takes 4 MB.
  if (timeZone === 'UTC') {
    const { hour, minute } = Temporal.PlainTime.from(at);
    return ((numberOfDay(day) * 24 + hour) * 60 + minute) * millisecondsAMinute;
  }
  const wanted = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(at));
  const earlier = wanted.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(wanted)) return earlier.epochMilliseconds;
  // The local clock jumps over the wanted time, and `earlier` lies before the jump.
  return (earlier.getTimeZoneTransition('next') ?? earlier).epochMilliseconds;
}
