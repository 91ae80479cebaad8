import { numberOfDay } from '../../core/billing/days.ts';

/**
 * Formats of `Intl`, made once for each locale and kept as long as the page: making one takes hundreds of times as long as
 * using it.
 *
 * @param make makes the format of a locale; what varies besides the locale is in `variant`
 */
export function kept<Format>(
  make: (locale: string, variant: string) => Format,
): (locale: string, variant?: string) => Format {
  const formats = new Map<string, Format>();
  return (locale, variant = '') => {
    const key = `${locale} ${variant}`;
    const known = formats.get(key);
    if (known !== undefined) return known;
    const made = make(locale, variant);
    formats.set(key, made);
    return made;
  };
}

const regional = kept((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', hour: 'numeric' }));

/**
 * The locale of dates and words: the language of the texts, with the order of day and month and the clock of a region.
 *
 * @param locale the locale of the region, such as `sv-SE`
 */
export function wordLocaleOf(language: string, locale: string): string {
  if (new Intl.Locale(locale).language === language) return locale;
  const format = regional(locale);
  const order = format.formatToParts(0).map(({ type }) => type);
  // English in Australia and in America: the two orders. A language that these do not speak has one order for all.
  const region = order.indexOf('day') < order.indexOf('month') ? 'AU' : 'US';
  return `${language}-${region}-u-hc-${format.resolvedOptions().hourCycle ?? 'h23'}`;
}

const plain = kept((locale) => new Intl.NumberFormat(locale));
const share = kept((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));
const percent = kept(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 }),
);

/** A number as the locale writes it, such as `1,234.5`. */
export function formatNumber(value: number, locale: string): string {
  return plain(locale).format(value);
}

/** A change with its sign, such as `+12.5%` for 0.125. */
export function formatChange(ratio: number, locale: string): string {
  return percent(locale).format(ratio);
}

/** A part of a whole, such as `42%` for 0.42. */
export function formatShare(ratio: number, locale: string): string {
  return share(locale).format(ratio);
}

const dayMs = 86_400_000;

/** How much of a day to write, from `17 Nov` to `Tuesday, 17 November`. */
export type DayStyle =
  'short' | 'weekday' | 'full' | 'month' | 'longMonth' | 'shortMonth' | 'weekdayName' | 'shortWeekday' | 'dayMonth';

const styles: Readonly<Record<DayStyle, Intl.DateTimeFormatOptions>> = {
  short: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  full: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  longMonth: { month: 'long' },
  shortMonth: { month: 'short' },
  weekdayName: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  dayMonth: { day: 'numeric', month: 'long' },
};

const dayFormat = kept(
  (locale, style) => new Intl.DateTimeFormat(locale, { ...styles[style as DayStyle], timeZone: 'UTC' }),
);
const distanceFormat = kept((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const instantFormat = kept(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
);
const clockFormat = kept((locale, timeZone) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }));
const instantDayFormat = kept((locale, timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }));

/** A day `YYYY-MM-DD`, as the locale writes it. */
export function formatDay(day: string, locale: string, style: DayStyle): string {
  return dayFormat(locale, style).format(numberOfDay(day) * dayMs);
}

const zoneNameFormat = kept((locale, timeZone) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }));

export const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * An instant, such as `2026-06-16T12:00:00.000Z`, in the time zone of the service.
 *
 * @param ownZone the time zone of the reader: if a clock there shows another time, the text names the zone of the service
 */
export function formatInstant(instant: string, locale: string, timeZone: string, ownZone = timeZone): string {
  return inZone(instantFormat, { instant, locale, timeZone, ownZone });
}

interface ZonedInstant {
  readonly instant: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly ownZone: string;
}

function inZone(
  formatOf: (locale: string, timeZone: string) => Intl.DateTimeFormat,
  { instant, locale, timeZone, ownZone }: ZonedInstant,
): string {
  const date = new Date(instant);
  const text = formatOf(locale, timeZone).format(date);
  if (text === formatOf(locale, ownZone).format(date)) return text;
  const parts = zoneNameFormat(locale, timeZone).formatToParts(date);
  return `${text} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone}`;
}

/** The day of an instant, in the time zone of the service. */
export function formatInstantDay(instant: string, locale: string, timeZone: string): string {
  return instantDayFormat(locale, timeZone).format(new Date(instant));
}

const plainDayFormat = kept(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
);

/** The day `YYYY-MM-DD` of a time zone on which an instant is. */
export function dayIn(instant: string, timeZone: string): string {
  // This locale writes days as the API does.
  return plainDayFormat('sv-SE', timeZone).format(new Date(instant));
}

/** The time of the day of an instant, in the time zone of the service: `14:32`. `ownZone` is as for {@link formatInstant}. */
export function formatTimeOfDay(instant: string, locale: string, timeZone: string, ownZone = timeZone): string {
  return inZone(clockFormat, { instant, locale, timeZone, ownZone });
}

/** How far a day is from today: `today`, `tomorrow`, `in 3 days`, `3 days ago`. */
export function formatDistance(days: number, locale: string): string {
  return distanceFormat(locale).format(days, 'day');
}

const waitInSecondsMax = 120;

/** How long to wait: `in 30 seconds`, and in minutes when it is long. */
export function formatWait(seconds: number, locale: string): string {
  if (seconds <= waitInSecondsMax) return distanceFormat(locale).format(seconds, 'second');
  return distanceFormat(locale).format(Math.ceil(seconds / 60), 'minute');
}

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** How long ago an instant was, such as `3 minutes ago`; `nowMs` is the present in milliseconds. */
export function formatAgo(instant: string, nowMs: number, locale: string): string {
  const seconds = Math.min(0, Math.round((new Date(instant).getTime() - nowMs) / 1000));
  const [unit, size] = steps.find(([, least]) => -seconds >= least) ?? (['second', 1] as const);
  return distanceFormat(locale).format(Math.ceil(seconds / size), unit);
}
