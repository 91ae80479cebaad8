import type { Period } from '../../src/core/billing/periodTable.ts';
import { afterDays, afterMonths, type CalendarDay } from './calendar.ts';
import type { Fraction } from './exactFigures.ts';

/** A billing period, independent of the product's code. */
interface PeriodOracle {
  /** Its length; a subscription with `customDays` has its own number of days, or of months. */
  readonly months?: number;
  readonly days?: number | 'customDays';
  readonly paymentsAYear: (customDays: number) => Fraction;
}

/** Written by hand: the compiler asks for a row for each row of the product's table. */
const oracles: Readonly<Record<Period, PeriodOracle>> = {
  monthly: { months: 1, paymentsAYear: () => [12n, 1n] },
  yearly: { months: 12, paymentsAYear: () => [1n, 1n] },
  custom: { days: 'customDays', paymentsAYear: (customDays) => [365n, BigInt(customDays)] },
};

/** The payments a year of a price whose custom period is a number of months. */
export function paymentsAYearOfMonths(everyMonths: number): Fraction {
  return [12n, BigInt(everyMonths)];
}

/** The expected values of a billing period. */
export function oracleOf(period: Period) {
  const { months, days, paymentsAYear } = oracles[period];
  /** The days between two payments; undefined for a period in months. */
  const daysOf = (customDays: number | null) => (days === 'customDays' ? (customDays ?? 0) : days);
  return {
    months,
    daysOf,
    paymentsAYear,
    /** The day one period later; the anchor day counts only in a period of months. */
    next(day: CalendarDay, customDays: number, anchorDay: number | null = null): CalendarDay {
      if (months === undefined) return afterDays(day, daysOf(customDays) ?? 0);
      return afterMonths({ ...day, day: anchorDay ?? day.day }, months);
    },
  };
}
