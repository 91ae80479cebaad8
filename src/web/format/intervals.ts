import { monthsAYear } from '../../core/billing/days.ts';
import { monthlyEquivalent, type PricedPeriod } from '../../modules/analytics/rules/equivalents.ts';
import { amountOf, checkedHundredths } from '../../core/billing/money.ts';
import {
  everyMonthsRange,
  fixedPeriodOf,
  isCustom,
  periods,
  stepOf,
  unitsAYear,
  type Period,
  type Step,
  type UncheckedBillingPeriod,
} from '../../core/billing/periodTable.ts';
import type { Words } from '../subscriptions/fields.ts';

/** How often a subscription is paid, as the API says it. */
export interface BillingPeriod {
  readonly period: Period;
  /** The interval in days, for a custom period. */
  readonly customDate?: string | null | undefined;
  /** The interval in months. It takes the place of `customDate`. */
  readonly everyMonths?: number | null | undefined;
  /** A subscription has its interval in months here. */
  readonly details?: { readonly everyMonths: number | null } | undefined;
}

/** The units of an interval, the shortest first. */
export const units = ['day', 'week', 'month', 'year'] as const;

export type Unit = (typeof units)[number];

/** An interval in the largest unit that it is a whole number of: every 14 days are 2 weeks. */
export interface Interval {
  readonly unit: Unit;
  readonly count: number;
}

/** How long each unit is, as the domain counts. */
const lengths = {
  day: { unit: 'days', count: 1 },
  week: { unit: 'days', count: 7 },
  month: { unit: 'months', count: 1 },
  year: { unit: 'months', count: monthsAYear },
} as const satisfies Record<Unit, Step>;

/** The larger and the smaller unit in which the page writes the steps of the domain. */
const unitsOfSteps = { days: ['week', 'day'], months: ['year', 'month'] } as const satisfies Record<
  Step['unit'],
  readonly [Unit, Unit]
>;

// What a form offers; the service only bounds the dates.
const daysMax = 36_500;

/** The interval between two payments; undefined when the page cannot tell, as of a period of a newer server. */
export function intervalOf(billing: BillingPeriod): Interval | undefined {
  const stored = storedPeriodOf(billing);
  if (stored === undefined) return undefined;
  const step = stepOf(stored);
  const [larger, unit] = unitsOfSteps[step.unit];
  const count = step.count / lengths[larger].count;
  return Number.isInteger(count) ? { unit: larger, count } : { unit, count: step.count };
}

export interface BillingToSend {
  readonly period: Period;
  /** The days between payments. With `everyMonths`, what older programs see. */
  readonly customDate?: string;
  readonly everyMonths?: number;
}

/** What the API takes for an interval; undefined when it has no such interval: up to 60 months, or 36,500 days. */
export function billingOf(interval: Interval): BillingToSend | undefined {
  if (!Number.isInteger(interval.count) || interval.count < 1) return undefined;
  const length: Step = lengths[interval.unit];
  const step = { unit: length.unit, count: interval.count * length.count };
  const period = fixedPeriodOf(step);
  if (period !== undefined) return { period };
  const { count } = step;
  if (step.unit === 'days') return count > daysMax ? undefined : { period: 'custom', customDate: String(count) };
  if (count > everyMonthsRange.max) return undefined;
  const days = Math.round((count * unitsAYear.days) / unitsAYear.months);
  return { period: 'custom', customDate: String(days), everyMonths: count };
}

/** How often a subscription is paid, in words: `monthly`, `every 3 months`. */
export function intervalWords(billing: BillingPeriod, say: Words['say']): string {
  const interval = intervalOf(billing);
  return interval ? say(`common.interval.${interval.unit}`, { count: interval.count }) : say('common.interval.unknown');
}

/** An amount with its billing period, as the domain has it; undefined when the page cannot tell the interval. */
export function pricedOf(amount: number, billing: BillingPeriod): PricedPeriod | undefined {
  const stored = storedPeriodOf(billing);
  return stored && { ...stored, amountHundredths: checkedHundredths(amount) };
}

/** What an amount costs in a month on average, rounded half up to two decimals; undefined when the page cannot tell. */
export function perMonth(amount: number, billing: BillingPeriod): number | undefined {
  const priced = pricedOf(amount, billing);
  return priced && amountOf(monthlyEquivalent(priced));
}

/** The billing period as the domain has it; undefined for one that this page does not know, or that lacks its interval. */
export function storedPeriodOf(billing: BillingPeriod): UncheckedBillingPeriod | undefined {
  const { period, customDate = null, details } = billing;
  const customDays = customDate === null ? null : Number(customDate);
  const everyMonths = billing.everyMonths ?? details?.everyMonths ?? null;
  const isKnown = periods.includes(period) && (!isCustom(period) || Number(everyMonths ?? customDays) > 0);
  return isKnown ? { period, customDays, everyMonths } : undefined;
}
