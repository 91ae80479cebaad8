import { expect, test } from 'bun:test';
import { allIn, onlyIn } from '../../src/web/rates/oneCurrency.ts';

const inEuros = allIn({ base: 'EUR', rates: { USD: 1.25, GBP: 0.8 } });
const report = {
  month: '2026-07',
  totalsByCurrency: { EUR: 10, USD: 5, GBP: 8, JPY: 1000 },
  byCategory: [
    { category: 'Music', monthlyTotalsByCurrency: { USD: 0.01 }, amount: 3 },
    { category: 'Far', monthlyTotalsByCurrency: { JPY: 1000 }, amount: 4 },
  ],
};

test('a report in one currency has all its totals in that, and the rest as it is', () => {
  expect(inEuros.report(report)).toEqual({
    month: '2026-07',
    totalsByCurrency: { EUR: 24 },
    byCategory: [
      { category: 'Music', monthlyTotalsByCurrency: { EUR: 0.01 }, amount: 3 },
      { category: 'Far', monthlyTotalsByCurrency: {}, amount: 4 },
    ],
  } as unknown as typeof report);
  expect(
    inEuros.amounts([
      { currency: 'USD', amount: 5 },
      { currency: 'EUR', amount: 1 },
    ]),
  ).toEqual([{ currency: 'EUR', amount: 5 }]);
  expect([inEuros.currency, inEuros.only]).toEqual(['EUR', undefined]);
});

test('a report restricted to one currency stays as it is', () => {
  const { report: shown, only } = onlyIn('USD');
  expect([shown(report), only]).toEqual([report, 'USD']);
});

test('an estimate in one currency ranges over the sum of all currencies', () => {
  const month = { totalsByCurrency: { EUR: 10, USD: 5 }, isEstimate: true, range: { USD: { low: 2.5, high: 10 } } };
  expect(inEuros.report(month)).toEqual({
    totalsByCurrency: { EUR: 14 },
    isEstimate: true,
    range: { EUR: { low: 12, high: 18 } },
  } as unknown as typeof month);
});
