/** One row of the {@link periodTable}. */
interface PeriodFacts {
  readonly unit: 'months' | 'days';
  /**
   * How many units one period has; `customDays` when each subscription has its own number. Such a subscription may have a
   * number of months instead, in `everyMonths`.
   */
  readonly count: number | 'customDays';
  /** Other words for it, without case, spaces, dashes and underscores: suggestions take them for this period. */
  readonly alsoCalled: readonly string[];
}

/**
 * The billing periods. Dates, yearly equivalents, the SQL of the reports, the schemas and the suggestions all come from
 * these rows. Amounts of periods in months are compared by calendar years, those of periods in days by years of 365 days.
 */
export const periodTable = {
  monthly: { unit: 'months', count: 1, alsoCalled: ['month', 'permonth', 'everymonth'] },
  yearly: { unit: 'months', count: 12, alsoCalled: ['year', 'annual', 'annually', 'peryear', 'everyyear'] },
  custom: { unit: 'days', count: 'customDays', alsoCalled: [] },
} as const satisfies Record<string, PeriodFacts>;

/** The name of a billing period. */
export type Period = keyof typeof periodTable;

type CustomPeriod = { [Name in Period]: (typeof periodTable)[Name]['count'] extends number ? never : Name }[Period];

/**
 * How often a subscription renews. Only a custom period has a number of days; it may also have a number of months, which
 * then takes precedence.
 */
export type BillingPeriod =
  | { readonly period: Exclude<Period, CustomPeriod>; readonly customDays: null; readonly everyMonths: null }
  | { readonly period: CustomPeriod; readonly customDays: number; readonly everyMonths: number | null };

/** A billing period whose members have not been checked against each other yet, as database rows have them. */
export interface UncheckedBillingPeriod {
  readonly period: Period;
  readonly customDays: number | null;
  readonly everyMonths: number | null;
}

/** The length of one period. */
interface Step {
  readonly unit: PeriodFacts['unit'];
  readonly count: number;
}

/** How often a payment is made, exactly: `payments` times in `years`. */
interface Frequency {
  readonly payments: number;
  readonly years: number;
}

/** How many of each unit a year has, where amounts of different periods are compared. */
export const unitsAYear: Readonly<Record<PeriodFacts['unit'], number>> = { months: 12, days: 365 };

/** The names of the billing periods, in the order of the table. */
export const periods = Object.keys(periodTable) as readonly Period[];

// Created once: a report needs them for each group of subscriptions.
const fixedSteps: Partial<Record<Period, Step>> = Object.fromEntries(
  periods.flatMap((period) => {
    const { unit, count } = periodTable[period];
    return count === 'customDays' ? [] : [[period, { unit, count }]];
  }),
);
const fixedFrequencies: Partial<Record<Period, Frequency>> = Object.fromEntries(
  Object.entries(fixedSteps).map(([period, step]) => [period, frequencyOf(step)]),
);

/** Whether each subscription with this period has its own number of days. */
export function isCustom(period: Period): period is CustomPeriod {
  return periodTable[period].count === 'customDays';
}

/**
 * The billing period that has these members.
 *
 * @throws {RangeError} when only some of them belong to a custom period
 */
export function billingOf({ period, customDays, everyMonths }: UncheckedBillingPeriod): BillingPeriod {
  if (isCustom(period) && customDays !== null) return { period, customDays, everyMonths };
  if (!isCustom(period) && customDays === null && everyMonths === null) return { period, customDays, everyMonths };
  throw new RangeError(`the period ${period} does not go with ${customDays} days and ${everyMonths} months`);
}

/** The length of one billing period. */
export function stepOf(billing: UncheckedBillingPeriod): Step {
  return fixedSteps[billing.period] ?? customStep(billing);
}

/**
 * How often a subscription with this billing period is paid: monthly 12 times in 1 year, every N days 365 times in N years,
 * every N months 12 times in N years.
 */
export function paymentFrequency(billing: UncheckedBillingPeriod): Frequency {
  return fixedFrequencies[billing.period] ?? frequencyOf(customStep(billing));
}

function customStep({ period, customDays, everyMonths }: UncheckedBillingPeriod): Step {
  if (everyMonths !== null) return { unit: 'months', count: everyMonths };
  if (customDays === null) throw new RangeError(`a ${period} period has no number of days`);
  return { unit: periodTable[period].unit, count: customDays };
}

function frequencyOf({ unit, count }: Step): Frequency {
  const payments = unitsAYear[unit];
  return payments % count === 0 ? { payments: payments / count, years: 1 } : { payments, years: count };
}
