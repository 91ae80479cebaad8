import { unitsAYear } from '../../core/billing/periodTable.ts';
import { compareText, joinEqualTexts } from '../../core/text/text.ts';
import type { SpendGroup } from '../analytics/rules/analytics.ts';
import { spendOfCurrencies } from '../analytics/rules/equivalents.ts';
import { forecast } from '../analytics/rules/forecast.ts';
import { sumsOf } from '../payments/rules/spent.ts';
import type { Store } from '../store.ts';
import { type Converter, convertInto, partsOf } from './rules/conversion.ts';

/** The number of months of the forecast. */
export const monthsConverted = 12;

/** When a report is made: an instant, ISO 8601 UTC, and the current day in the configured time zone. */
interface Now {
  readonly asOf: string;
  readonly today: string;
}

/**
 * The figures of the summary, of what was spent this year, and of the forecast, in one currency, by default the base of the rates.
 *
 * @returns why there are none: the owner has no rates, or none of the currency
 */
export function converted(
  store: Store,
  ownerId: number,
  { asOf, today }: Now,
  { currency: wanted, without }: { readonly currency: string | undefined; readonly without: readonly string[] },
) {
  const found = store.rates.findExact(ownerId);
  if (found === undefined) return { missing: 'rates' } as const;
  const currency = wanted ?? found.base;
  const converter = convertInto(currency, found.exact);
  if (converter === undefined) return { missing: currency } as const;
  const spend = store.analytics.spend(ownerId, without);
  const spent = store.payments.spent(ownerId, { from: `${today.slice(0, 'YYYY'.length)}-01-01`, to: today, without });
  const schedules = store.duePayments.schedules(ownerId, without);
  const { months } = forecast(schedules, { asOf, today, months: monthsConverted, isOfOne: true });
  return {
    missing: undefined,
    converted: {
      currency,
      source: found.source,
      asOf: found.asOf,
      monthlyTotal: converter.sum(partsOfSpend(spend), unitsAYear.months) ?? 0,
      yearlyTotal: converter.sum(partsOfSpend(spend)) ?? 0,
      spentThisYear: converter.sum(partsOfSums(sumsOf(spent))) ?? 0,
      byCategory: byCategory(spend, converter),
      months: months.map((month) => convertMonth(month, converter)),
      missing: converter.missing(),
    },
  };
}

type Month = ReturnType<typeof forecast>['months'][number];

/** The total of a month; of an estimate also what it may be: the range of a currency is that of its whole total. */
function convertMonth({ month, totalsByCurrency, range }: Month, converter: Converter) {
  const totalWith = (ends: Readonly<Record<string, number>>) =>
    converter.sum(partsOf({ ...totalsByCurrency, ...ends })) ?? 0;
  const total = totalWith({});
  const known = Object.entries(range ?? {}).filter(([code]) => converter.knows(code));
  if (known.length === 0) return { month, total };
  const [low, high] = (['low', 'high'] as const).map((end) =>
    totalWith(Object.fromEntries(known.map(([code, ends]) => [code, ends[end]]))),
  );
  return { month, total, isEstimate: true, range: { low, high } };
}

function partsOfSpend(groups: readonly SpendGroup[]) {
  return Array.from(spendOfCurrencies(groups), ([code, { yearly }]) => [code, yearly] as const);
}

function partsOfSums(sums: ReadonlyMap<string, number>) {
  return Array.from(sums, ([code, sum]) => [code, { numerator: BigInt(sum), denominator: 1n }] as const);
}

/** The most expensive first; without those whose currencies all have no rate. */
function byCategory(groups: readonly SpendGroup[], converter: Converter) {
  const categories = joinEqualTexts();
  const byKey = Map.groupBy(groups, ({ category }) => categories.keyOf(category));
  return Array.from(byKey)
    .flatMap(([key, members]) => {
      const monthlyTotal = converter.sum(partsOfSpend(members), unitsAYear.months);
      return monthlyTotal === undefined ? [] : [{ category: categories.shownOf(key), monthlyTotal }];
    })
    .sort((a, b) => b.monthlyTotal - a.monthlyTotal || compareText(a.category, b.category));
}
