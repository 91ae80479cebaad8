import { describe, expect, test } from 'bun:test';
import { scheduled } from '../../../support/dueDays.ts';
import { expectRefusal, pathOf } from '../../../support/expectations.ts';
import { setRates } from '../../../support/operationRequests.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { renewed } from '../../../support/payments.ts';
import { setAsideOf } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ now: '2026-11-29T12:00:00.000Z' });

type Fields = Omit<RecordFields, 'nextPaymentDate'> & Required<Pick<RecordFields, 'lastPaymentDate'>>;

function insert(records: readonly (Partial<Fields> & Pick<Fields, 'lastPaymentDate'>)[]): void {
  removeRecords(service.database);
  insertRecords(service.database, 'first', records.map(scheduled));
}

const yearly = { period: 'yearly', customDays: null } as const;
const ofYear = { period: 'yearly', currency: 'USD' } as const;
const quarterly = { period: 'custom', customDays: 91, everyMonths: 3 } as const;

describe('§5.13: what to set aside', () => {
  test('is the least level sum that covers what is not monthly, rounded up once', async () => {
    insert([
      { ...yearly, name: 'Car insurance', amountHundredths: 61_000, lastPaymentDate: '2026-01-15' },
      { ...quarterly, name: 'Broadcasting fee', amountHundredths: 5508, lastPaymentDate: '2026-11-15' },
      { name: 'Netflix', amountHundredths: 1599, lastPaymentDate: '2026-11-15' },
      { ...yearly, name: 'Domain', amountHundredths: 1000, lastPaymentDate: '2026-11-29', currency: 'EUR' },
    ]);
    expect(await setAsideOf(service, '?months=3&include=largest')).toEqual({
      asOf: '2026-11-29T12:00:00.000Z',
      byCurrency: [
        {
          currency: 'EUR',
          monthly: 0,
          start: 0,
          soon: { payments: 0, total: 0 },
          months: ['2026-12', '2027-01', '2027-02'].map((month) => ({ month, due: 0, pot: 0 })),
        },
        {
          currency: 'USD',
          monthly: 305,
          start: 0,
          soon: { payments: 0, total: 0 },
          months: [
            { month: '2026-12', due: 0, pot: 305 },
            { month: '2027-01', due: 610, pot: 0 },
            { month: '2027-02', due: 55.08, pot: 249.92 },
          ],
          largest: { date: '2027-01-15', subscriptionId: expect.any(String), name: 'Car insurance', amount: 610 },
        },
      ],
    });
  });

  test('is one plan of all currencies with an exchange rate, if one is asked for', async () => {
    insert([
      { ...yearly, name: 'Car insurance', amountHundredths: 10_000, currency: 'EUR', lastPaymentDate: '2026-01-15' },
      { ...yearly, name: 'Domain', amountHundredths: 2000, lastPaymentDate: '2026-02-15' },
      { ...yearly, name: 'Club', amountHundredths: 300, currency: 'GBP', lastPaymentDate: '2026-02-15' },
    ]);
    const currenciesOf = async (query: string) =>
      (await setAsideOf(service, query)).byCurrency.map(({ currency }) => currency);
    expect(await currenciesOf('?months=3&currency=EUR')).toEqual(['EUR', 'GBP', 'USD']);
    await setRates(service, 'first', { base: 'EUR', rates: { USD: 2 } });
    expect(await currenciesOf('?months=3')).toEqual(['EUR', 'GBP', 'USD']);
    const { byCurrency } = await setAsideOf(service, '?months=3&currency=EUR&include=largest');
    expect(byCurrency).toMatchObject([
      {
        currency: 'EUR',
        monthly: 50,
        months: [
          { month: '2026-12', due: 0, pot: 50 },
          { month: '2027-01', due: 100, pot: 0 },
          { month: '2027-02', due: 10, pot: 40 },
        ],
        largest: { name: 'Car insurance', amount: 100 },
      },
      { currency: 'GBP', monthly: 1 },
    ]);
    await service.call('DELETE', '/api/v1/rates');
  });

  test('has the earliest of several largest payments', async () => {
    insert([
      { ...yearly, name: 'Later', amountHundredths: 5000, lastPaymentDate: '2026-01-20' },
      { ...quarterly, name: 'Earliest', amountHundredths: 5000, lastPaymentDate: '2026-09-15' },
      { ...yearly, name: 'Small', amountHundredths: 4999, lastPaymentDate: '2025-12-01' },
    ]);
    const { byCurrency } = await setAsideOf(service, '?months=12&include=largest');
    expect(byCurrency[0]?.largest).toMatchObject({ name: 'Earliest', date: '2026-12-15' });
  });

  test('may have a largest payment above what a subscription can cost, in another currency', async () => {
    insert([{ ...yearly, amountHundredths: 99_999_999, currency: 'EUR', lastPaymentDate: '2026-01-15' }]);
    await setRates(service, 'first', { base: 'EUR', rates: { JPY: 200 } });
    const { byCurrency } = await setAsideOf(service, '?currency=JPY&include=largest');
    expect(byCurrency[0]?.largest).toMatchObject({ amount: 199_999_998 });
    await service.call('DELETE', '/api/v1/rates');
  });

  test('is of the currencies that it names, and says where it is estimated', async () => {
    removeRecords(service.database);
    const water = await service.create({ name: 'Water', amount: 90, ...ofYear, lastPaymentDate: '2025-01-15' });
    await renewed(service, water, { amount: 100 });
    await service.call('PATCH', `${pathOf(water)}/details`, { json: { amountVaries: true } });
    await service.create({ name: 'Domain', amount: 20, ...ofYear, currency: 'EUR', lastPaymentDate: '2026-02-15' });
    await setRates(service, 'first', { base: 'EUR', rates: { USD: 2 } });
    const months = [
      { month: '2026-12', due: 0, pot: 25 },
      { month: '2027-01', due: 50, pot: 0, isEstimate: true },
      { month: '2027-02', due: 20, pot: 5 },
    ];
    expect(await setAsideOf(service, '?months=3&currency=EUR&include=largest')).toMatchObject({
      byCurrency: [
        { currencies: ['EUR', 'USD'], monthly: 25, isEstimate: true, months, largest: { isEstimate: true } },
      ],
    });
    const each = await setAsideOf(service, '?months=3');
    expect(each.byCurrency.map(({ currency, isEstimate, currencies }) => [currency, isEstimate, currencies])).toEqual([
      ['EUR', undefined, undefined],
      ['USD', true, undefined],
    ]);
    await service.call('DELETE', '/api/v1/rates');
  });

  test('has the planned price of the day', async () => {
    removeRecords(service.database);
    const record = await service.create({ amount: 100, period: 'yearly', lastPaymentDate: '2026-01-15' });
    const priceSteps = [{ from: '2027-01-01', amount: 120 }];
    await service.call('PATCH', `${pathOf(record)}/details`, { json: { priceSteps } });
    const { byCurrency } = await setAsideOf(service, '?months=2&include=largest');
    expect(byCurrency).toMatchObject([{ monthly: 60, largest: { date: '2027-01-15', amount: 120 } }]);
  });

  test('is less by what is in the pot, and does not pay what is due before the first of the next month', async () => {
    insert([
      { ...yearly, amountHundredths: 10_000, lastPaymentDate: '2026-02-10' },
      { ...yearly, amountHundredths: 4000, lastPaymentDate: '2025-11-30' },
      // Overdue.
      { ...yearly, amountHundredths: 7777, lastPaymentDate: '2025-11-28' },
    ]);
    const { byCurrency } = await setAsideOf(service, '?months=3&start=0.01');
    expect(byCurrency).toEqual([
      {
        currency: 'USD',
        monthly: 33.33,
        start: 0.01,
        soon: { payments: 1, total: 40 },
        months: [
          { month: '2026-12', due: 0, pot: 33.34 },
          { month: '2027-01', due: 0, pot: 66.67 },
          { month: '2027-02', due: 100, pot: 0 },
        ],
      },
    ]);
  });

  test('is nothing without active subscriptions that are not monthly', async () => {
    insert([{ lastPaymentDate: '2026-11-15' }, { ...yearly, lastPaymentDate: '2026-02-15', status: 'paused' }]);
    expect((await setAsideOf(service)).byCurrency).toEqual([]);
  });

  test.each([
    ['months=37', 'months', 'a whole number from 1 to 36'],
    ['start=-1', 'start', 'a number from 0 to 999999.99'],
    ['start=1.005', 'start', 'a number from 0 to 999999.99'],
    ['start=1e3', 'start', 'a number from 0 to 999999.99'],
    ['start=1000000', 'start', 'a number from 0 to 999999.99'],
    ['include=all', 'include', 'one of "largest"'],
  ])('refuses the query %s', async (query, field, rule) => {
    const answer = await service.call('GET', `/api/v1/analytics/set-aside?${query}`);
    const message = expect.stringContaining(rule) as string;
    expectRefusal(answer, 400, { code: 'invalid_query', field, message });
  });
});
