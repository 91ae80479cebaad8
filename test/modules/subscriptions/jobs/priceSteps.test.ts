import { afterAll, expect, test } from 'bun:test';
import { pathOf } from '../../../support/expectations.ts';
import { newestEntry, paymentsOf, renew } from '../../../support/payments.ts';
import { renewalJobOf, type RenewalJob } from '../../../support/renewalJob.ts';
import { forecastOf, paymentsOf as reportOf } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

const day = 24 * 3600;
const jobs: RenewalJob[] = [];
afterAll(() => Promise.all(jobs.map((job) => job.stop())));

const steps = [
  { from: '2026-07-01', amount: 12.99 },
  { from: '2026-08-01', amount: 14.99 },
];

/** A service of its own on 16 June 2026, noon, with a subscription for 4.99 whose price rises twice, and the job of its server. */
async function startHousehold({ autoRenew = false, lastPaymentDate = '2026-06-15' } = {}) {
  const service = await startService({ writesInline: true });
  await service.call('PATCH', '/api/v1/preferences', { json: { autoRenew } });
  const record = await service.create({ amount: 4.99, lastPaymentDate });
  const path = `${pathOf(record)}/details`;
  expect((await service.call('PATCH', path, { json: { priceSteps: steps } })).status).toBe(200);
  const job = renewalJobOf(service, 'UTC');
  jobs.push(job);
  const read = async () => {
    const { json } = await service.call('GET', `${pathOf(record)}?include=details`);
    const { amount, details } = json.data as { amount: number; details?: { priceSteps: object[] } };
    return { amount, left: details?.priceSteps };
  };
  return { service, record, job, read };
}

test('§11.9: a planned price becomes the amount at the beginning of its day, once, in an entry of the service', async () => {
  const { service, record, job, read } = await startHousehold();
  await job.start();
  await job.wait(14 * day); // 30 June
  expect(await read()).toEqual({ amount: 4.99, left: steps });
  await job.wait(day);
  expect(await read()).toEqual({ amount: 12.99, left: steps.slice(1) });
  const { action, metadata, id } = await newestEntry(service, record);
  expect([action, metadata]).toMatchObject([
    'subscription.update',
    { before: { amount: 4.99 }, after: { amount: 12.99 }, patch: { amount: 12.99 }, priceStep: steps[0] },
  ]);
  expect(job.info).toEqual(['automatic renewals: payments recorded: 0, subscriptions ended: 0, amounts changed: 1']);
  // A revert brings the amount back, and not what was planned.
  expect((await service.call('POST', `/api/v1/audit/${id}/revert`)).status).toBe(200);
  await job.start();
  await job.wait(2 * day);
  expect(await read()).toEqual({ amount: 4.99, left: steps.slice(1) });
});

test('§11.9: after a server was off, the last planned price whose day has come is the amount', async () => {
  const { service, record, job, read } = await startHousehold();
  service.clock.advance(60 * day);
  await job.start();
  await job.wait(600);
  expect(await read()).toEqual({ amount: 14.99, left: [] });
  const { data } = await service.auditTrail(`?subscriptionId=${record.id}`);
  expect(data.filter(({ metadata }) => 'priceStep' in metadata)).toHaveLength(1);
});

test('§11.9: automatic renewals record what each payment costs on its day, also after days without a server', async () => {
  const { service, job, read } = await startHousehold({ autoRenew: true });
  service.clock.advance(62 * day);
  await job.start();
  await job.wait(600);
  const { data } = await paymentsOf(service);
  expect(data.map(({ dueOn, amount }) => [dueOn, amount])).toEqual([
    ['2026-08-15', 14.99],
    ['2026-07-15', 12.99],
  ]);
  expect(await read()).toMatchObject({ amount: 14.99 });
});

test('§11.9: payments that were due before a planned price came cost what they did, whenever they are recorded', async () => {
  const { service, record, job } = await startHousehold();
  service.clock.advance(77 * day); // 1 September
  await job.start();
  await job.wait(600);
  const { overdue } = await reportOf(service);
  const amounts = [12.99, 14.99];
  expect(overdue).toMatchObject([{ amount: 12.99, missedAmounts: amounts, missedTotal: 27.98 }]);
  expect((await forecastOf(service, '?months=1')).overdue.totalsByCurrency).toEqual({ USD: 27.98 });
  const { json } = await service.call('GET', `${pathOf(record)}?include=details`);
  expect(json.data).toMatchObject({
    amount: 14.99,
    details: {
      priceSteps: [],
      earlierPrices: [
        { until: '2026-07-01', amount: 4.99 },
        { until: '2026-08-01', amount: 12.99 },
      ],
    },
  });
  // A later price of the household is that of what is due then.
  await service.call('PATCH', pathOf(record), { json: { amount: 15.5 } });
  expect((await renew(service, record, { json: { payments: 2 } })).status).toBe(200);
  await renew(service, record, { json: { dueOn: '2026-09-15' } });
  const { data } = await paymentsOf(service);
  expect(data.map(({ dueOn, amount }) => [dueOn, amount]).toReversed()).toEqual([
    ['2026-07-15', 12.99],
    ['2026-08-15', 15.5],
    ['2026-09-15', 15.5],
  ]);
});

test('§11.9: a price that comes day by day leaves what is due before each of them as it was, also when it is recorded automatically later', async () => {
  const { service, job } = await startHousehold();
  await job.start();
  await job.wait(77 * day);
  await service.call('PATCH', '/api/v1/preferences', { json: { autoRenew: true } });
  await job.wait(day);
  const { data } = await paymentsOf(service);
  expect(data.map(({ dueOn, amount }) => [dueOn, amount]).toReversed()).toEqual([
    ['2026-07-15', 12.99],
    ['2026-08-15', 14.99],
  ]);
});

test('§11.9: payments in advance cost what is planned, unless the client says what was paid', async () => {
  const { service, record, read } = await startHousehold();
  const paid = (json: object) => renew(service, record, { json });
  expect((await paid({ dueOn: '2026-07-15', payments: 2 })).status).toBe(200);
  expect((await paid({ dueOn: '2026-09-15', amount: 1 })).status).toBe(200);
  const { data } = await paymentsOf(service);
  expect(data.map(({ dueOn, amount }) => [dueOn, amount]).toReversed()).toEqual([
    ['2026-07-15', 12.99],
    ['2026-08-15', 14.99],
    ['2026-09-15', 1],
  ]);
  expect(await read()).toEqual({ amount: 4.99, left: steps });
});
