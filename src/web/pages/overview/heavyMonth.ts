import { lastDayOfMonth, numberOfDay } from '../../../core/billing/days.ts';
import { countedDay, dueDays, scheduleOf } from '../../../core/billing/occurrences.ts';
import { perMonth } from '../../format/intervals.ts';
import type { Subscription } from '../../subscriptions/fields.ts';
import { anchorOf } from '../../subscriptions/schedule.ts';
import type { MonthBar } from './chartFigures.ts';

/** How much a month must exceed the average before it needs a reason. */
const remarkableShare = 0.05;
/** A subscription is a reason from this share of the difference on. */
const reasonShare = 0.1;
const namesAtMost = 3;

/** Why a month costs more than the average one. */
export interface Reason {
  /** The subscriptions that add most to it, the most expensive first. */
  readonly names: readonly string[];
  readonly others: number;
}

export interface Forecast {
  readonly bars: readonly MonthBar[];
  readonly heaviest: MonthBar;
  readonly currency: string;
}

/**
 * Which subscriptions make the heaviest month of a forecast heavier than the average month: those that are not paid
 * every month and are due in it, such as a yearly insurance. Undefined when all months cost about the same.
 *
 * @param all the subscriptions with their details
 */
export function reasonOf(all: readonly Subscription[], { bars, heaviest, currency }: Forecast): Reason | undefined {
  const average = bars.reduce((sum, { total }) => sum + total, 0) / bars.length;
  const difference = heaviest.total - average;
  if (difference <= average * remarkableShare) return undefined;
  const reasons = all
    .filter((one) => one.status === 'active' && one.currency === currency)
    .flatMap((one) => {
      const monthly = perMonth(one.amount, one);
      // What is paid each month or more often is in the average month, too.
      if (monthly === undefined || monthly >= one.amount) return [];
      return [{ name: one.name, more: paidIn(heaviest.month, one) - monthly }];
    })
    .filter(({ more }) => more >= difference * reasonShare)
    .toSorted((a, b) => b.more - a.more);
  if (reasons.length === 0) return undefined;
  return {
    names: reasons.slice(0, namesAtMost).map(({ name }) => name),
    others: Math.max(0, reasons.length - namesAtMost),
  };
}

/** What a subscription costs in a month `YYYY-MM` by its due dates. */
function paidIn(month: string, record: Subscription): number {
  const [anchor, last] = [anchorOf(record), lastDayOfMonth(month)];
  if (anchor === undefined || last === undefined) return 0;
  const [from, to] = [countedDay(numberOfDay(`${month}-01`)), countedDay(numberOfDay(last))];
  return dueDays(scheduleOf(anchor), from, to).length * record.amount;
}
