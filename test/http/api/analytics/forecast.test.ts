import { beforeEach, describe, expect, test } from 'bun:test';
import { scheduled } from '../../../support/dueDays.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { forecastOf, type Forecast } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ now: '2026-06-16T12:00:00.000Z' });

beforeEach(() => removeRecords(service.database));

type Fields = Partial<RecordFields> & { readonly lastPaymentDate: string };

async function forecastFor(query: string, ...records: readonly Fields[]): Promise<Forecast> {
  insertRecords(service.database, 'first', records.map(scheduled));
  return forecastOf(service, query);
}

/** The months, each with its number of payments and its totals. */
function lines({ months }: Forecast): string[] {
  return months.map(
    ({ month, payments, totalsByCurrency }) => `${month} ${payments} ${JSON.stringify(totalsByCurrency)}`,
  );
}

const daily = { period: 'custom', customDays: 1, lastPaymentDate: '2026-06-15' } as const;

describe('the forecast', () => {
  test('§5.9: of nothing lists its months without payments', async () => {
    const found = await forecastFor('');
    expect(found).toMatchObject({ asOf: '2026-06-16T12:00:00.000Z', overdue: { payments: 0, totalsByCurrency: {} } });
    expect(found.months.map(({ month }) => month)).toEqual([
      '2026-06',
      ...['07', '08', '09', '10', '11', '12'].map((month) => `2026-${month}`),
      ...['01', '02', '03', '04', '05'].map((month) => `2027-${month}`),
    ]);
    expect(found.months[11]).toEqual({ month: '2027-05', payments: 0, totalsByCurrency: {}, byCategory: [] });
  });

  test('§5.9: counts the days from today in this month, and whole months after it', async () => {
    expect(lines(await forecastFor('?months=3', { ...daily, amountHundredths: 100 }))).toEqual([
      '2026-06 15 {"USD":15}',
      '2026-07 31 {"USD":31}',
      '2026-08 31 {"USD":31}',
    ]);
  });

  test('§5.9: has real due dates, not averages', async () => {
    const yearly = { period: 'yearly', amountHundredths: 12_000, lastPaymentDate: '2025-08-31' } as const;
    const thirty = { period: 'custom', customDays: 30, amountHundredths: 100, lastPaymentDate: '2026-07-01' } as const;
    // The thirtieth days: 07-31, 08-30, 09-29.
    expect(lines(await forecastFor('?months=4', yearly, thirty))).toEqual([
      '2026-06 0 {}',
      '2026-07 1 {"USD":1}',
      '2026-08 2 {"USD":121}',
      '2026-09 1 {"USD":1}',
    ]);
  });

  test('§2.7: keeps the anchor day at the ends of months', async () => {
    const quarterly = { period: 'custom', customDays: 90, everyMonths: 3 } as const;
    const found = await forecastFor(
      '?months=4',
      { lastPaymentDate: '2026-05-31', amountHundredths: 100 },
      { ...quarterly, lastPaymentDate: '2026-03-31', amountHundredths: 1 },
    );
    expect(lines(found)).toEqual([
      '2026-06 2 {"USD":1.01}',
      '2026-07 1 {"USD":1}',
      '2026-08 1 {"USD":1}',
      '2026-09 2 {"USD":1.01}',
    ]);
  });

  test('§5.9: counts active subscriptions of the owner until they end', async () => {
    insertRecords(service.database, 'second', [scheduled({ lastPaymentDate: '2026-06-01' })]);
    const found = await forecastFor(
      '?months=3',
      { status: 'paused', lastPaymentDate: '2026-06-01' },
      { status: 'cancelled', lastPaymentDate: '2026-06-01' },
      { ...daily, endsOn: '2026-07-02', amountHundredths: 100 },
      { ...daily, endsOn: '2026-06-15', amountHundredths: 100 },
    );
    expect(lines(found)).toEqual(['2026-06 15 {"USD":15}', '2026-07 2 {"USD":2}', '2026-08 0 {}']);
    expect(found.overdue).toEqual({ payments: 0, totalsByCurrency: {} });
  });

  test('§5.9: has categories by their text and currencies by the alphabet, also for amounts of 0', async () => {
    const due = { lastPaymentDate: '2026-05-20' };
    const found = await forecastFor(
      '?months=1',
      { ...due, category: 'b', currency: 'USD', amountHundredths: 10 },
      { ...due, category: 'a', currency: 'USD', amountHundredths: 20 },
      { ...due, category: 'B', currency: 'EUR', amountHundredths: 1 },
      { ...due, category: 'b', currency: 'CHF', amountHundredths: 0 },
      { ...due, category: 'b', currency: 'USD', amountHundredths: 20 },
    );
    expect(JSON.stringify(found.months[0])).toBe(
      '{"month":"2026-06","payments":5,"totalsByCurrency":{"CHF":0,"EUR":0.01,"USD":0.5},"byCategory":[' +
        '{"category":"B","totalsByCurrency":{"EUR":0.01}},{"category":"a","totalsByCurrency":{"USD":0.2}},' +
        '{"category":"b","totalsByCurrency":{"CHF":0,"USD":0.3}}]}',
    );
  });

  test('§5.9: has overdue payments apart, each missed one', async () => {
    const found = await forecastFor(
      '?months=1',
      { lastPaymentDate: '2026-03-15', amountHundredths: 1000 },
      { lastPaymentDate: '2026-03-15', endsOn: '2026-05-31', amountHundredths: 1 },
      { lastPaymentDate: '2026-05-16', amountHundredths: 100_000, currency: 'EUR' },
    );
    // 04-15, 05-15 and 06-15 of the first, 04-15 and 05-15 of the second; the third is due today.
    expect(found.overdue).toEqual({ payments: 5, totalsByCurrency: { USD: 30.02 } });
    expect(lines(found)).toEqual(['2026-06 1 {"EUR":1000}']);
  });

  test('§5.9: is exact for sums that a double cannot hold', async () => {
    const ancient = { ...daily, lastPaymentDate: '0001-01-01', amountHundredths: 99_999_999 };
    const records = Array.from({ length: 200 }, () => ({ ...ancient, nextPaymentDate: '0001-01-02' }));
    insertRecords(service.database, 'first', records);
    const { overdue } = await forecastOf(service, '?months=1');
    // From 0001-01-02 to 2026-06-15 there are 739,781 days.
    expect(overdue.payments).toBe(200 * 739_781);
    expect(overdue.totalsByCurrency).toEqual({ USD: 147_956_198_520_438 });
  });

  test('§5.9: ends with the calendar', async () => {
    const late = await startService({ now: '9999-11-20T12:00:00.000Z' });
    insertRecords(late.database, 'first', [{ ...daily, lastPaymentDate: '9999-11-19', nextPaymentDate: '9999-11-20' }]);
    const { months } = await forecastOf(late, '?months=36');
    expect(months.map(({ month, payments }) => [month, payments])).toEqual([
      ['9999-11', 11],
      ['9999-12', 31],
    ]);
  });
});
