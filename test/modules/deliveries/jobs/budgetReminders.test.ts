import { expect, test } from 'bun:test';
import { setRates } from '../../../support/operationRequests.ts';
import { addRule, day, deliveriesOf, startHousehold, statesOf, titles } from '../../../support/remindedHousehold.ts';
import type { Service } from '../../../support/service.ts';

// The household begins on 16 June 2026: 300 a month, and 200 more in July.
async function startOverBudget() {
  const household = await startHousehold();
  const { service } = household;
  await service.create({ name: 'Rent', amount: 300, currency: 'EUR', lastPaymentDate: '2026-06-05' });
  const tax = { name: 'Tax', amount: 200, currency: 'EUR', period: 'yearly', lastPaymentDate: '2025-07-20' };
  await service.create(tax);
  await setBudget(service, 400);
  return household;
}

async function setBudget(service: Service, amount: number): Promise<void> {
  const json = { monthlyBudget: { amount, currency: 'EUR' } };
  expect((await service.call('PATCH', '/api/v1/preferences', { json })).status).toBe(200);
}

test('§19.1: a month that will exceed the budget is told once, on its first day', async () => {
  const { service, job, channelIds } = await startOverBudget();
  await addRule(service, { event: 'budget', daysBefore: undefined });
  const preview = (await service.call('GET', '/api/v1/reminders/preview?days=90')).json;
  expect(preview.data as object).toEqual([
    {
      sendAt: '2026-07-01T09:00:00.000Z',
      ruleId: expect.any(String),
      event: 'budget',
      subscriptionId: null,
      name: null,
      amount: 500,
      currency: 'EUR',
      dueOn: '2026-07-01',
      days: 0,
      channelIds,
    },
  ]);
  await job.start();
  await job.wait(60 * day, 3600);
  expect(titles(job)).toEqual([['2026-07-01T09:00', 'July 2026 exceeds the budget']]);
  expect(job.received[0]?.message).toMatchObject({
    text: 'Date: Wednesday, July 1, 2026\nAmount: EUR\u00a0500.00\nBudget: EUR\u00a0400.00',
    url: 'https://duebook.example.org/overview',
    data: { reminders: [{ event: 'budget', subscriptionId: null, amount: 500, budget: 400, currency: 'EUR' }] },
  });
  const reminders = [
    { ruleId: expect.any(String), subscriptionId: null, event: 'budget', dueOn: '2026-07-01', days: 0 },
  ];
  expect(await deliveriesOf(service)).toMatchObject([{ subscriptionIds: [], dueOn: '2026-07-01', reminders }]);
  expect((await service.call('GET', '/api/v1/reminders/preview?days=30')).json.data as object).toEqual([]);
});

test('with exchange rates, payments in other currencies count', async () => {
  const { service } = await startOverBudget();
  await setBudget(service, 500);
  await service.create({ amount: 20, currency: 'USD', lastPaymentDate: '2026-06-05' });
  await addRule(service, { event: 'budget', daysBefore: undefined });
  const told = async () => (await service.call('GET', '/api/v1/reminders/preview?days=30')).json.data as unknown;
  expect(await told()).toEqual([]);
  await setRates(service, 'first', { base: 'EUR', rates: { USD: 2 } });
  expect(await told()).toMatchObject([{ dueOn: '2026-07-01', amount: 510, currency: 'EUR' }]);
});

test('a message about a budget that fits again is not sent', async () => {
  const { service, job } = await startOverBudget();
  await addRule(service, { event: 'budget', daysBefore: [0] });
  job.answer(() => ({ outcome: 'failed', reason: 'timeout', isPermanent: false }));
  await job.start();
  await job.wait(15 * day, 3600);
  const before = job.received.length;
  expect(before).toBeGreaterThan(0);
  await setBudget(service, 500);
  await job.wait(day, 600);
  expect(job.received).toHaveLength(before);
  expect(await statesOf(service)).toEqual(['skipped notDue']);
});
