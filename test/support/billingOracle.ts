import type { Period } from '../../src/domain/billing/periodTable.ts';
import { afterDays, afterMonths, type CalendarDay } from './calendar.ts';
import type { Fraction } from './exactFigures.ts';

/**
 * A billing period, independent of the product's code: the day one period later, and its payments a year. A custom period
 * has a number of days, which a number of months replaces.
 */
interface PeriodOracle {
  next(day: CalendarDay, customDays: number, everyMonths?: number | null): CalendarDay;
  paymentsAYear(customDays: number, everyMonths?: number | null): Fraction;
}

const oracles: Readonly<Record<Period, PeriodOracle>> = {
  monthly: { next: (day) => afterMonths(day, 1), paymentsAYear: () => [12n, 1n] },
  yearly: { next: (day) => afterMonths(day, 12), paymentsAYear: () => [1n, 1n] },
  custom: {
    next: (day, days, months = null) => (months === null ? afterDays(day, days) : afterMonths(day, months)),
    paymentsAYear: (days, months = null) => (months === null ? [365n, BigInt(days)] : [12n, BigInt(months)]),
  },
};

/** The expected values of a billing period. Throws for a period that the tests do not know. */
export function oracleOf(period: string): PeriodOracle {
  const found = Object.entries(oracles).find(([name]) => name === period)?.[1];
  if (found === undefined) throw new Error(`test/support/billingOracle.ts does not know the period ${period}`);
  return found;
}
