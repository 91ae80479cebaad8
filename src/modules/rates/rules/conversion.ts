import { amountOfSum } from '../../../core/billing/largeSums.ts';
import { divideExact, roundedHundredths, sumExact, type ExactHundredths } from '../../../core/billing/money.ts';

/** Exact rates: how many units of each currency one unit of the pivot buys. The pivot itself has the rate 1. */
export interface ExactRates {
  readonly pivot: string;
  readonly rates: Readonly<Record<string, number>>;
}

/** A part of a sum: a figure in one currency. */
type Part = readonly [currency: string, figure: ExactHundredths];

/** The exact fraction that the shortest decimal form of a number of zero or more stands for. */
export function fractionOf(number: number): ExactHundredths {
  const [, whole = '0', decimals = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number)) ?? [];
  const digits = BigInt(whole + decimals);
  const power = Number(exponent) - decimals.length;
  return power < 0
    ? { numerator: digits, denominator: 10n ** BigInt(-power) }
    : { numerator: digits * 10n ** BigInt(power), denominator: 1n };
}

/** Converts sums into one currency. */
export type Converter = ReturnType<typeof converterOf>;

/**
 * Creates a converter into one currency; undefined when that has no rate. It notes the currencies without a rate that it meets.
 * Sums are exact, and rounded once.
 */
export function convertInto(currency: string, rates: ExactRates): Converter | undefined {
  const into = rateOf(currency, rates);
  return into && converterOf(into, rates);
}

function rateOf(code: string, { pivot, rates }: ExactRates): ExactHundredths | undefined {
  const rate = code === pivot ? 1 : rates[code];
  return rate === undefined ? undefined : fractionOf(rate);
}

function converterOf(into: ExactHundredths, rates: ExactRates) {
  const factors = new Map<string, ExactHundredths | undefined>();
  const missing = new Set<string>();

  /** How many units of the target one unit of a currency is worth. */
  function factorOf(code: string): ExactHundredths | undefined {
    if (factors.has(code)) return factors.get(code);
    const rate = rateOf(code, rates);
    const factor = rate && times(into, { numerator: rate.denominator, denominator: rate.numerator });
    factors.set(code, factor);
    return factor;
  }

  function convert([code, figure]: Part): readonly ExactHundredths[] {
    const factor = factorOf(code);
    if (factor !== undefined) return [times(figure, factor)];
    missing.add(code);
    return [];
  }

  /** The exact sum of some parts; undefined when none of them has a rate. */
  function exact(parts: Iterable<Part>): ExactHundredths | undefined {
    const figures = Array.from(parts).flatMap(convert);
    return figures.length === 0 ? undefined : sumExact(figures);
  }

  return {
    exact,

    /** Whether a currency has a rate. */
    knows: (code: string): boolean => factorOf(code) !== undefined,

    /** The sum of some parts, divided by a whole number, as an amount; undefined when none of them has a rate. */
    sum(parts: Iterable<Part>, divisor = 1): number | undefined {
      const figure = exact(parts);
      return figure && amountOfSum(roundedHundredths(divideExact(figure, divisor)));
    },

    /** The currencies without a rate that it has met, in the order of the alphabet. */
    missing: (): readonly string[] => Array.from(missing).sort(),
  };
}

/** A converter into one currency; where there are no rates, or none of the currency, one that knows no other currency. */
export function convertIntoIfKnown(currency: string, rates: ExactRates | undefined): Converter {
  return (rates && convertInto(currency, rates)) ?? converterOf(fractionOf(1), { pivot: currency, rates: {} });
}

/** Amounts as exact parts of a sum, given by currency. */
export function partsOf(totals: Readonly<Record<string, number>>): readonly Part[] {
  return Object.entries(totals).map(([currency, amount]) => [currency, times(fractionOf(amount), hundred)]);
}

const hundred: ExactHundredths = { numerator: 100n, denominator: 1n };

function times(one: ExactHundredths, other: ExactHundredths): ExactHundredths {
  return { numerator: one.numerator * other.numerator, denominator: one.denominator * other.denominator };
}
