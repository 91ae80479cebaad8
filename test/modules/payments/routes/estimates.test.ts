import { expect, test } from 'bun:test';
import { pathOf } from '../../../support/expectations.ts';
import { setRates } from '../../../support/operationRequests.ts';
import { renewed } from '../../../support/payments.ts';
import { forecastOf, paymentsOf, setAsideOf, summaryOf } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

/** A service of its own on 16 June 2026, with the monthly payments of a heating since a day, each of a month with its amount. */
async function startHeating(first: string, amounts: readonly number[]) {
  const service = await startService({ writesInline: true });
  const record = await service.create({ name: 'Gas', amount: 50, currency: 'EUR', lastPaymentDate: first });
  for (const amount of amounts) await renewed(service, record, { amount });
  const phone = await service.create({ name: 'Phone', amount: 10, currency: 'EUR', lastPaymentDate: '2026-06-01' });
  await service.call('PATCH', `${pathOf(phone)}/details`, { json: { amountVaries: false } });
  await service.call('PATCH', `${pathOf(record)}/details`, { json: { amountVaries: true } });
  return { service, record };
}

// June 2025 to June 2026: dear in winter.
const year = [40, 30, 30, 35, 50, 80, 90, 95, 85, 60, 50, 45, 42];

test('§5.14: payments to come of an amount that varies are estimated, each with its range, and the summary is not', async () => {
  const { service } = await startHeating('2025-05-15', year);
  const { payments, totalsByCurrency } = await paymentsOf(service, '?to=2026-08-31');
  expect(payments.map(({ name, date, amount, isEstimate, range }) => [name, date, amount, isEstimate, range])).toEqual([
    ['Phone', '2026-07-01', 10, undefined, undefined],
    ['Gas', '2026-07-15', 30, true, { low: 30, high: 95 }],
    ['Phone', '2026-08-01', 10, undefined, undefined],
    ['Gas', '2026-08-15', 30, true, { low: 30, high: 95 }],
  ]);
  expect(totalsByCurrency).toEqual({ EUR: 80 });
  expect((await summaryOf(service)).byCurrency).toMatchObject([{ monthlyTotal: 60 }]);
});

test('§5.14: payments in another currency, and those of a renewal that was reverted, are in no estimate', async () => {
  const { service, record } = await startHeating('2025-05-15', [...year.slice(0, -1), 999]);
  const { data } = await service.auditTrail(`?subscriptionId=${record.id}`);
  const renewal = data.find(({ metadata }) => 'renewal' in metadata);
  expect((await service.call('POST', `/api/v1/audit/${renewal?.id}/revert`)).status).toBe(200);
  const shown = async () => (await paymentsOf(service, '?to=2026-07-15')).payments.map(({ range }) => range);
  expect(await shown()).toEqual([undefined, { low: 30, high: 95 }]);
  await service.call('PATCH', pathOf(record), { json: { currency: 'USD', amount: 7 } });
  expect(await shown()).toEqual([undefined, { low: 7, high: 7 }]);
});

test('§5.14: a month of a forecast with an estimate has the range of its total', async () => {
  const { service } = await startHeating('2025-05-15', year);
  const { months } = await forecastOf(service, '?months=8');
  expect(months[0]).toMatchObject({ month: '2026-06', totalsByCurrency: {} });
  expect(months[0]).not.toHaveProperty('isEstimate');
  expect(months[7]).toMatchObject({
    month: '2027-01',
    totalsByCurrency: { EUR: 105 },
    isEstimate: true,
    range: { EUR: { low: 40, high: 105 } },
  });
});

test('§5.14: a month of a plan or of converted totals says that it is an estimate, unless that is in no sum', async () => {
  const { service, record } = await startHeating('2025-05-15', year);
  const custom = { period: 'custom', customDate: '30', details: { everyMonths: 2 } };
  const { details, ...patch } = custom;
  await service.call('PATCH', pathOf(record), { json: patch });
  await service.call('PATCH', `${pathOf(record)}/details`, { json: details });
  const { byCurrency } = await setAsideOf(service, '?months=2');
  expect(byCurrency).toMatchObject([{ months: [{ month: '2026-07' }, { month: '2026-08', isEstimate: true }] }]);
  expect(byCurrency[0]?.months[0]).not.toHaveProperty('isEstimate');
  const monthsIn = async (base: string) => {
    await setRates(service, 'first', { base, rates: base === 'EUR' ? {} : { USD: 2 } });
    const { json } = await service.call('GET', '/api/v1/analytics/converted');
    const { months } = json['converted'] as { months: readonly { isEstimate?: true }[] };
    return months.slice(0, 3).map(({ isEstimate = false }) => isEstimate);
  };
  expect(await monthsIn('EUR')).toEqual([false, false, true]);
  // The estimate is in euros, without a rate.
  expect(await monthsIn('JPY')).toEqual([false, false, false]);
});

test('§5.14: an overdue estimate, and a month of it, have a range around the planned price without a payment', async () => {
  const service = await startService();
  const record = await service.create({ amount: 50, currency: 'EUR', lastPaymentDate: '2026-05-01' });
  const priceSteps = [{ from: '2026-05-20', amount: 80 }];
  await service.call('PATCH', `${pathOf(record)}/details`, { json: { amountVaries: true, priceSteps } });
  const { overdue } = await paymentsOf(service);
  expect(overdue).toMatchObject([{ amount: 80, isEstimate: true, range: { low: 80, high: 80 } }]);
  const { months } = await forecastOf(service, '?months=2');
  expect(months[1]).toMatchObject({ totalsByCurrency: { EUR: 80 }, range: { EUR: { low: 80, high: 80 } } });
});

test('§12.4: a payment outside the range of the twelve before it is among the price changes', async () => {
  const { service, record } = await startHeating('2025-04-15', [41, ...year.slice(0, 12), 131]);
  const { json } = await service.call('GET', '/api/v1/analytics/price-changes?limit=1');
  expect(json.data as unknown).toEqual([
    {
      subscriptionId: record.id,
      name: 'Gas',
      since: '2026-06-15T00:00:00.000Z',
      previousAmount: 40,
      amount: 131,
      currency: 'EUR',
      period: 'monthly',
      changePercent: 227.5,
      unusual: { dueOn: '2026-06-15', low: 30, high: 95, isYearBefore: true },
    },
  ]);
  expect(json['pagination']).toMatchObject({ hasMore: true });
  const since = async (day: string) =>
    (await service.call('GET', `/api/v1/analytics/price-changes?since=${day}`)).json.data as unknown;
  expect(await since('2026-06-15')).toHaveLength(1);
  expect(await since('2026-06-16')).toEqual([]);
});
