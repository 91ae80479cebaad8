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
    // All totals are named so.
    report: (report) =>
      JSON.parse(JSON.stringify(report), (name, value: unknown) =>
        name.endsWith('otalsByCurrency') ? totals(value as Totals) : value,
      ) as typeof report,
  };
}
