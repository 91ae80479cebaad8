import { describe, expect, test } from 'bun:test';
import { pathOf } from '../../../support/expectations.ts';
import { startService } from '../../../support/service.ts';

const now = '2026-06-16T12:00:00.000Z';
const service = await startService({ now });

/** The members of the answer to a read, without what differs each time. */
async function read(path: string) {
  const answer = await service.call('GET', `/api/v1/${path}`);
  if (answer.status !== 200) throw new Error(answer.text);
  const { requestId: _requestId, ...members } = answer.json as unknown as Readonly<Record<string, unknown>>;
  return members;
}

const reads = [
  'subscriptions?sort=createdAt&limit=2',
  'subscriptions?include=details&q=NET',
  'payments',
  'analytics/summary?include=yearly',
  'analytics/duplicates?include=records',
  'analytics/optimizations',
  'analytics/payments?include=all',
  'analytics/forecast',
  'analytics/budget',
  'analytics/set-aside?include=largest',
  'analytics/converted',
  'analytics/deadlines',
  'analytics/price-changes',
  'analytics/spent?include=categories',
];

describe('what is read without some subscriptions', () => {
  test('§5.11: is as if they were deleted, for every list and report', async () => {
    const name = 'Netflix';
    await service.call('PATCH', '/api/v1/preferences', { json: { monthlyBudget: { amount: 1, currency: 'USD' } } });
    await service.call('PUT', '/api/v1/rates', { json: { base: 'EUR', rates: { USD: 2 } } });
    const paid = { name, lastPaymentDate: '2026-05-10' };
    const records = [
      await service.create({ ...paid, amount: 1000 }),
      await service.create({ ...paid, amount: 700, period: 'yearly', lastPaymentDate: '2025-09-10' }),
      await service.create({ ...paid, status: 'cancelled' }),
      await service.create(paid),
      await service.create({ ...paid, currency: 'EUR' }),
      await service.create({ ...paid, amount: 200 }),
      await service.create({ ...paid, lastPaymentDate: '2026-06-15', category: 'Other' }),
    ];
    for (const record of records) {
      await service.call('PATCH', `${pathOf(record)}/details`, { json: { cancelBefore: '2026-06-30' } });
      if (record.status === 'active') await service.call('POST', `${pathOf(record)}/renew`, { json: {} });
      await service.call('PATCH', pathOf(record), { json: { amount: record.amount + 1 } });
    }
    const left = records.slice(0, 3);
    const without = left.map(({ id }) => id.toUpperCase()).join(',');
    const [before, previewed] = await Promise.all([
      Promise.all(reads.map(read)),
      Promise.all(reads.map((path) => read(`${path}${path.includes('?') ? '&' : '?'}without=${without}`))),
    ]);
    for (const record of left) await service.call('DELETE', pathOf(record));
    const after = await Promise.all(reads.map(read));
    expect(previewed).toEqual(after);
    for (const [place, answer] of after.entries())
      expect([reads[place], answer]).not.toEqual([reads[place], before[place]]);
  });

  test.each(['', 'x', `${crypto.randomUUID()},`, Array.from({ length: 101 }, () => crypto.randomUUID()).join(',')])(
    '§5.11: is refused for other ids than 1 to 100: %#',
    async (without) => {
      const answer = await service.call('GET', `/api/v1/analytics/forecast?without=${without}`);
      expect([answer.status, answer.json.error.code, answer.json.error.field]).toEqual([
        400,
        'invalid_query',
        'without',
      ]);
    },
  );
});
