import { describe, expect, test } from 'bun:test';
import { sumsOf } from '../../src/web/format/money.ts';

describe('sums of money', () => {
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
