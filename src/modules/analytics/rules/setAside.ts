import { dayOfNumber, lastDayOfMonth, numberOfDay } from '../../../core/billing/days.ts';
import { amountOf, amountOfSum, hundredthsOfSum } from '../../../core/billing/money.ts';
import { countedDay, dueDays, scheduleOf } from '../../../core/billing/occurrences.ts';
import { compareText } from '../../../core/text/text.ts';
import { forecast, type PricedSchedule } from './forecast.ts';

/** An active subscription as a plan needs it. */
export interface NamedSchedule extends PricedSchedule {
  readonly id: string;
  readonly name: string;
}

/** What a plan is about. */
interface PlanRange {
  /** ISO 8601 UTC. */
  readonly asOf: string;
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** How many whole months, from the next one on. */
  readonly months: number;
  /** What is in the pot of each currency today. */
  readonly startHundredths: number;
  /** Whether to name the largest payment of these months. */
  readonly withLargest: boolean;
}

/**
 * What to put aside on the first of each coming month for the payments that are not monthly: the least level sum that never
 * leaves the pot below zero. Payments before the first of the next month are apart, and overdue ones are left out.
 *
 * @param subscriptions active ones, in any order
 */
export function setAside(subscriptions: readonly NamedSchedule[], range: PlanRange) {
  const groups = Map.groupBy(
    subscriptions.filter((one) => !isMonthly(one)),
    ({ currency }) => currency,
  );
  const byCurrency = Array.from(groups, ([currency, group]) => planOf(currency, group, range));
  return { asOf: range.asOf, byCurrency: byCurrency.sort((a, b) => compareText(a.currency, b.currency)) };
}

function isMonthly(subscription: PricedSchedule): boolean {
  const { unit, count } = scheduleOf(subscription);
  return unit === 'months' && count === 1;
}

function planOf(currency: string, group: readonly NamedSchedule[], range: PlanRange) {
  const { asOf, today, months, startHundredths, withLargest } = range;
  // Of one category, because sums by category are not used, and are limited.
  const subscriptions = group.map((one) => ({ ...one, category: '' }));
  const [rest, ...coming] = forecast(subscriptions, { asOf, today, months: months + 1 }).months;
  const dues = coming.map(({ totalsByCurrency }) => hundredthsOfSum(totalsByCurrency[currency] ?? 0));
  const start = BigInt(startHundredths);
  const monthly = levelSum(dues, start);
  const largest = withLargest
    ? largestOf(
        group,
        coming.map(({ month }) => month),
      )
    : undefined;
  let pot = start;
  return {
    currency,
    monthly: amountOfSum(monthly),
    start: amountOf(startHundredths),
    soon: { payments: rest?.payments ?? 0, total: rest?.totalsByCurrency[currency] ?? 0 },
    months: coming.map(({ month }, index) => {
      const due = dues[index] ?? 0n;
      pot += monthly - due;
      return { month, due: amountOfSum(due), pot: amountOfSum(pot) };
    }),
    ...(largest && { largest }),
  };
}

/**
 * The least whole sum that, added to `start` at the beginning of each month, pays what is due in each.
 *
 * @param dues the sum of each month, in order
 */
function levelSum(dues: readonly bigint[], start: bigint): bigint {
  let [level, lacking, months] = [0n, -start, 0n];
  for (const due of dues) {
    lacking += due;
    months += 1n;
    if (lacking > level * months) level = (lacking + months - 1n) / months;
  }
  return level;
}

/** The largest payment of some months, `YYYY-MM`; of equal ones, the earliest. */
function largestOf(group: readonly NamedSchedule[], months: readonly string[]) {
  const last = lastDayOfMonth(months.at(-1) ?? '');
  if (last === undefined) return undefined;
  const [from, to] = [countedDay(numberOfDay(`${months[0]}-01`)), countedDay(numberOfDay(last))];
  const payments = group.flatMap((one) => {
    const [dayNumber] = dueDays(scheduleOf(one), from, to);
    return dayNumber === undefined ? [] : [{ ...one, dayNumber }];
  });
  payments.sort((a, b) => b.amountHundredths - a.amountHundredths || a.dayNumber - b.dayNumber);
  const [largest] = payments;
  if (largest === undefined) return undefined;
  const { dayNumber, id: subscriptionId, name, amountHundredths } = largest;
  return { date: dayOfNumber(dayNumber), subscriptionId, name, amount: amountOf(amountHundredths) };
}
