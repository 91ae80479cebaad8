/** How often a subscription is paid, as the API says it. */
export interface BillingPeriod {
  readonly period: 'monthly' | 'yearly' | 'custom';
  /** The interval in days, for a custom period. */
  readonly customDate?: string | null | undefined;
  /** The interval in months. It takes the place of `customDate`. */
  readonly everyMonths?: number | null | undefined;
  /** A subscription has its interval in months here. */
  readonly details?: { readonly everyMonths: number | null } | undefined;
}

/** The units of an interval, the shortest first. */
export const units = ['day', 'week', 'month', 'year'] as const;

/** One of `units`. */
export type Unit = (typeof units)[number];

/** An interval in the largest unit that it is a whole number of: every 14 days are 2 weeks. */
export interface Interval {
  readonly unit: Unit;
  readonly count: number;
}

/** The text of an interval, by its unit; `count` is its number. */
export const intervalTexts = {
  day: 'common.interval.day',
  week: 'common.interval.week',
  month: 'common.interval.month',
  year: 'common.interval.year',
} as const;

const monthsAYear = 12;
const daysAWeek = 7;
const daysAYear = 365;
const monthsMax = 60;
const daysMax = 36_500;

/** The interval between two payments. */
export function intervalOf({ period, customDate, everyMonths, details }: BillingPeriod): Interval {
  if (period === 'monthly') return { unit: 'month', count: 1 };
  if (period === 'yearly') return { unit: 'year', count: 1 };
  const months = everyMonths ?? details?.everyMonths;
  if (typeof months === 'number') return inLarger('month', months, 'year', monthsAYear);
  return inLarger('day', Number(customDate ?? 1), 'week', daysAWeek);
}

function inLarger(unit: Unit, count: number, larger: Unit, size: number): Interval {
  return count % size === 0 ? { unit: larger, count: count / size } : { unit, count };
}

/** What the API takes for an interval. */
export interface BillingToSend {
  readonly period: BillingPeriod['period'];
  /** The days between payments. With `everyMonths`, what older programs see. */
  readonly customDate?: string;
  readonly everyMonths?: number;
}

/** What the API takes for an interval; undefined when it has no such interval: up to 60 months, or 36,500 days. */
export function billingOf({ unit, count }: Interval): BillingToSend | undefined {
  if (!Number.isInteger(count) || count < 1) return undefined;
  if (unit === 'day' || unit === 'week') {
    const days = unit === 'day' ? count : count * daysAWeek;
    return days > daysMax ? undefined : { period: 'custom', customDate: String(days) };
  }
  const months = unit === 'month' ? count : count * monthsAYear;
  if (months > monthsMax) return undefined;
  if (months === 1) return { period: 'monthly' };
  if (months === monthsAYear) return { period: 'yearly' };
  return { period: 'custom', customDate: String(Math.round((months * daysAYear) / monthsAYear)), everyMonths: months };
}

/** How many payments there are in how many years. */
export interface Frequency {
  readonly payments: number;
  readonly years: number;
}

/** How often an interval is paid, as the reports of the service count it: a year has 365 days. */
export function frequencyOf({ unit, count }: Interval): Frequency {
  switch (unit) {
    case 'year':
      return { payments: 1, years: count };
    case 'month':
      return { payments: monthsAYear, years: count };
    case 'week':
      return { payments: daysAYear, years: count * daysAWeek };
    case 'day':
      return { payments: daysAYear, years: count };
  }
}

/** What an amount costs in a month on average, rounded half up to two decimals, as the reports of the service count it. */
export function perMonth(amount: number, billing: BillingPeriod): number {
  const { payments, years } = frequencyOf(intervalOf(billing));
  const [hundredths, parts] = [Math.round(amount * 100) * payments, years * monthsAYear];
  return Math.floor((2 * hundredths + parts) / (2 * parts)) / 100;
}
