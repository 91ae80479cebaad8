import { dayOfInstant, daysBetween } from '../domain/billing/days.ts';
import { instantAt } from '../runtime/system.ts';

/** A wall-clock time of day in a time zone. */
export interface TimeOfDay {
  /** The time, such as `09:00`. */
  readonly at: string;
  /** The IANA time zone, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

/** A calendar day, ISO 8601 (`2026-06-16`), and the instant of its time of day, in milliseconds since 1970. */
export interface DayInstant {
  readonly day: string;
  readonly wallMilliseconds: number;
}

const firstDay = '1970-01-01';
const millisecondsAMinute = 60_000;

/**
 * The instant of a time of day on one day: the first instant at which the local clock shows that time or a later one. A
 * time that the day does not have is thus the next time that it has, and a time that the day has twice is the first.
 */
export function instantOnDay(day: Temporal.PlainDate, { at, timeZone }: TimeOfDay): number {
  // Most servers use UTC, which needs no data about time zones: loading them takes 4 MB.
  if (timeZone === 'UTC') {
    const { hour, minute } = Temporal.PlainTime.from(at);
    return ((daysBetween(firstDay, day.toString()) * 24 + hour) * 60 + minute) * millisecondsAMinute;
  }
  const wanted = day.toPlainDateTime(Temporal.PlainTime.from(at));
  const earlier = wanted.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(wanted)) return earlier.epochMilliseconds;
  // The local clock jumps over the wanted time, and `earlier` lies before the jump.
  return (earlier.getTimeZoneTransition('next') ?? earlier).epochMilliseconds;
}

/** The newest day whose time of day has passed at an instant. */
export function newestDueDay(wallMilliseconds: number, time: TimeOfDay): DayInstant {
  // The local date may go back by a day when the clocks change at midnight, so tomorrow's time may already have passed.
  let day = localDay(wallMilliseconds, time).add({ days: 1 });
  while (instantOnDay(day, time) > wallMilliseconds) day = day.subtract({ days: 1 });
  return { day: day.toString(), wallMilliseconds: instantOnDay(day, time) };
}

/** The first day whose time of day follows an instant. */
export function nextDay(wallMilliseconds: number, time: TimeOfDay): DayInstant {
  const day = Temporal.PlainDate.from(newestDueDay(wallMilliseconds, time).day).add({ days: 1 });
  return { day: day.toString(), wallMilliseconds: instantOnDay(day, time) };
}

function localDay(wallMilliseconds: number, { timeZone }: TimeOfDay): Temporal.PlainDate {
  if (timeZone === 'UTC') return Temporal.PlainDate.from(dayOfInstant(instantAt(wallMilliseconds), timeZone));
  return Temporal.Instant.fromEpochMilliseconds(wallMilliseconds).toZonedDateTimeISO(timeZone).toPlainDate();
}
