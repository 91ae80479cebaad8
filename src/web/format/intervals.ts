/** How often a subscription is paid, as the API says it. */
export interface BillingPeriod {
  readonly period: 'monthly' | 'yearly' | 'custom';
  /** The interval in days, for a custom period. */
  readonly customDate?: string | null | undefined;
  /** The interval in months. It takes the place of `customDate`. */
  readonly everyMonths?: number | null | undefined;
}

/** An interval in the largest unit that it is a whole number of: every 14 days are 2 weeks. */
export interface Interval {
  readonly unit: 'day' | 'week' | 'month' | 'year';
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

/** The interval between two payments. */
export function intervalOf({ period, customDate, everyMonths }: BillingPeriod): Interval {
  if (period === 'monthly') return { unit: 'month', count: 1 };
  if (period === 'yearly') return { unit: 'year', count: 1 };
  if (typeof everyMonths === 'number') return inLarger('month', everyMonths, 'year', monthsAYear);
  return inLarger('day', Number(customDate ?? 1), 'week', daysAWeek);
}

function inLarger(unit: Interval['unit'], count: number, larger: Interval['unit'], size: number): Interval {
  return count % size === 0 ? { unit: larger, count: count / size } : { unit, count };
}

/** What an amount costs in a month on average, rounded half up to two decimals, as the reports of the service count it. */
export function perMonth(amount: number, billing: BillingPeriod): number {
  const { payments, years } = frequencyOf(intervalOf(billing));
  const [hundredths, parts] = [Math.round(amount * 100) * payments, years * monthsAYear];
  return Math.floor((2 * hundredths + parts) / (2 * parts)) / 100;
}

/** How many payments there are in how many years. */
function frequencyOf({ unit, count }: Interval): { readonly payments: number; readonly years: number } {
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
