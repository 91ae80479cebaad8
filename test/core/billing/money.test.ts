import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import {
  addExact,
  amountOf,
  compareExact,
  divideExact,
  hundredthsOf,
  roundedQuotient,
  roundHalfUp,
  sumAmounts,
  sumExact,
  type ExactHundredths,
} from '../../../src/core/billing/money.ts';

const most = 99_999_999;
const anyHundredths = fc.integer({ min: 0, max: most });
const anyFigure: fc.Arbitrary<ExactHundredths> = fc.record({
  numerator: fc.bigInt({ min: 0n, max: 10n ** 24n }),
  denominator: fc.bigInt({ min: 1n, max: 10n ** 9n }),
});

/** The decimal form of a count of hundredths, put together from its digits alone. */
function decimalText(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

describe('an amount', () => {
  test('§2.2: every amount is the number that its decimal digits name', () => {
    fc.assert(
      fc.property(anyHundredths, (hundredths) => {
        expect(amountOf(hundredths)).toBe(Number(decimalText(hundredths)));
        expect(hundredthsOf(Number(decimalText(hundredths)))).toBe(hundredths);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    1.005,
    0.001,
    19.999,
    -0.01,
    -1,
    1e-7,
    5e-324,
    999_999.991,
    999_999.995,
    1_000_000,
    1e21,
    1e308,
    0.1 + 0.2,
    1.1 * 3,
    Number.MAX_SAFE_INTEGER,
    Infinity,
    -Infinity,
    Number.NaN,
    JSON.parse('1e400') as number,
  ])('§2.2: %p is not an amount', (amount) => {
    expect(hundredthsOf(amount)).toBeUndefined();
  });

  test('§2.2: the shortest decimal form of a number decides, for any number at all', () => {
    fc.assert(
      fc.property(fc.double({ min: -10, max: 1_100_000 }), (amount) => {
        const [whole = '', decimals = ''] = String(amount).split('.');
        const isAmount = amount >= 0 && amount <= 999_999.99 && decimals.length <= 2 && /^\d+$/.test(whole + decimals);
        expect(hundredthsOf(amount) !== undefined).toBe(isAmount);
      }),
      { numRuns: 5000 },
    );
  });
});

test('a sum of amounts is exact to the hundredth', () => {
  expect(sumAmounts([0.1, 0.2])).toBe(0.3);
  expect(sumAmounts([0.3, -0.1])).toBe(0.2);
  expect(sumAmounts(Array.from({ length: 1000 }, () => 999_999.99))).toBe(999_999_990);
  expect(sumAmounts([])).toBe(0);
});

describe('exact figures', () => {
  test('§5.1: a sum is the same in any order and in any grouping', () => {
    const shuffled = fc.array(anyFigure, { minLength: 1, maxLength: 20 }).chain((figures) =>
      fc.record({
        figures: fc.constant(figures),
        others: fc.shuffledSubarray(figures, { minLength: figures.length, maxLength: figures.length }),
        cut: fc.nat(figures.length),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ figures, others, cut }) => {
        const halves = addExact(sumExact(others.slice(0, cut)), sumExact(others.slice(cut)));
        expect(compareExact(sumExact(figures), sumExact(others))).toBe(0);
        expect(compareExact(sumExact(figures), halves)).toBe(0);
      }),
    );
  });

  test('§5.1: a sum is exactly the sum over the common denominator', () => {
    fc.assert(
      fc.property(fc.array(anyFigure, { maxLength: 12 }), (figures) => {
        const common = figures.reduce((product, figure) => product * figure.denominator, 1n);
        const numerator = figures.reduce((sum, figure) => sum + (figure.numerator * common) / figure.denominator, 0n);
        expect(compareExact(sumExact(figures), { numerator, denominator: common })).toBe(0);
      }),
    );
  });

  test('§5.1: the sum of nothing is nothing, and the sum of one figure is that figure', () => {
    expect(roundHalfUp(sumExact([]))).toBe(0);
    expect(compareExact(sumExact([{ numerator: 7n, denominator: 3n }]), { numerator: 7n, denominator: 3n })).toBe(0);
  });

  test('dividing and adding again gives the figure back', () => {
    fc.assert(
      fc.property(anyFigure, fc.integer({ min: 1, max: 50 }), (figure, parts) => {
        const part = divideExact(figure, parts);
        expect(compareExact(sumExact(Array.from({ length: parts }, () => part)), figure)).toBe(0);
      }),
    );
  });

  test('comparing orders by the exact value, not by the way it is written', () => {
    fc.assert(
      fc.property(anyFigure, fc.bigInt({ min: 1n, max: 1000n }), (figure, factor) => {
        const same = { numerator: figure.numerator * factor, denominator: figure.denominator * factor };
        const more = addExact(figure, { numerator: 1n, denominator: 10n ** 30n });
        expect(compareExact(figure, same)).toBe(0);
        expect(compareExact(figure, more)).toBeLessThan(0);
        expect(compareExact(more, figure)).toBeGreaterThan(0);
      }),
    );
  });
});

describe('rounding', () => {
  test('§5.1: every figure rounds to the nearest hundredth, and a tie to the one above', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 17n }),
        fc.bigInt({ min: 1n, max: 10n ** 6n }),
        (numerator, denominator) => {
          const rounded = BigInt(roundHalfUp({ numerator: numerator % (denominator * 10n ** 11n), denominator }));
          const exact = numerator % (denominator * 10n ** 11n);
          // rounded - 1/2 <= exact / denominator < rounded + 1/2
          expect((2n * rounded - 1n) * denominator <= 2n * exact).toBe(true);
          expect(2n * exact < (2n * rounded + 1n) * denominator).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('§5.1: a tie at every hundredth goes up', () => {
    fc.assert(
      fc.property(anyHundredths, fc.bigInt({ min: 1n, max: 1000n }), (hundredths, factor) => {
        const tie = { numerator: (2n * BigInt(hundredths) + 1n) * factor, denominator: 2n * factor };
        expect(roundHalfUp(tie)).toBe(hundredths + 1);
      }),
    );
  });

  test('§5.1: whole numbers that doubles hold are rounded in doubles without a fault, and larger ones not at all', () => {
    const anyWhole = fc.oneof(fc.nat(1000), fc.integer({ min: 0, max: 2 ** 40 }), fc.maxSafeNat());
    const anyDenominator = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 2 ** 52 }));
    fc.assert(
      fc.property(anyWhole, anyDenominator, (numerator, denominator) => {
        const exact = { numerator: BigInt(numerator), denominator: BigInt(denominator) };
        const isSmall = 2n * exact.numerator + exact.denominator < 2n ** 53n && exact.denominator < 2n ** 52n;
        expect(roundedQuotient(numerator, denominator)).toBe(isSmall ? roundHalfUp(exact) : undefined);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    [Infinity, 1],
    [1, Infinity],
    [Number.NaN, 1],
    [Number.NaN, Infinity],
  ])('§5.1: what has become %d of %d on the way is not rounded in doubles', (numerator, denominator) => {
    expect(roundedQuotient(numerator, denominator)).toBeUndefined();
  });
});
