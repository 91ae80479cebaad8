import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { convertInto, fractionOf } from '../../../../src/modules/rates/rules/conversion.ts';
import { isRate } from '../../../../src/modules/rates/rules/rate.ts';
import { written, type Fraction } from '../../../support/exactFigures.ts';

/** A rate by its digits and its number of decimals, which the oracle knows without reading any text. */
const anyRate = fc
  .record({ digits: fc.integer({ min: 1, max: 9_999_999_999 }), decimals: fc.integer({ min: 1, max: 18 }) })
  .filter(({ digits, decimals }) => digits <= 10 ** (decimals + 9))
  .map(({ digits, decimals }) => ({
    rate: Number(`${digits}e-${decimals}`),
    exact: [BigInt(digits), 10n ** BigInt(decimals)] as Fraction,
  }));

const codes = ['USD', 'JPY', 'GBP', 'PLN', 'EUR'];
const anyRates = fc.tuple(anyRate, anyRate, anyRate);
const anyFigure = fc.record({
  code: fc.constantFrom(...codes),
  numerator: fc.bigInt({ min: 0n, max: 10n ** 13n }),
  denominator: fc.bigInt({ min: 1n, max: 365n * 60n }),
});

describe('a sum of several currencies', () => {
  test('is that of big rationals, rounded once, half up', () => {
    const check = fc.property(anyRates, fc.array(anyFigure), fc.constantFrom(1, 12), (rates, figures, divisor) => {
      const exact = new Map<string, Fraction>([
        ['EUR', [1n, 1n]],
        ...rates.map((one, place) => [codes[place] ?? '', one.exact] as const),
      ]);
      const table = Object.fromEntries(rates.map(({ rate }, place) => [codes[place], rate]));
      for (const target of exact.keys()) {
        const converter = convertInto(target, { pivot: 'EUR', rates: table });
        const sum = converter?.sum(
          figures.map(({ code, ...figure }) => [code, figure]),
          divisor,
        );
        const [into, intoOver] = exact.get(target) ?? [0n, 1n];
        const known = figures.filter(({ code }) => exact.has(code));
        const expected = known.reduce<Fraction>(
          ([n, d], { code, numerator, denominator }) => {
            const [of, ofOver] = exact.get(code) ?? [1n, 1n];
            const [a, b] = [numerator * into * ofOver, denominator * intoOver * of];
            return [n * b + a * d, d * b];
          },
          [0n, 1n],
        );
        expect(sum).toBe(known.length === 0 ? undefined : written(expected, BigInt(divisor)));
        expect(converter?.missing()).toEqual(known.length < figures.length ? ['PLN'] : []);
      }
    });
    fc.assert(check, { numRuns: 300 });
  });

  test('rounds halves up, and only at the end', () => {
    const half = { numerator: 1n, denominator: 1n };
    const converter = convertInto('EUR', { pivot: 'EUR', rates: { USD: 2 } });
    expect(converter?.sum([['USD', half]])).toBe(0.01);
    expect(
      converter?.sum([
        ['USD', half],
        ['USD', half],
      ]),
    ).toBe(0.01);
  });

  test('there is none in a currency without a rate', () => {
    expect(convertInto('JPY', { pivot: 'EUR', rates: { USD: 2 } })).toBeUndefined();
  });
});

test('a number stands for its shortest decimal form', () => {
  expect(fractionOf(0.1)).toEqual({ numerator: 1n, denominator: 10n });
  expect(fractionOf(1e-7)).toEqual({ numerator: 1n, denominator: 10n ** 7n });
  expect(fractionOf(1.25e-8)).toEqual({ numerator: 125n, denominator: 10n ** 10n });
  expect(fractionOf(1e21)).toEqual({ numerator: 10n ** 21n, denominator: 1n });
});

test.each<[unknown, boolean]>([
  [1.1642, true],
  [1_000_000_000, true],
  [0.000_001, true],
  [1e-18, true],
  [123_456_789.1, true],
  [1_234_567_890, false],
  [0, false],
  [-1, false],
  [1_000_000_001, false],
  [1.234_567_890_1, false],
  [1.234_567_89, true],
  [12_345_678_900, false],
  [1e-19, false],
  [1.5e-18, false],
  [Number.NaN, false],
  ['1.1', false],
  [null, false],
])('%p is a rate: %p', (value, expected) => {
  expect(isRate(value)).toBe(expected);
});
