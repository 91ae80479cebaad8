import { afterAll, expect, test } from 'bun:test';
import { paymentsOf } from '../support/payments.ts';
import { renewalJobOf } from '../support/renewalJob.ts';
import { startService } from '../support/service.ts';
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
