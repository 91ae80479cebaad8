import { describe, expect, test } from 'bun:test';
import {
  compareTotals,
  daysOfSpan,
  spansOf,
  twelveMonthsBefore,
  twelveMonthsTo,
  vendorBars,
} from '../../src/web/pages/insights/vendors.ts';

const other = { from: '', to: '' };

describe('a span of the totals', () => {
  test('is this year or one of the four before it, the last twelve months, everything, or chosen days', () => {
    expect(spansOf('2026-11-23')).toEqual(['2026', '2025', '2024', '2023', '2022', 'twelve', 'all', 'other']);
  });

  test.each([
    ['2025', { from: '2025-01-01', to: '2025-12-31' }],
    ['twelve', { from: '2025-11-24', to: '2026-11-23' }],
    ['all', { from: '0001-01-01', to: '2026-11-24' }],
    ['other', { from: '0001-01-01', to: '2026-11-24' }],
  ] as const)('has its days: %s', (span, days) => {
    expect(daysOfSpan(span, '2026-11-23', other)).toEqual(days);
  });

  test('of chosen days may be given in either order', () => {
    const chosen = { from: '2026-05-01', to: '2026-03-01' };
    expect(daysOfSpan('other', '2026-11-23', chosen)).toEqual({ from: '2026-03-01', to: '2026-05-01' });
  });

  test.each([
    ['2026-11-23', '2025-11-24', '2024-11-24', '2025-11-23'],
    ['2024-02-29', '2023-03-01', '2022-03-01', '2023-02-28'],
    ['2025-02-28', '2024-02-29', '2023-03-01', '2024-02-28'],
  ])('of twelve months up to %s follows the twelve before it without a gap', (today, from, fromBefore, toBefore) => {
    expect(twelveMonthsTo(today)).toEqual({ from, to: today });
    expect(twelveMonthsBefore(today)).toEqual({ from: fromBefore, to: toBefore });
  });
});

test('the vendors of one currency have bars to scale, the highest first', () => {
  const vendors = [
    { subscriptionId: 'a', name: 'Power', totalsByCurrency: { EUR: 10, USD: 90 } },
    { subscriptionId: 'b', name: 'Rent', totalsByCurrency: { EUR: 40 } },
    { subscriptionId: 'c', name: 'Cloud', totalsByCurrency: { USD: 5 } },
  ];
  expect(vendorBars(vendors, 'EUR')).toEqual([
    { subscriptionId: 'b', name: 'Rent', amount: 40, share: 1 },
    { subscriptionId: 'a', name: 'Power', amount: 10, share: 0.25 },
  ]);
});

test('totals are compared with those before them, each currency by itself', () => {
  expect(compareTotals({ EUR: 120.1, USD: 5 }, { EUR: 100, CHF: 8 })).toEqual([
    { currency: 'CHF', now: 0, before: 8, difference: -8, changePercent: -100 },
    { currency: 'EUR', now: 120.1, before: 100, difference: 20.1, changePercent: 20.1 },
    { currency: 'USD', now: 5, before: 0, difference: 5, changePercent: undefined },
  ]);
});
