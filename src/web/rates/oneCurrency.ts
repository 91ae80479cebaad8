import { convertInto, partsOf } from '../../modules/rates/rules/conversion.ts';
import type { Schemas } from '../api/answers.ts';
import type { Amount } from '../format/money.ts';

type Totals = Readonly<Record<string, number>>;

/** In which currency figures are shown: one of several, or all of them converted into one. */
export interface ShownCurrency {
  readonly currency: string;
  /** The currency to which what is shown is restricted; undefined for all. */
  readonly only: string | undefined;
  /** The sums of some currencies as they are shown. */
  readonly amounts: (amounts: readonly Amount[]) => readonly Amount[];
  /** A report as it is shown: the totals of all its parts. */
  readonly report: <Report>(report: Report) => Report;
}

/** The figures of one currency of several. */
export function onlyIn(currency: string): ShownCurrency {
  return { currency, only: currency, amounts: (amounts) => amounts, report: (report) => report };
}

/** The figures of all currencies in the base of the rates. Those without a rate are left out. */
export function allIn({ base, rates }: Pick<Schemas['Rates'], 'base' | 'rates'>): ShownCurrency {
  const converter = convertInto(base, { pivot: base, rates });
  const totals = (of: Totals): Totals => {
    const sum = converter?.sum(partsOf(of));
    return sum === undefined ? {} : { [base]: sum };
  };
  return {
    currency: base,
    only: undefined,
    amounts(sums) {
      const all = totals(Object.fromEntries(sums.map(({ currency, amount }) => [currency, amount])));
      return Object.entries(all).map(([currency, amount]) => ({ currency, amount }));
    },
    report: (report) => convertedReport(report, totals) as typeof report,
  };
}

type Ranges = NonNullable<Schemas['Forecast']['months'][number]['range']>;

/** A report with all its totals converted: they are all named so. An estimate's range is that of the whole sum. */
function convertedReport(part: unknown, totals: (of: Totals) => Totals): unknown {
  if (Array.isArray(part)) return part.map((one) => convertedReport(one, totals));
  if (typeof part !== 'object' || part === null) return part;
  const converted = Object.entries(part).map(([name, value]: [string, unknown]) => [
    name,
    name.endsWith('otalsByCurrency') ? totals(value as Totals) : convertedReport(value, totals),
  ]);
  return { ...Object.fromEntries(converted), ...('range' in part && { range: convertedRange(part as Month, totals) }) };
}

type Month = Pick<Schemas['Forecast']['months'][number], 'totalsByCurrency'> & { readonly range: Ranges };

function convertedRange({ totalsByCurrency, range }: Month, totals: (of: Totals) => Totals): Ranges {
  const sumsOf = (end: 'low' | 'high') =>
    totals({
      ...totalsByCurrency,
      ...Object.fromEntries(Object.entries(range).map(([one, ends]) => [one, ends[end]])),
    });
  const [lows, highs] = [sumsOf('low'), sumsOf('high')];
  return Object.fromEntries(Object.entries(lows).map(([one, low]) => [one, { low, high: highs[one] ?? low }]));
}
