/** One row of the {@link periodTable}. */
type PeriodFacts = {
  readonly unit: PeriodUnit;
  /** Other words for it, without case, spaces, dashes and underscores: suggestions take them for this period. */
  readonly alsoCalled: readonly string[];
} & (
  | {
      /** How many units one period has. */
      readonly count: number;
      /** How many payments a year counts where amounts of different periods are compared; a whole number. */
      readonly paymentsAYear: number;
    }
  /** Each subscription has its own number of days. It may have a number of months instead, in `everyMonths`. */
  | { readonly count: 'customDays' }
);

/** The units in which the lengths of periods are counted. */
type PeriodUnit = 'months' | 'days';

/**
 * The billing periods. Dates, yearly equivalents, the SQL of the reports, the schemas, the suggestions and the words of the
 * dashboard all come from these rows. Custom periods are compared by {@link unitsAYear}.
 */
export const periodTable = {
  monthly: { unit: 'months', count: 1, paymentsAYear: 12, alsoCalled: ['month', 'permonth', 'everymonth'] },
  yearly: {
    unit: 'months',
    count: 12,
    paymentsAYear: 1,
    alsoCalled: ['year', 'annual', 'annually', 'peryear', 'everyyear'],
  },
  custom: { unit: 'days', count: 'customDays', alsoCalled: [] },
} as const satisfies Record<string, PeriodFacts>;

/** The name of a billing period. */
export type Period = keyof typeof periodTable;

type CustomPeriod = { [Name in Period]: (typeof periodTable)[Name]['count'] extends number ? never : Name }[Period];
type FixedPeriod = Exclude<Period, CustomPeriod>;

/**
 * How often a subscription renews. Only a custom period has a number of days; it may also have a number of months, which
 * then takes precedence.
 */
export type BillingPeriod =
  | { readonly period: FixedPeriod; readonly customDays: null; readonly everyMonths: null }
  | { readonly period: CustomPeriod; readonly customDays: number; readonly everyMonths: number | null };

/** A billing period whose members have not been checked against each other yet, as database rows have them. */
export interface UncheckedBillingPeriod {
  readonly period: Period;
  readonly customDays: number | null;
  readonly everyMonths: number | null;
}

/** The length of one period. */
export interface Step {
  readonly unit: PeriodUnit;
  readonly count: number;
}

/** How often a payment is made, exactly: `payments` times in `years`. */
interface Frequency {
  readonly payments: number;
  readonly years: number;
}

/** How many of each unit a year has, where amounts of custom periods are compared with others. */
export const unitsAYear: Readonly<Record<PeriodUnit, number>> = { months: 12, days: 365 };

/** The numbers of months that a custom period may have. */
export const everyMonthsRange = { min: 2, max: 60 } as const;

/** The names of the billing periods, in the order of the table. */
export const periods = Object.keys(periodTable) as readonly Period[];

/** The periods whose length is the same for all subscriptions. */
const fixedPeriods = periods.filter((period): period is FixedPeriod => !isCustom(period));

// Created once: a report needs them for each group of subscriptions.
const fixedFrequencies: Partial<Record<Period, Frequency>> = Object.fromEntries(
  fixedPeriods.map((period) => [period, { payments: periodTable[period].paymentsAYear, years: 1 }]),
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

/** The period that has this length for all subscriptions; undefined when only a custom one can have it. */
export function fixedPeriodOf({ unit, count }: Step): FixedPeriod | undefined {
  return fixedPeriods.find((period) => periodTable[period].unit === unit && periodTable[period].count === count);
}

/**
 * The length of one billing period.
 *
 * @throws {RangeError} when a custom period has neither days nor months
 */
export function stepOf(billing: UncheckedBillingPeriod): Step {
  return isCustom(billing.period) ? customStep(billing) : periodTable[billing.period];
}

/**
 * How often a subscription with this billing period is paid: `paymentsAYear` times in 1 year, every N days 365 times in
 * N years, every N months 12 times in N years.
 */
export function paymentFrequency(billing: UncheckedBillingPeriod): Frequency {
  return fixedFrequencies[billing.period] ?? customFrequency(billing);
}

function customStep({ period, customDays, everyMonths }: UncheckedBillingPeriod): Step {
  if (everyMonths !== null) return { unit: 'months', count: everyMonths };
  if (customDays === null) throw new RangeError(`a ${period} period has no number of days`);
  return { unit: periodTable[period].unit, count: customDays };
}

function customFrequency(billing: UncheckedBillingPeriod): Frequency {
  const { unit, count } = customStep(billing);
  const payments = unitsAYear[unit];
  return payments % count === 0 ? { payments: payments / count, years: 1 } : { payments, years: count };
}
