import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { contractCurrencies } from '../../../../src/core/billing/currencies.ts';
import { systemRandomness } from '../../../../src/core/runtime/system.ts';
import { anyDay, fixedPeriods } from '../../../support/arbitraries.ts';
import { groupsOf, inOrder, written, yearly, type Fraction } from '../../../support/exactFigures.ts';
import { expectRefusal, pathOf } from '../../../support/expectations.ts';
import { setRates } from '../../../support/operationRequests.ts';
import { paymentsOf, renewed } from '../../../support/payments.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { startService, type Answer } from '../../../support/service.ts';

// 16 June 2026, noon.
const service = await startService();
const read = (query = '') => service.call('GET', `/api/v1/analytics/converted${query}`);
const convertedOf = (answer: Answer) => answer.json['converted'] as Converted;

interface Converted {
  readonly currency: string;
  readonly monthlyTotal: number;
  readonly yearlyTotal: number;
  readonly byCategory: readonly { readonly category: string; readonly monthlyTotal: number }[];
  readonly months: readonly {
    readonly month: string;
    readonly total: number;
    readonly isEstimate?: true;
    readonly range?: { readonly low: number; readonly high: number };
  }[];
  readonly missing: readonly string[];
}

test('there are no totals without rates, and none in a currency without one', async () => {
  expectRefusal(await read(), 409, { code: 'no_rates' });
  await setRates(service);
  expectRefusal(await read('?currency=CHF'), 409, { code: 'no_rates', field: 'currency' });
  expectRefusal(await read('?currency=eur'), 400, { code: 'invalid_query', field: 'currency' });
  expectRefusal(await read('?currency=QQQ'), 400, { code: 'invalid_query', field: 'currency' });
});

test('the totals are those of all currencies with a rate; the others are named', async () => {
  await setRates(service, 'first', { base: 'EUR', rates: { USD: 1.25, GBP: 0.8 } });
  const lastPaymentDate = '2026-05-20';
  await service.create({ name: 'A', category: 'Music', amount: 10, currency: 'EUR', lastPaymentDate });
  const paid = await service.create({ name: 'B', category: 'Music', amount: 5, currency: 'USD', lastPaymentDate });
  await service.create({ name: 'C', category: 'Work', amount: 8, currency: 'GBP', lastPaymentDate, period: 'yearly' });
  await service.create({ name: 'D', category: 'Far', amount: 1000, currency: 'JPY', lastPaymentDate });
  const json = { dueOn: paid.nextPaymentDate, paidOn: '2026-06-16' };
  expect((await service.call('POST', `/api/v1/subscriptions/${paid.id}/renew`, { json })).status).toBe(200);
  expect((await paymentsOf(service)).data).toHaveLength(1);
  expect(convertedOf(await read())).toMatchObject({
    currency: 'EUR',
    source: 'manual',
    asOf: '2026-06-16',
    // 10 + 5 / 1.25 + 8 / 0.8 / 12
    monthlyTotal: 14.83,
    yearlyTotal: 178,
    spentThisYear: 4,
    byCategory: [
      { category: 'Music', monthlyTotal: 14 },
      { category: 'Work', monthlyTotal: 0.83 },
    ],
    missing: ['JPY'],
  });
  const { months } = convertedOf(await read('?currency=USD'));
  expect(months).toHaveLength(12);
  // The 5 dollars of June are paid.
  expect(months.slice(0, 2)).toEqual([
    { month: '2026-06', total: 12.5 },
    { month: '2026-07', total: 17.5 },
  ]);
  expect(months.at(-1)).toEqual({ month: '2027-05', total: 30 });
  removeRecords(service.database);
});

test('what was spent this year is what was paid from 1 January to today', async () => {
  await setRates(service, 'first', { base: 'EUR', rates: { USD: 2 } });
  const record = await service.create({ amount: 1, currency: 'USD', lastPaymentDate: '2025-11-15' });
  const days = ['2025-12-31', '2026-01-01', '2026-06-16', '2026-06-17'];
  for (const [place, paidOn] of days.entries()) await renewed(service, record, { amount: 2 * 10 ** place, paidOn });
  expect(convertedOf(await read())).toMatchObject({ spentThisYear: 110 });
  removeRecords(service.database);
});

test("the bank's rates convert with its own figures, whatever the base", async () => {
  const bank = await startService({ fetchesRates: true });
  await bank.writes.submit({
    kind: 'rates.fetched',
    at: '2026-06-16T14:30:00.000Z',
    actor: { kind: 'service', requestId: systemRandomness.uuid() },
    // Their quotient has more than the ten digits that it is shown with.
    reference: { asOf: '2026-06-15', rates: { USD: 3, JPY: 7 } },
  });
  await setRates(bank, 'first', { base: 'USD', source: 'ecb' });
  await bank.create({ amount: 999_999.99, currency: 'JPY', period: 'yearly', lastPaymentDate: '2026-06-15' });
  for (let more = 0; more < 40; more += 1)
    await bank.create({ amount: 999_999.99, currency: 'JPY', period: 'monthly', lastPaymentDate: '2026-06-15' });
  const { json } = await bank.call('GET', '/api/v1/analytics/converted');
  // 481 payments of 99,999,999 hundredths, times 3 and over 7.
  const hundredths = (481n * 99_999_999n * 3n * 2n + 7n) / 14n;
  expect(json['converted']).toMatchObject({
    currency: 'USD',
    source: 'ecb',
    asOf: '2026-06-15',
    yearlyTotal: Number(hundredths) / 100,
    missing: [],
  });
});

test('§24.3: a month with an estimate has the range of its total', async () => {
  await setRates(service, 'first', { base: 'EUR', rates: { USD: 2, GBP: 0.8 } });
  const gas = await service.create({ name: 'Gas', amount: 50, currency: 'USD', lastPaymentDate: '2026-02-20' });
  for (const amount of [40, 60, 90]) await renewed(service, gas, { amount });
  await service.call('PATCH', `${pathOf(gas)}/details`, { json: { amountVaries: true } });
  await service.create({ name: 'Rent', amount: 10, currency: 'EUR', lastPaymentDate: '2026-06-01' });
  const { months } = convertedOf(await read());
  expect(months.slice(0, 2)).toEqual([
    { month: '2026-06', total: 30, isEstimate: true, range: { low: 20, high: 45 } },
    { month: '2026-07', total: 40, isEstimate: true, range: { low: 30, high: 55 } },
  ]);
  removeRecords(service.database);
});

const currencies = contractCurrencies.slice(0, 4);
const anyRecord: fc.Arbitrary<RecordFields> = fc.record({
  name: fc.constant('Netflix'),
  category: fc.constantFrom('Streaming', 'Music', 'Work'),
  amountHundredths: fc.oneof(fc.nat(5), fc.nat(3000), fc.nat(99_999_999)),
  currency: fc.constantFrom(...currencies),
  period: fc.constantFrom(...fixedPeriods),
  customDays: fc.constant(null),
  nextPaymentDate: anyDay('2026-06-10', '2026-07-25'),
  status: fc.constantFrom('active', 'paused'),
  createdAt: fc.constant('2026-06-16T12:00:00.000Z'),
});
/** Rates of CNY, USD and EUR to the JPY, each with the ten-thousandths that it has. */
const anyRates = fc.tuple(...currencies.slice(0, 3).map(() => fc.integer({ min: 1, max: 99_999_999 })));

test('each figure is that of exact fractions, rounded once', async () => {
  const check = fc.asyncProperty(fc.array(anyRecord, { maxLength: 30 }), anyRates, async (records, digits) => {
    removeRecords(service.database);
    insertRecords(service.database, 'first', records);
    const rateOf = (currency: string): Fraction => {
      const place = currencies.indexOf(currency);
      return place === 3 ? [1n, 1n] : [BigInt(digits[place] ?? 1), 10_000n];
    };
    const rates = Object.fromEntries(digits.map((digit, place) => [currencies[place], digit / 10_000]));
    await setRates(service, 'first', { base: 'JPY', rates });
    const active = records.filter(({ status }) => status === 'active');
    for (const currency of currencies) {
      const [into, intoOver] = rateOf(currency);
      const sumOf = (some: readonly RecordFields[]) =>
        some.reduce<Fraction>(
          ([n, d], record) => {
            const [[cost, per], [of, ofOver]] = [yearly(record), rateOf(record.currency)];
            const [a, b] = [cost * into * ofOver, per * intoOver * of];
            return [n * b + a * d, d * b];
          },
          [0n, 1n],
        );
      const report = convertedOf(await read(`?currency=${currency}`));
      expect(report).toMatchObject({
        currency,
        monthlyTotal: written(sumOf(active), 12n),
        yearlyTotal: written(sumOf(active), 1n),
        byCategory: groupsOf(active, ({ category }) => category)
          .map(([category, some]) => ({ category, monthlyTotal: written(sumOf(some), 12n) }))
          .sort((a, b) => b.monthlyTotal - a.monthlyTotal || inOrder(a.category, b.category)),
        missing: [],
      });
    }
  });
  await fc.assert(check, { numRuns: 25 });
});
