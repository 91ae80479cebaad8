import { describe, expect, test } from 'bun:test';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { summaryOf } from '../../../support/reports.ts';
import { startService, type Service } from '../../../support/service.ts';

const noon = await startService({ now: '2026-06-16T12:00:00.000Z' });

/** The names of the renewals with the days until each, as `name in days`. */
async function renewalsOf(service: Service, query = ''): Promise<string> {
  const { upcomingRenewals } = await summaryOf(service, service.keys.write, query);
  return upcomingRenewals.map(({ name, daysUntilRenewal }) => `${name} in ${daysUntilRenewal}`).join(', ');
}

/** Subscriptions named after the day of their next payment. */
function insertDue(service: Service, days: readonly string[], fields: Partial<RecordFields> = {}): void {
  removeRecords(service.database);
  insertRecords(
    service.database,
    'first',
    days.map((day) => ({ ...fields, name: day, nextPaymentDate: day })),
  );
}

describe('the renewals ahead', () => {
  const days = ['2026-06-15', '2026-06-16', '2026-06-17', '2026-07-16', '2026-07-17', '2027-06-16', '2027-06-17'];

  test.each([
    ['?horizonDays=1', '2026-06-16 in 0, 2026-06-17 in 1'],
    ['', '2026-06-16 in 0, 2026-06-17 in 1, 2026-07-16 in 30'],
    ['?horizonDays=365', '2026-06-16 in 0, 2026-06-17 in 1, 2026-07-16 in 30, 2026-07-17 in 31, 2027-06-16 in 365'],
  ])('§5.2: with the query "%s" are those from today to the last day, both included', async (query, expected) => {
    insertDue(noon, days);
    expect(await renewalsOf(noon, query)).toBe(expected);
  });

  test('§5.2: are those due until the end of the subscription', async () => {
    insertDue(noon, ['2026-06-18', '2026-06-19', '2026-06-20'], { endsOn: '2026-06-19' });
    expect(await renewalsOf(noon)).toBe('2026-06-18 in 2, 2026-06-19 in 3');
  });

  test('§5.2: are not the overdue ones, and the stored date does not move by itself', async () => {
    removeRecords(noon.database);
    const { id } = await noon.create({ lastPaymentDate: '2024-01-31' });
    expect(await renewalsOf(noon, '?horizonDays=365')).toBe('');
    const { data } = (await noon.call('GET', `/api/v1/subscriptions/${id}`)).json;
    expect(data.nextPaymentDate).toBe('2024-02-29');
  });

  test('§5.4: tell also the period', async () => {
    removeRecords(noon.database);
    const [id = ''] = insertRecords(noon.database, 'first', [
      { period: 'custom', customDays: 10, nextPaymentDate: '2026-06-20', amountHundredths: 1999, currency: 'EUR' },
    ]);
    expect((await summaryOf(noon)).upcomingRenewals).toEqual([
      {
        id,
        name: 'Netflix',
        category: 'Streaming',
        amount: 19.99,
        currency: 'EUR',
        period: 'custom',
        nextPaymentDate: '2026-06-20',
        daysUntilRenewal: 4,
      },
    ]);
  });

  test('§5.3: come by their day, then by name without its case, then in the order of creation', async () => {
    removeRecords(noon.database);
    const names = ['b', 'Ähre', 'C', 'a', 'B', 'A', 'c', 'ähre'];
    insertRecords(noon.database, 'first', [
      ...names.map((name) => ({ name, nextPaymentDate: '2026-06-20' })),
      { name: 'z', nextPaymentDate: '2026-06-19' },
    ]);
    const sorted = (await summaryOf(noon)).upcomingRenewals.map(({ name }) => name);
    expect(sorted).toEqual(['z', 'a', 'A', 'b', 'B', 'C', 'c', 'Ähre', 'ähre']);
  });
});

describe('today', () => {
  test('§5.2: begins at midnight of the time zone, to the millisecond', async () => {
    const service = await startService({ now: '2026-06-16T21:59:59.999Z', timeZone: 'Europe/Berlin' });
    insertDue(service, ['2026-06-16', '2026-06-17']);
    expect(await renewalsOf(service)).toBe('2026-06-16 in 0, 2026-06-17 in 1');
    service.clock.advance(0.001);
    expect(await renewalsOf(service)).toBe('2026-06-17 in 0');
  });

  test.each([
    ['the day on which summer time begins', '2026-03-28T23:30:00.000Z', '2026-03-29'],
    ['the day on which it ends', '2026-10-24T22:30:00.000Z', '2026-10-25'],
  ])('§5.2: %s is counted as one day', async (_, now, today) => {
    const service = await startService({ now, timeZone: 'Europe/Berlin' });
    insertDue(service, [today, nextOf(today)]);
    expect(await renewalsOf(service)).toBe(`${today} in 0, ${nextOf(today)} in 1`);
  });

  test('§2.3: close to the end of the calendar a horizon reaches to its last day', async () => {
    const service = await startService({ now: '9999-12-20T12:00:00.000Z' });
    insertDue(service, ['9999-12-19', '9999-12-20', '9999-12-31']);
    expect(await renewalsOf(service, '?horizonDays=365')).toBe('9999-12-20 in 0, 9999-12-31 in 11');
  });
});

/** The day after one in the middle of a month. */
function nextOf(day: string): string {
  return `${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, '0')}`;
}
