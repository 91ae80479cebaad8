import type { Period } from '../../src/domain/billing/periodTable.ts';
import { afterDays, afterMonths, type CalendarDay } from './calendar.ts';
import type { Fraction } from './exactFigures.ts';

/** A billing period, independent of the product's code: the day one period later, and its payments a year. */
interface PeriodOracle {
  next(day: CalendarDay, customDays: number): CalendarDay;
  paymentsAYear(customDays: number): Fraction;
}

const oracles: Readonly<Record<Period, PeriodOracle>> = {
  monthly: { next: (day) => afterMonths(day, 1), paymentsAYear: () => [12n, 1n] },
  yearly: { next: (day) => afterMonths(day, 12), paymentsAYear: () => [1n, 1n] },
  custom: { next: afterDays, paymentsAYear: (customDays) => [365n, BigInt(customDays)] },
};

/** The payments a year of a price whose custom period is a number of months. */
export function paymentsAYearOfMonths(everyMonths: number): Fraction {
  return [12n, BigInt(everyMonths)];
}

/** The expected values of a billing period. Throws for a period that the tests do not know. */
export function oracleOf(period: string): PeriodOracle {
  const found = Object.entries(oracles).find(([name]) => name === period)?.[1];
  if (found === undefined) throw new Error(`test/support/billingOracle.ts does not know the period ${period}`);
  return found;
}
