import { dayOfNumber, lastDayOfMonth, numberOfDay } from '../../../core/billing/days.ts';
import { amountOfSum } from '../../../core/billing/largeSums.ts';
import {
  addExact,
  amountOf,
  compareExact,
  divideExact,
  roundedHundredths,
  type ExactHundredths,
} from '../../../core/billing/money.ts';
import { countedDay, dueDays, scheduleOf } from '../../../core/billing/occurrences.ts';
import { amountOn } from '../../../core/billing/prices.ts';
import { compareText } from '../../../core/text/text.ts';
import { convertIntoIfKnown, partsOf, type Converter, type ExactRates } from '../../rates/rules/conversion.ts';
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
  /** The currency into which those with a rate are converted, which are then one plan. */
  readonly into?: { readonly currency: string; readonly rates: ExactRates | undefined } | undefined;
}

/**
 * What to put aside on the first of each coming month for the payments that are not monthly: the least level sum that never
 * leaves the pot below zero. Payments before the first of the next month are apart, and overdue ones are left out.
 *
 * @param subscriptions active ones, in any order
 */
export function setAside(subscriptions: readonly NamedSchedule[], range: PlanRange) {
  const { into } = range;
  const converter = into && convertIntoIfKnown(into.currency, into.rates);
  const groups = Map.groupBy(
    subscriptions.filter((one) => !isMonthly(one)),
    ({ currency }) => (into && converter?.knows(currency) ? into.currency : currency),
  );
  const byCurrency = Array.from(groups, ([currency, group]) => {
    const own = currency === into?.currency ? converter : undefined;
    return planOf(currency, { group, converter: own ?? convertIntoIfKnown(currency, undefined) }, range);
  });
  return { asOf: range.asOf, byCurrency: byCurrency.sort((a, b) => compareText(a.currency, b.currency)) };
}

function isMonthly(subscription: PricedSchedule): boolean {
  const { unit, count } = scheduleOf(subscription);
  return unit === 'months' && count === 1;
}

const nothing: ExactHundredths = { numerator: 0n, denominator: 1n };

/** The subscriptions of a plan, with what converts them into its currency. */
interface PlanGroup {
  readonly group: readonly NamedSchedule[];
  readonly converter: Converter;
}

function planOf(currency: string, { group, converter }: PlanGroup, range: PlanRange) {
  const { asOf, today, months, startHundredths, withLargest } = range;
  const [rest, ...coming] = forecast(group, { asOf, today, months: months + 1, isOfOne: true }).months;
  const dueIn = (totals: Readonly<Record<string, number>>) => converter.exact(partsOf(totals)) ?? nothing;
  const dues = coming.map(({ totalsByCurrency }) => dueIn(totalsByCurrency));
  const isEstimated = coming.some(({ isEstimate }) => isEstimate);
  const lacking = lackingWithout(dues, startHundredths);
  const monthly = levelSum(lacking);
  const largest = withLargest
    ? largestOf(
        { group, converter },
        coming.map(({ month }) => month),
      )
    : undefined;
  return {
    currency,
    monthly: amountOfSum(monthly),
    start: amountOf(startHundredths),
    ...marked(isEstimated),
    ...(range.into && { currencies: Array.from(new Set(group.map((one) => one.currency))).sort(compareText) }),
    soon: {
      payments: rest?.payments ?? 0,
      total: shownOf(dueIn(rest?.totalsByCurrency ?? {})),
      ...marked(rest?.isEstimate),
    },
    months: coming.map(({ month, isEstimate }, index) => {
      const { numerator, denominator } = lacking[index] ?? nothing;
      const pot = { numerator: monthly * BigInt(index + 1) * denominator - numerator, denominator };
      return { month, due: shownOf(dues[index] ?? nothing), pot: shownOf(pot), ...marked(isEstimate) };
    }),
    ...(largest && { largest }),
  };
}

/** The mark of a figure that is an estimate. */
function marked(isEstimate: boolean | undefined) {
  return isEstimate === true ? { isEstimate } : {};
}

/**
 * What would be missing in the pot at the end of each month if nothing was put aside; negative while `start` lasts.
 *
 * @param dues the sum of each month, in order
 */
function lackingWithout(dues: readonly ExactHundredths[], startHundredths: number): readonly ExactHundredths[] {
  let sum: ExactHundredths = { numerator: -BigInt(startHundredths), denominator: 1n };
  return dues.map((due) => (sum = addExact(sum, due)));
}

/** The least whole sum that, put aside at the beginning of each month, makes up for what is missing at the end of each. */
function levelSum(lacking: readonly ExactHundredths[]): bigint {
  return lacking.reduce((level, missing, index) => {
    const { numerator, denominator } = divideExact(missing, index + 1);
    const least = (numerator + denominator - 1n) / denominator;
    return least > level ? least : level;
  }, 0n);
}

function shownOf(figure: ExactHundredths): number {
  return amountOfSum(roundedHundredths(figure));
}

/** The largest payment of some months, `YYYY-MM`, in the currency of the plan; of equal ones, the earliest. */
function largestOf({ group, converter }: PlanGroup, months: readonly string[]) {
  const last = lastDayOfMonth(months.at(-1) ?? '');
  if (last === undefined) return undefined;
  const [from, to] = [countedDay(numberOfDay(`${months[0]}-01`)), countedDay(numberOfDay(last))];
  const payments = group.flatMap((one) => {
    const days = dueDays(scheduleOf(one), from, to);
    const [first] = days;
    if (first === undefined) return [];
    const dayNumber = days.reduce((best, day) => (amountOn(one, day) > amountOn(one, best) ? day : best), first);
    const amount = { numerator: BigInt(amountOn(one, dayNumber)), denominator: 1n };
    const { id, name, estimate } = one;
    return [{ id, name, estimate, dayNumber, amount: converter.exact([[one.currency, amount]]) ?? nothing }];
  });
  payments.sort((a, b) => compareExact(b.amount, a.amount) || a.dayNumber - b.dayNumber);
  const [largest] = payments;
  if (largest === undefined) return undefined;
  const { dayNumber, id: subscriptionId, name, amount, estimate } = largest;
  return {
    date: dayOfNumber(dayNumber),
    subscriptionId,
    name,
    amount: shownOf(amount),
    ...marked(estimate !== undefined),
  };
}
