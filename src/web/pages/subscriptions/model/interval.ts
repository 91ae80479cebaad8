import type { Details, Subscription } from './record.ts';

/** The units of an interval, the shortest first. */
export const units = ['days', 'weeks', 'months', 'years'] as const;

/** One of `units`. */
export type Unit = (typeof units)[number];

/** How often a subscription is billed, as people say it: every `count` of a unit. */
export interface Interval {
  readonly count: number;
  readonly unit: Unit;
}

/** The same as the API takes it. */
export interface BillingPeriod {
  readonly period: Subscription['period'];
  /** The days between payments. With `everyMonths`, what older programs see. */
  readonly customDate: string | undefined;
  readonly everyMonths: number | undefined;
}

/** The payments in a year, as an exact fraction. */
export interface PaymentsAYear {
  readonly numerator: number;
  readonly denominator: number;
}

const monthsMax = 60;
const daysMax = 36_500;

/** The interval of a subscription, or of an entry of its price history. */
export function intervalOf(record: {
  readonly period: Subscription['period'];
  readonly customDate?: string | undefined;
  readonly everyMonths?: number | null | undefined;
  readonly details?: Pick<Details, 'everyMonths'> | undefined;
}): Interval {
  if (record.period === 'monthly') return { count: 1, unit: 'months' };
  if (record.period === 'yearly') return { count: 1, unit: 'years' };
  const months = record.everyMonths ?? record.details?.everyMonths;
  if (months) return months % 12 === 0 ? { count: months / 12, unit: 'years' } : { count: months, unit: 'months' };
  const days = Number(record.customDate ?? 1);
  return days % 7 === 0 ? { count: days / 7, unit: 'weeks' } : { count: days, unit: 'days' };
}

/** What the API takes for an interval; undefined when it has no such interval: up to 60 months, or 36,500 days. */
export function billingPeriodOf({ count, unit }: Interval): BillingPeriod | undefined {
  if (!Number.isInteger(count) || count < 1) return undefined;
  if (unit === 'days' || unit === 'weeks') {
    const days = unit === 'days' ? count : count * 7;
    return days > daysMax ? undefined : { period: 'custom', customDate: String(days), everyMonths: undefined };
  }
  const months = unit === 'months' ? count : count * 12;
  if (months > monthsMax) return undefined;
  if (months === 1) return { period: 'monthly', customDate: undefined, everyMonths: undefined };
  if (months === 12) return { period: 'yearly', customDate: undefined, everyMonths: undefined };
  return { period: 'custom', customDate: String(Math.round((months * 365) / 12)), everyMonths: months };
}

/** How many payments an interval makes in a year. */
export function paymentsAYear({ count, unit }: Interval): PaymentsAYear {
  if (unit === 'years') return { numerator: 1, denominator: count };
  if (unit === 'months') return { numerator: 12, denominator: count };
  return { numerator: 365, denominator: unit === 'weeks' ? count * 7 : count };
}
