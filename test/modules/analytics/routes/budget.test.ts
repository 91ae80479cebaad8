import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { anyDay } from '../../../support/arbitraries.ts';
import { dueDaysUntil, scheduled } from '../../../support/dueDays.ts';
import { expectRefusal } from '../../../support/expectations.ts';
import { setRates } from '../../../support/operationRequests.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { budgetOf } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ now: '2026-11-29T12:00:00.000Z' });
const { write: key } = service.keys;

type Fields = Omit<RecordFields, 'nextPaymentDate'> & Required<Pick<RecordFields, 'lastPaymentDate'>>;

function insert(records: readonly (Partial<Fields> & Pick<Fields, 'lastPaymentDate'>)[]): void {
  removeRecords(service.database);
  insertRecords(service.database, 'first', records.map(scheduled));
}

const change = (monthlyBudget: unknown) =>
  service.call('PATCH', '/api/v1/preferences', { key, json: { monthlyBudget } });

describe('§10.7: the monthly budget', () => {
  test('is an amount of a currency, or null for none', async () => {
    const answer = await change({ currency: 'EUR', amount: 400.5 });
    expect(answer.text).toContain('"monthlyBudget":{"amount":400.5,"currency":"EUR"}');
    expect((await change(null)).text).toContain('"monthlyBudget":null');
  });

  test('can be reverted', async () => {
    await change({ amount: 100, currency: 'EUR' });
    await change({ amount: 200, currency: 'USD' });
    const { data } = (await service.call('GET', '/api/v1/activity?limit=1', { key })).json;
    const [{ id } = { id: '' }] = data as unknown as readonly { readonly id: string }[];
    const answer = await service.call('POST', `/api/v1/audit/${id}/revert`, { key });
    expect(answer.text).toContain('"monthlyBudget":{"amount":100,"currency":"EUR"}');
  });

  test.each([
    [400],
    [{ amount: 400 }],
    [{ amount: '400', currency: 'EUR' }],
    [{ amount: -1, currency: 'EUR' }],
    [{ amount: 1.005, currency: 'EUR' }],
    [{ amount: 400, currency: 'euro' }],
    [{ amount: 400, currency: 'EUR', per: 'month' }],
  ])('cannot be %j', async (budget) => {
    const suggestedFix = expect.stringContaining('"currency":"EUR"}, or null for none') as string;
    expectRefusal(await change(budget), 400, { code: 'invalid_field', field: 'monthlyBudget', suggestedFix });
  });

  test.each([
    ['PLN', '--currencies PLN'],
    ['XQZ', 'CNY, USD, EUR'],
  ])('cannot be of %s, which no subscription can have', async (currency, fix) => {
    const suggestedFix = expect.stringContaining(fix) as string;
    const refusal = { code: 'invalid_field', field: 'monthlyBudget', suggestedFix };
    expectRefusal(await change({ amount: 1, currency }), 400, refusal);
  });
});

describe('§5.12: the budget beside the coming months', () => {
  test('is null without one', async () => {
    await change(null);
    expect(await budgetOf(service)).toBeNull();
  });

  test('says which months cost more, in its currency alone', async () => {
    insert([
      { amountHundredths: 30_000, lastPaymentDate: '2026-11-15' },
      { amountHundredths: 10_001, period: 'yearly', lastPaymentDate: '2026-01-15' },
      // Overdue.
      { amountHundredths: 90_000, period: 'yearly', lastPaymentDate: '2025-11-15' },
      { amountHundredths: 100, currency: 'JPY', lastPaymentDate: '2026-11-30' },
      { amountHundredths: 100, currency: 'CHF', lastPaymentDate: '2026-11-15', status: 'paused' },
    ]);
    await change({ amount: 400, currency: 'USD' });
    const budget = await budgetOf(service);
    expect({ ...budget, months: budget?.months.slice(0, 3) }).toEqual({
      amount: 400,
      currency: 'USD',
      months: [
        { month: '2026-11', total: 0, over: false },
        { month: '2026-12', total: 300, over: false },
        { month: '2027-01', total: 400.01, over: true },
      ],
      missing: ['JPY'],
    });
    expect(budget?.months).toHaveLength(12);
  });

  test('has all currencies with an exchange rate, once the household has set some', async () => {
    insert([
      { amountHundredths: 30_000, lastPaymentDate: '2026-11-15' },
      { amountHundredths: 1_000_000, currency: 'JPY', lastPaymentDate: '2026-11-15' },
      { amountHundredths: 100, currency: 'CHF', lastPaymentDate: '2026-11-15' },
    ]);
    await change({ amount: 399.99, currency: 'USD' });
    await setRates(service, 'first', { base: 'EUR', rates: { USD: 2, JPY: 200 } });
    const budget = await budgetOf(service);
    expect([budget?.months[1], budget?.missing]).toEqual([{ month: '2026-12', total: 400, over: true }, ['CHF']]);
    await service.call('DELETE', '/api/v1/rates', { key });
    expect((await budgetOf(service))?.missing).toEqual(['CHF', 'JPY']);
  });

  test.each([
    ['as much as the budget is', 250, { total: 1, over: false }],
    ['as much as that when it is rounded', 251, { total: 1, over: false }],
    ['a hundredth more', 252, { total: 1.01, over: true }],
  ])('compares the totals that it shows: %s', async (_, amountHundredths, expected) => {
    insert([{ amountHundredths, lastPaymentDate: '2026-11-15' }]);
    await change({ amount: 1, currency: 'EUR' });
    await setRates(service, 'first', { base: 'EUR', rates: { USD: 2.5 } });
    expect((await budgetOf(service))?.months[1]).toEqual({ month: '2026-12', ...expected });
    await service.call('DELETE', '/api/v1/rates', { key });
  });

  test('has the sums of a walk over the calendar', async () => {
    const anyRecord = fc.record({
      period: fc.constantFrom('monthly' as const, 'yearly' as const),
      customDays: fc.constant(null),
      amountHundredths: fc.integer({ min: 0, max: 99_999_999 }),
      currency: fc.constantFrom('EUR', 'USD', 'JPY'),
      lastPaymentDate: anyDay('2025-09-01', '2026-12-31'),
    });
    const anyBudget = fc.integer({ min: 0, max: 99_999_999 });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { maxLength: 8 }), anyBudget, async (records, hundredths) => {
        insert(records);
        await change({ amount: hundredths / 100, currency: 'EUR' });
        const found = await budgetOf(service);
        const dues = records.flatMap((record) =>
          dueDaysUntil(record, '2027-10-31')
            .filter((day) => day >= '2026-11-29')
            .map((day) => ({ day, ...record })),
        );
        const others = new Set(dues.map(({ currency }) => currency));
        others.delete('EUR');
        expect(found?.missing).toEqual(Array.from(others).sort());
        for (const { month, total, over } of found?.months ?? []) {
          const ofMonth = dues.filter(({ day, currency }) => day.startsWith(month) && currency === 'EUR');
          const sum = ofMonth.reduce((so, { amountHundredths }) => so + amountHundredths, 0);
          expect([total, over]).toEqual([sum / 100, sum > hundredths]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
