import {
  dateInMonth,
  dateOf,
  dayNumberOf,
  dayOfNumber,
  daysInMonthMax,
  monthNumberOf,
  numberOfDay,
} from '../../../core/billing/days.ts';
import { amountOf, totalsByCurrency } from '../../../core/billing/money.ts';
import {
  countedDay,
  occurrencesThrough,
  scheduleOf,
  type CountedDay,
  type EndingAnchor,
} from '../../../core/billing/occurrences.ts';
import { sumOfPayments, type Prices } from '../../../core/billing/prices.ts';
import type { AmountRange, EstimatedPrices } from '../../payments/rules/estimates.ts';
import type { Currency } from '../../subscriptions/model.ts';
import { compareText, joinEqualTexts } from '../../../core/text/text.ts';
import { ReportRefused } from './reportRefused.ts';

/** An active subscription as the forecast needs it. */
export interface PricedSchedule extends EndingAnchor, EstimatedPrices {
  readonly category: string;
  readonly currency: Currency;
}

/** What a forecast is about. */
interface ForecastRange {
  /** ISO 8601 UTC. */
  readonly asOf: string;
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** How many months, this one included. */
  readonly months: number;
  /** Whether all are of one category: sums by category are limited. */
  readonly isOfOne?: boolean;
}

/** The sum of each month in hundredths; no value without a payment. Exact up to 2⁵³, like the sums of the summary. */
type MonthlySums = (number | undefined)[];

/** What the payments of a forecast come to. */
interface Tally {
  readonly overdue: { payments: number; isEstimate: boolean; readonly sums: Map<Currency, bigint> };
  readonly payments: number[];
  readonly categories: Map<string, Map<Currency, MonthlySums>>;
  readonly isOfOne: boolean;
  /** The texts of the categories. */
  readonly texts: ReturnType<typeof joinEqualTexts>;
  /** Of each month with estimates: by how much its sums may be lower and higher. */
  readonly margins: Map<Currency, AmountRange>[];
  /** The number of sums above. */
  sums: number;
}

// A sum takes about 80 bytes of the answer, so that an answer has about 8 MB.
const sumsMax = 100_000;
const lastMonthNumber = monthNumberOf({ year: 9999, month: 12 });
const monthLength = '2026-12'.length;

/**
 * The overdue payments, and those of this month from today and of the whole months after it: real due dates, counted by
 * arithmetic. Months after 9999-12 are left out.
 *
 * @param subscriptions active ones, in any order
 * @throws {ReportRefused} when there are several months and too many categories
 */
export function forecast(
  subscriptions: Iterable<PricedSchedule>,
  { asOf, today, months, isOfOne = false }: ForecastRange,
) {
  const yesterday = countedDay(numberOfDay(today) - 1);
  const lastDays = lastDaysOfMonths(today, months);
  const tally: Tally = {
    overdue: { payments: 0, isEstimate: false, sums: new Map() },
    payments: lastDays.map(() => 0),
    margins: lastDays.map(() => new Map()),
    categories: new Map(),
    isOfOne,
    texts: joinEqualTexts(),
    sums: 0,
  };
  for (const subscription of subscriptions) {
    count(subscription, yesterday, lastDays, tally);
    if (tally.sums > sumsMax && lastDays.length > 1) throw new ReportRefused('tooManyCategories');
  }
  const { overdue } = tally;
  const categories = Array.from(tally.categories, ([key, sums]) => [tally.texts.shownOf(key), sums] as const).sort(
    ([a], [b]) => compareText(a, b),
  );
  return {
    asOf,
    overdue: {
      payments: overdue.payments,
      totalsByCurrency: totalsByCurrency(overdue.sums),
      ...(overdue.isEstimate && { isEstimate: true }),
    },
    months: lastDays.map(({ dayNumber }, index) => ({
      month: dayOfNumber(dayNumber).slice(0, monthLength),
      payments: tally.payments[index] ?? 0,
      ...viewMonth(categories, index, tally.margins[index]),
    })),
  };
}

/** The last days of a month and of those after it. */
function lastDaysOfMonths(today: string, months: number): CountedDay[] {
  const first = monthNumberOf(dateOf(today));
  return Array.from({ length: Math.min(months, lastMonthNumber - first + 1) }, (_, index) =>
    countedDay(dayNumberOf(dateInMonth(first + index, daysInMonthMax))),
  );
}

function count(subscription: PricedSchedule, yesterday: CountedDay, lastDays: readonly CountedDay[], tally: Tally) {
  const { category, currency } = subscription;
  const schedule = scheduleOf(subscription);
  let passed = occurrencesThrough(schedule, yesterday);
  if (passed > 0) {
    tally.overdue.payments += passed;
    tally.overdue.isEstimate ||= subscription.estimate !== undefined;
    const sum = tally.overdue.sums.get(currency) ?? 0n;
    tally.overdue.sums.set(currency, sum + BigInt(sumOfPayments(schedule, subscription, 0, passed)));
  }
  let sums: MonthlySums | undefined;
  for (const [index, lastDay] of lastDays.entries()) {
    const through = occurrencesThrough(schedule, lastDay);
    if (through === passed) continue;
    sums ??= sumsOf(tally, tally.isOfOne ? '' : category, currency);
    if (sums[index] === undefined) tally.sums += 1;
    const sum = sumOfPayments(schedule, subscription, passed, through);
    sums[index] = (sums[index] ?? 0) + sum;
    const sumAt = (prices: Prices) => sumOfPayments(schedule, prices, passed, through) - sum;
    addMargin(subscription, sumAt, tally.margins[index]);
    tally.payments[index] = (tally.payments[index] ?? 0) + through - passed;
    passed = through;
  }
}

/**
 * Adds by how much the sum of some payments may be lower and higher. Only those of an amount that varies may.
 *
 * @param differenceAt by how much their sum is higher at other prices
 */
function addMargin(
  { estimate, currency }: PricedSchedule,
  differenceAt: (prices: Prices) => number,
  margins: Map<Currency, AmountRange> | undefined,
) {
  if (estimate === undefined) return;
  const { low, high } = margins?.get(currency) ?? { low: 0, high: 0 };
  margins?.set(currency, { low: low + differenceAt(estimate.low), high: high + differenceAt(estimate.high) });
}

function sumsOf({ categories, texts }: Tally, category: string, currency: Currency): MonthlySums {
  const key = texts.keyOf(category);
  const ofCategory = categories.get(key) ?? new Map<Currency, MonthlySums>();
  categories.set(key, ofCategory);
  const sums = ofCategory.get(currency) ?? [];
  ofCategory.set(currency, sums);
  return sums;
}

/** What is due in a month. Of an estimate, what each total with one may be. */
interface MonthView {
  readonly totalsByCurrency: Readonly<Record<string, number>>;
  readonly byCategory: readonly {
    readonly category: string;
    readonly totalsByCurrency: Readonly<Record<string, number>>;
  }[];
  readonly isEstimate?: true;
  readonly range?: Readonly<Record<string, AmountRange>>;
}

function viewMonth(
  categories: readonly (readonly [string, Map<Currency, MonthlySums>])[],
  index: number,
  margins: ReadonlyMap<Currency, AmountRange> = new Map(),
): MonthView {
  const totals = new Map<Currency, number>();
  const byCategory: { category: string; totalsByCurrency: Record<string, number> }[] = [];
  for (const [category, currencies] of categories) {
    const ofMonth = new Map<Currency, number>();
    for (const [currency, sums] of currencies) {
      const sum = sums[index];
      if (sum === undefined) continue;
      ofMonth.set(currency, sum);
      totals.set(currency, (totals.get(currency) ?? 0) + sum);
    }
    if (ofMonth.size > 0) byCategory.push({ category, totalsByCurrency: totalsByCurrency(ofMonth) });
  }
  const range = Array.from(margins, ([currency, { low, high }]) => {
    const total = totals.get(currency) ?? 0;
    return [currency, { low: amountOf(total + low), high: amountOf(total + high) }] as const;
  });
  return {
    totalsByCurrency: totalsByCurrency(totals),
    byCategory,
    ...(margins.size > 0 && { isEstimate: true as const, range: Object.fromEntries(range) }),
  };
}
