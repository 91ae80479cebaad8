import { isCalendarDay } from './days.ts';

// Instants are stored and compared as texts of years with four digits.
const years = /^\d{4}-/;
const afterAll = '9999-12-31T23:59:59.999Z';
const beforeAll = '0000-01-01T00:00:00.000Z';

/**
 * The first whole millisecond at or after a date-time, in the form in which instants are stored: both "from it on" and
 * "before it" mean the same for the stored instants.
 *
 * @param dateTime a date-time of RFC 3339, checked
 * @returns ISO 8601 UTC
 */
export function storedInstantFrom(dateTime: string): string {
  const instant = Temporal.Instant.from(dateTime).round({ smallestUnit: 'millisecond', roundingMode: 'ceil' });
  const text = instant.toString({ smallestUnit: 'millisecond' });
  if (years.test(text)) return text;
  return text.startsWith('-') ? beforeAll : afterAll;
}

/**
 * {@link storedInstantFrom} for a date-time, or for a day: then the instant at which the day begins in a time zone.
 *
 * @param text a date-time of RFC 3339 or a calendar day, checked
 * @param timeZone IANA time zone
 */
export function storedInstantFromDay(text: string, timeZone: string): string {
  return isCalendarDay(text) ? beginningOf(Temporal.PlainDate.from(text), timeZone) : storedInstantFrom(text);
}

/** The instant at which a day `YYYY-MM-DD` has ended in a time zone. */
export function storedInstantAfterDay(day: string, timeZone: string): string {
  return beginningOf(Temporal.PlainDate.from(day).add({ days: 1 }), timeZone);
}

function beginningOf(day: Temporal.PlainDate, timeZone: string): string {
  return storedInstantFrom(day.toZonedDateTime(timeZone).toInstant().toString());
}

/** An instant, ISO 8601 UTC, in milliseconds since 1970. */
export function millisecondsOf(instant: string): number {
  return Temporal.Instant.from(instant).epochMilliseconds;
}

/** The instant some days of 24 hours before another. Both ISO 8601 UTC. */
export function instantBefore(instant: string, days: number): string {
  return storedInstantFrom(
    Temporal.Instant.from(instant)
      .subtract({ hours: 24 * days })
      .toString(),
  );
}
