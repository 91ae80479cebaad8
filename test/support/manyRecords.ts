import { periods } from '../../src/core/billing/periodTable.ts';
import { contractCurrencies as currencies } from '../../src/core/billing/currencies.ts';
import type { RecordFields } from './records.ts';

const daysAYear = 365;

/** Records of every kind: one in fifty has the name of the one before, and one in five is paused. */
export function manyRecords(count: number): readonly RecordFields[] {
  return Array.from({ length: count }, (_, place) => {
    const period = periods[place % periods.length] ?? 'monthly';
    return {
      name: `Name ${place % 50 === 49 ? place - 1 : place} é`,
      category: `Category ${place % 12}`,
      amountHundredths: 100 + ((place * 7919) % 10_000),
      currency: currencies[place % 4] ?? 'USD',
      period,
      customDays: period === 'custom' ? 1 + (place % 90) : null,
      nextPaymentDate: Temporal.PlainDate.from('2026-06-01')
        .add({ days: (place * 31) % daysAYear })
        .toString(),
      status: place % 5 === 0 ? 'paused' : place % 20 === 3 ? 'cancelled' : 'active',
      createdAt: new Date(Date.UTC(2026, 0, 1) + place * 1000).toISOString(),
    };
  });
}
