import { expect, test } from 'bun:test';
import { earlierAfter } from '../../../src/core/billing/prices.ts';

test('of more earlier prices than are kept, the oldest ones are left out', () => {
  const step = (number: number) => ({ from: `2026-${String(number).padStart(2, '0')}-01`, amount: number });
  const steps = Array.from({ length: 12 }, (_, index) => step(index + 1));
  const columns = { amountHundredths: 5000, priceSteps: null };
  const earlier = earlierAfter(
    { ...columns, earlierPrices: JSON.stringify([{ until: '2025-12-01', amount: 49 }]) },
    steps,
  );
  expect(earlier).toEqual([
    { until: '2026-01-01', amount: 50 },
    ...steps.slice(1).map(({ from }, index) => ({ until: from, amount: index + 1 })),
  ]);
});
