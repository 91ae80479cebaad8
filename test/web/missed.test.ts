import { afterAll, expect, test } from 'bun:test';
import { paymentsOf } from '../support/payments.ts';
import { renewalJobOf } from '../support/renewalJob.ts';
import { startService, type Service } from '../support/service.ts';
import { refusalOf } from './support/book.ts';
import { createBrowser } from './support/tab.ts';

const day = 24 * 3600;
const stops: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

/** A household on 16 June whose payments nobody has recorded for a while, with the job of the night. */
async function household() {
  const service = await startService({ writesInline: true });
  const add = async (name: string, lastPaymentDate: string, details: object = { notes: 'x' }, fields: object = {}) => {
    const { id } = await service.create({ name, lastPaymentDate, amount: 10, currency: 'EUR', ...fields });
    const answer = await service.call('PATCH', `/api/v1/subscriptions/${id}/details`, { json: details });
    expect(answer.status).toBe(200);
    return id;
  };
  const rent = await add('Rent', '2026-03-31');
  await add('Films', '2026-05-10', undefined, { currency: 'USD' });
  await add('Ending', '2026-04-20', { endsOn: '2026-06-19' });
  await add('Today', '2026-05-16');
  await add('By hand', '2026-03-01', { autoRenew: false });
  await add('Paused', '2026-03-01', undefined, { status: 'paused' });
  const { page } = await createBrowser(service.origin).openTab();
  await page.signIn({ apiKey: service.keys.write });
  const job = renewalJobOf(service);
  stops.push(job.stop);
  await job.start();
  return {
    service,
    page,
    rent,
    pass: (days: number) => job.wait(days * day),
    paid: async () =>
      (await paymentsOf(service)).data.map(({ subscriptionName, dueOn }) => `${subscriptionName} ${dueOn}`).toSorted(),
    isOn: async () => (await service.call('GET', '/api/v1/preferences')).json['data'] as object,
  };
}

test('what is said to be missed is what the next night records, with what is due today', async () => {
  const { page, pass, paid } = await household();
  const missed = (await page.loadMissed()).map(({ name, payments }) => `${name} ${payments}`);
  expect(missed).toEqual(['Rent 2', 'Films 1', 'Ending 1']);
  await page.setAutoRenew(true);
  await pass(1);
  expect(await paid()).toEqual([
    'Ending 2026-05-20',
    'Films 2026-06-10',
    'Rent 2026-04-30',
    'Rent 2026-05-31',
    'Today 2026-06-16',
  ]);
});

/** The amounts of the payments of a subscription, the oldest first. */
async function amountsOf(service: Service, name: string) {
  const { data } = await paymentsOf(service);
  return data
    .filter((one) => one.subscriptionName === name)
    .map((one) => one.amount)
    .toReversed();
}

test('with a planned price between them, each payment has the amount of its day, in what is said and in what is recorded', async () => {
  const { page, pass, service, rent } = await household();
  const priceSteps = [{ from: '2026-05-31', amount: 12.5 }];
  await service.call('PATCH', `/api/v1/subscriptions/${rent}/details`, { json: { priceSteps } });
  const missed = await page.loadMissed();
  expect(missed.map(({ name, amount }) => [name, amount])).toContainEqual(['Rent', 22.5]);
  await page.setAutoRenew(true);
  await pass(1);
  expect(await amountsOf(service, 'Rent')).toEqual([10, 12.5]);
});

test.each([
  ['before', 0],
  ['after', 1],
])(
  'several payments that are recorded at once %s the price has come have the amounts of their days',
  async (_, days) => {
    const { page, pass, service, rent } = await household();
    const priceSteps = [{ from: '2026-05-31', amount: 12.5 }];
    await service.call('PATCH', `/api/v1/subscriptions/${rent}/details`, { json: { priceSteps } });
    await pass(days);
    const payable = page.payableOf((await page.loadVersion(rent)).record, '2026-06-16');
    expect(payable).toMatchObject({ amount: 10, amounts: [10, 12.5], isEstimate: false });
    await page.recordPayment(payable, { payments: 2 });
    expect(page.shownToast.value?.text).toBe('Rent: 2 payments, €22.50 paid');
    expect(await amountsOf(service, 'Rent')).toEqual([10, 12.5]);
    await page.shownToast.value?.undo?.();
    await page.recordPayment(payable, { payments: 2, amount: 11 });
    expect(page.shownToast.value?.text).toBe('Rent: 2 payments, €22.00 paid');
    expect(await amountsOf(service, 'Rent')).toEqual([11, 11]);
  },
);

test('a payment in advance has the amount that is planned for its day', async () => {
  const { page, service, rent } = await household();
  const { record } = await page.loadVersion(rent);
  const priceSteps = [{ from: '2026-04-30', amount: 9 }];
  const details = { ...record.details, priceSteps } as NonNullable<typeof record.details>;
  expect(page.payableOf({ ...record, details }, '2026-04-02')).toMatchObject({ amount: 9, amounts: [9] });
  await service.call('PATCH', `/api/v1/subscriptions/${rent}/details`, { json: { priceSteps } });
  await page.recordPayment(page.payableOf((await page.loadVersion(rent)).record, '2026-06-16'));
  expect(page.shownToast.value?.text).toBe('Rent: €9.00 paid');
  expect(await amountsOf(service, 'Rent')).toEqual([9]);
});

test('"Only from now on" has nothing recorded that was due before, and all that is due later on its day', async () => {
  const { page, pass, paid, service, rent } = await household();
  await page.setAutoRenew(true, await page.loadMissed());
  expect(await page.loadMissed()).toEqual([]);
  await pass(1);
  expect(await paid()).toEqual(['Today 2026-06-16']);
  await pass(30);
  expect(await paid()).toEqual(['Films 2026-07-10', 'Rent 2026-06-30', 'Today 2026-06-16', 'Today 2026-07-16']);
  // The last day of the month is kept over the shorter ones.
  const { data } = (await service.call('GET', `/api/v1/subscriptions/${rent}`)).json;
  expect(data.nextPaymentDate).toBe('2026-07-31');
});

test('one toast takes back that it is on and that the dates moved on', async () => {
  const { page, pass, paid, service, isOn } = await household();
  const stored = async () =>
    (await service.list('?include=details')).data.map((record) => ({ ...record, updatedAt: '' }));
  const before = await stored();
  await page.setAutoRenew(true, await page.loadMissed());
  expect(page.shownToast.value?.text).toBe('Payments are recorded automatically');
  await page.shownToast.value?.undo?.();
  expect(await isOn()).toMatchObject({ autoRenew: false });
  expect(await stored()).toEqual(before);
  await pass(1);
  expect(await paid()).toEqual([]);
});

test('when the dates cannot move on, it stays off', async () => {
  const { page, service, rent, isOn } = await household();
  const missed = await page.loadMissed();
  await service.call('DELETE', `/api/v1/subscriptions/${rent}`);
  expect(await refusalOf(page, page.setAutoRenew(true, missed))).toBe(404);
  const preferences = { autoRenew: false, householdName: null, monthlyBudget: null };
  expect([await isOn(), page.shownToast.value]).toEqual([preferences, undefined]);
  expect((await page.loadMissed()).map(({ name }) => name)).toEqual(['Films', 'Ending']);
});
