import { describe, expect, test } from 'bun:test';
import { sumOf, sumsOf } from '../../src/web/format/sums.ts';

describe('sums of money', () => {
  test('are exact to the hundredth', () => {
    expect(sumOf([0.1, 0.2])).toBe(0.3);
    expect(sumOf(Array.from({ length: 1000 }, () => 999_999.99))).toBe(999_999_990);
    expect(sumOf([])).toBe(0);
  });

  test('are apart for each currency, that of the most amounts first', () => {
    const amounts = [
      { amount: 1480, currency: 'JPY' },
      { amount: 9.99, currency: 'EUR' },
      { amount: 0.02, currency: 'EUR' },
      { amount: 5, currency: 'CHF' },
    ];
    expect(sumsOf(amounts)).toEqual([
      { currency: 'EUR', amount: 10.01 },
      { currency: 'CHF', amount: 5 },
      { currency: 'JPY', amount: 1480 },
    ]);
  });
});
