import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { anyDay } from '../../../support/arbitraries.ts';
import { dayNumberOf, dayOfNumber, formatDay, parseDay } from '../../../support/calendar.ts';
import { dueDaysUntil, scheduled } from '../../../support/dueDays.ts';
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

  const anyBilling = fc.oneof(
    fc.constantFrom('monthly' as const, 'yearly' as const).map((period) => ({ period, customDays: null })),
    fc.record({ period: fc.constant('custom' as const), customDays: fc.integer({ min: 1, max: 400 }) }),
    fc.record({
      period: fc.constant('custom' as const),
      customDays: fc.constant(91),
      everyMonths: fc.integer({ min: 2, max: 15 }),
    }),
  );
  const anyRecord = fc
    .tuple(
      anyBilling,
      fc.record({
        amountHundredths: fc.integer({ min: 0, max: 900 }),
        currency: fc.constantFrom('EUR', 'USD'),
        lastPaymentDate: anyDay('2025-09-01', '2026-12-31'),
        endsOn: fc.option(anyDay('2026-11-01', '2027-12-31'), { freq: 3 }),
        status: fc.constantFrom('active' as const, 'active' as const, 'paused' as const),
      }),
    )
    .map(([billing, rest]) => ({ ...billing, ...rest }));

  test('is the first sum, tried upward, with which no day of the months is without money', async () => {
    const anyToday = fc.constantFrom('2026-11-29', '2026-11-30', '2026-12-01', '2027-02-28');
    const anyPlan = fc.record({ months: fc.integer({ min: 1, max: 14 }), start: fc.nat(3000) });
    await fc.assert(
      fc.asyncProperty(anyToday, fc.array(anyRecord, { maxLength: 6 }), anyPlan, async (today, records, plan) => {
        service.clock.setWall(`${today}T12:00:00.000Z`);
        insert(records);
        const { months, start } = plan;
        const found = await setAsideOf(service, `?months=${months}&start=${start / 100}&include=largest`);
        const rare = records.filter(({ period, status }) => status === 'active' && period !== 'monthly');
        expect(found.byCurrency.map(({ currency }) => currency)).toEqual(
          Array.from(new Set(rare.map(({ currency }) => currency))).sort(),
        );
        for (const one of found.byCurrency)
          expectPlan(
            one,
            rare.filter(({ currency }) => currency === one.currency),
            { today, ...plan },
          );
      }),
      { numRuns: 100 },
    );
    service.clock.setWall('2026-11-29T12:00:00.000Z');
  });

  test('is that sum also of converted fractions, which only the answer rounds', async () => {
    const today = '2026-11-29';
    const anyPlan = fc.record({ months: fc.integer({ min: 1, max: 14 }), start: fc.nat(3000) });
    const anyRate = fc.integer({ min: 6000, max: 20_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { maxLength: 6 }), anyPlan, anyRate, async (records, plan, rate) => {
        insert(records);
        await setRates(service, 'first', { base: 'EUR', rates: { USD: rate / 10_000 } });
        const { months, start } = plan;
        const query = `?months=${months}&start=${start / 100}&currency=EUR&include=largest`;
        const found = await setAsideOf(service, query);
        const rare = records.filter(({ period, status }) => status === 'active' && period !== 'monthly');
        expect(found.byCurrency).toHaveLength(Math.min(rare.length, 1));
        // In parts of a hundredth of a euro, of which each amount is a whole number.
        const inParts = rare.map(({ amountHundredths, ...one }) => ({
          ...one,
          amountHundredths: amountHundredths * (one.currency === 'USD' ? 10_000 : rate),
        }));
        for (const one of found.byCurrency) expectPlan(one, inParts, { today, ...plan }, rate);
      }),
      { numRuns: 100 },
    );
    await service.call('DELETE', '/api/v1/rates');
  });
});

type Plan = Awaited<ReturnType<typeof setAsideOf>>['byCurrency'][number];

/** @param parts in how many a hundredth is divided, in which the amounts of the records are */
function expectPlan(
  { monthly, soon, months: shown, largest }: Plan,
  records: readonly WalkedRecord[],
  { today, months, start }: { readonly today: string; readonly months: number; readonly start: number },
  parts = 1,
): void {
  const shownOf = (amount: number) => Math.round(amount / parts) / 100;
  const walk = walkOf(records, today, months);
  const sum = firstSumFor(walk, start * parts, parts);
  expect(monthly).toBe(sum / 100);
  expect(soon).toEqual({ payments: walk.soon.length, total: shownOf(sumOf(walk.soon)) });
  const [first] = walk.payments.sort((a, b) => b.amount - a.amount || (a.day < b.day ? -1 : 1));
  expect(largest && [largest.date, largest.amount]).toEqual(first && [first.day, shownOf(first.amount)]);
  const pots = potsOf(walk, start * parts, sum * parts);
  expect(shown).toEqual(pots.map(({ month, due, pot }) => ({ month, due: shownOf(due), pot: shownOf(pot) })));
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

type WalkedRecord = Pick<Fields, 'lastPaymentDate' | 'amountHundredths' | 'period' | 'customDays'>;

/** What is due until the first of the next month, and each day from then on. */
function walkOf(records: readonly WalkedRecord[], today: string, months: number) {
  const { year, month } = parseDay(today);
  const dayIn = (after: number) =>
    dayNumberOf({ year: year + Math.floor((month - 1 + after) / 12), month: ((month - 1 + after) % 12) + 1, day: 1 });
  const [first, end] = [dayIn(1), dayIn(months + 1)];
  const textOf = (number: number) => formatDay(dayOfNumber(number));
  const dues = records.flatMap((record) =>
    dueDaysUntil(record, textOf(end - 1)).map((day) => ({ day, amount: record.amountHundredths })),
  );
  const days = Array.from({ length: end - first }, (_, index) => textOf(first + index));
  const isSoon = ({ day }: { readonly day: string }) => day >= today && day < textOf(first);
  return {
    payments: dues.filter(({ day }) => day >= textOf(first)),
    soon: dues.filter(isSoon).map(({ amount }) => amount),
    days: days.map((day) => ({ day, due: sumOf(dues.filter((one) => one.day === day).map(({ amount }) => amount)) })),
  };
}

type Walk = ReturnType<typeof walkOf>;

/** The first sum, in hundredths and tried upward, with which the pot is never below zero. */
function firstSumFor({ days }: Walk, start: number, parts: number): number {
  for (let sum = 0; ; sum += 1) {
    let pot = start;
    const lasts = days.every(({ day, due }) => {
      if (day.endsWith('-01')) pot += sum * parts;
      pot -= due;
      return pot >= 0;
    });
    if (lasts) return sum;
  }
}

function potsOf({ days }: Walk, start: number, sum: number) {
  let pot = start;
  return Array.from(
    Map.groupBy(days, ({ day }) => day.slice(0, 7)),
    ([month, ofMonth]) => {
      const due = sumOf(ofMonth.map((one) => one.due));
      pot += sum - due;
      return { month, due, pot };
    },
  );
}
