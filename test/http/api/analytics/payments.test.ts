import { beforeEach, describe, expect, test } from 'bun:test';
import { words } from '../../../support/expectations.ts';
import { scheduled } from '../../../support/dueDays.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { paymentsOf } from '../../../support/reports.ts';
import { startService, type Service } from '../../../support/service.ts';

const today = '2026-06-16';
const noon = await startService({ now: `${today}T12:00:00.000Z` });

beforeEach(() => removeRecords(noon.database));

type Fields = Partial<RecordFields> & { readonly lastPaymentDate: string };

function insert(service: Service, ...records: readonly Fields[]): readonly string[] {
  return insertRecords(service.database, 'first', records.map(scheduled));
}

const every = (customDays: number) => ({ period: 'custom', customDays }) as const;

/** The payments as `date name`, and the overdue ones as `date name, missed payments of it, days overdue`. */
async function listed(query = '', service = noon) {
  const { payments, overdue, ...others } = await paymentsOf(service, query);
  return {
    ...others,
    payments: payments.map(({ date, name }) => `${date} ${name}`),
    overdue: overdue.map((due) => `${due.date} ${due.name}, ${due.missedPayments} in ${due.daysOverdue} days`),
  };
}

describe('the payments to come', () => {
  test('§5.8: are those of the next thirty days, with their totals, by default', async () => {
    const [id = ''] = insert(
      noon,
      { name: 'Daily', category: 'News', amountHundredths: 105, ...every(1), lastPaymentDate: today },
      { lastPaymentDate: '2026-07-01' },
    );
    const found = await paymentsOf(noon);
    expect(found).toMatchObject({
      from: today,
      to: '2026-07-16',
      totalsByCurrency: { USD: 31.5 },
      overdue: [],
      overdueTotal: 0,
      pagination: { limit: 100, offset: 0, hasMore: false },
    });
    expect(found.payments).toHaveLength(30);
    expect(found.payments[0]).toEqual({
      date: '2026-06-17',
      subscriptionId: id,
      name: 'Daily',
      category: 'News',
      amount: 1.05,
      currency: 'USD',
      period: 'custom',
    });
  });

  test.each([
    ['today and the last day are included', `?to=2026-06-18`, '16 17 18'],
    ['one day', `?from=2026-06-18&to=2026-06-18`, '18'],
    ['from before today, nothing before today is listed', '?from=2026-06-01&to=2026-06-17', '16 17'],
    ['nothing is listed of a range in the past', '?from=2026-06-01&to=2026-06-15', ''],
    ['from later', '?from=2026-06-20&to=2026-06-21', '20 21'],
  ])('§5.8: %s', async (_, query, days) => {
    insert(noon, { name: 'Daily', ...every(1), lastPaymentDate: '2026-06-15' });
    const expected = days.split(' ').flatMap((day) => (day === '' ? [] : [`2026-06-${day} Daily`]));
    const { payments, totalsByCurrency } = await listed(query);
    expect(payments).toEqual(expected);
    expect(totalsByCurrency).toEqual(expected.length === 0 ? {} : { USD: (expected.length * 1599) / 100 });
  });

  test.each([
    ['', today, '2026-07-16'],
    ['?from=2026-06-01', '2026-06-01', '2026-07-16'],
    ['?from=2026-12-01', '2026-12-01', '2026-12-31'],
    ['?to=2026-06-16', today, today],
    ['?from=2026-06-16&to=2029-06-20', today, '2029-06-20'],
    ['?from=9999-12-20', '9999-12-20', '9999-12-31'],
  ])('§5.8: the range of "%s" is %s to %s', async (query, from, to) => {
    expect(await listed(query)).toMatchObject({ from, to });
  });

  test('§5.8: are in the order of dates, then names without their case, then creation', async () => {
    const names = ['b', 'Ähre', 'C', 'a', 'B', 'A', 'c', 'ähre'];
    insert(noon, ...names.map((name) => ({ name, lastPaymentDate: '2026-05-20' })), {
      name: 'z',
      lastPaymentDate: '2026-05-19',
    });
    const { payments } = await listed();
    expect(payments.map((line) => line.slice('2026-06-20 '.length))).toEqual(words('z a A b B C c Ähre ähre'));
  });

  test('§5.8: are of active subscriptions, until they end, of the own owner', async () => {
    insertRecords(noon.database, 'second', [scheduled({ name: 'Other', lastPaymentDate: '2026-06-01' })]);
    insert(
      noon,
      { name: 'Paused', status: 'paused', lastPaymentDate: '2026-06-01' },
      { name: 'Cancelled', status: 'cancelled', lastPaymentDate: '2026-06-01' },
      { name: 'Ends on the day', endsOn: '2026-08-01', lastPaymentDate: '2026-06-01' },
      { name: 'Ends the day before', endsOn: '2026-07-31', lastPaymentDate: '2026-06-01' },
      { name: 'Has ended', endsOn: '2026-06-30', lastPaymentDate: '2026-06-01' },
    );
    const { payments, overdue } = await listed('?to=2027-01-01');
    expect(overdue).toEqual([]);
    expect(payments).toEqual([
      '2026-07-01 Ends on the day',
      '2026-07-01 Ends the day before',
      '2026-08-01 Ends on the day',
    ]);
  });

  test('§2.7: keep the anchor day', async () => {
    insert(
      noon,
      { name: 'Month', lastPaymentDate: '2026-11-30', anchorDay: 31 },
      { name: 'Quarter', period: 'custom', customDays: 90, everyMonths: 3, lastPaymentDate: '2026-05-31' },
    );
    expect((await listed('?to=2027-03-31')).payments).toEqual([
      '2026-08-31 Quarter',
      '2026-11-30 Quarter',
      '2026-12-31 Month',
      '2027-01-31 Month',
      '2027-02-28 Month',
      '2027-02-28 Quarter',
      '2027-03-31 Month',
    ]);
  });

  test('§5.8: have exact totals, the currencies in the order of the alphabet', async () => {
    insert(
      noon,
      { currency: 'USD', amountHundredths: 10, ...every(1), lastPaymentDate: '2026-06-15' },
      { currency: 'EUR', amountHundredths: 99_999_999, ...every(1), lastPaymentDate: '2026-06-15' },
      { currency: 'USD', amountHundredths: 20, lastPaymentDate: '2026-05-16' },
      { currency: 'CHF', amountHundredths: 0, lastPaymentDate: '2026-05-16' },
    );
    const { totalsByCurrency } = await paymentsOf(noon, '?to=2026-06-18&limit=1');
    expect(Object.entries(totalsByCurrency)).toEqual([
      ['CHF', 0],
      ['EUR', 2_999_999.97],
      ['USD', 0.5],
    ]);
  });
});

describe('overdue subscriptions', () => {
  test('§5.8: are listed with what they have missed, apart from the payments to come', async () => {
    insert(
      noon,
      { name: 'Weekly', ...every(7), lastPaymentDate: '2026-05-25' },
      { name: 'due today', lastPaymentDate: '2026-05-16' },
      { name: 'a', lastPaymentDate: '2026-05-15' },
      { name: 'B', lastPaymentDate: '2026-05-15' },
      { name: 'Old', period: 'yearly', lastPaymentDate: '2023-12-31' },
    );
    const { overdue, overdueTotal, payments, totalsByCurrency } = await listed('?to=2026-06-23');
    expect(overdue).toEqual([
      '2024-12-31 Old, 2 in 532 days',
      '2026-06-01 Weekly, 3 in 15 days',
      '2026-06-15 a, 1 in 1 days',
      '2026-06-15 B, 1 in 1 days',
    ]);
    expect(overdueTotal).toBe(4);
    expect(payments).toEqual(['2026-06-16 due today', '2026-06-22 Weekly']);
    expect(totalsByCurrency).toEqual({ USD: 31.98 });
  });

  test('§5.8: are overdue only until they end', async () => {
    insert(
      noon,
      { name: 'Ended before', endsOn: '2026-04-30', lastPaymentDate: '2026-04-01' },
      { name: 'Ended on the first', endsOn: '2026-05-01', lastPaymentDate: '2026-04-01' },
      { name: 'Ended after the second', endsOn: '2026-06-10', lastPaymentDate: '2026-04-01' },
    );
    const { overdue, payments } = await listed();
    expect(overdue).toEqual([
      '2026-05-01 Ended after the second, 2 in 46 days',
      '2026-05-01 Ended on the first, 1 in 46 days',
    ]);
    expect(payments).toEqual([]);
  });

  test('§5.8: are on every page and for every range; the answer has 1000 of them, and counts all', async () => {
    const records = Array.from({ length: 1003 }, (_, place) => ({
      name: `Name ${String(place).padStart(4, '0')}`,
      lastPaymentDate: place === 1002 ? '2026-03-01' : '2026-05-01',
    }));
    insert(noon, ...records);
    for (const query of ['', '?offset=500', '?from=2027-01-01&to=2027-01-31', '?from=2026-01-01&to=2026-02-01']) {
      const { overdue, overdueTotal } = await paymentsOf(noon, query);
      expect([overdue.length, overdueTotal]).toEqual([1000, 1003]);
      expect([overdue[0]?.name, overdue[1]?.name, overdue[999]?.name]).toEqual(['Name 1002', 'Name 0000', 'Name 0998']);
    }
  });
});

describe('pages', () => {
  test('§5.8: of any size join to the whole list, and have the totals of all', async () => {
    const names = ['b', 'a', 'B', 'c', 'a'];
    insert(noon, ...names.map((name, place) => ({ name, ...every(place + 1), lastPaymentDate: '2026-06-10' })));
    const whole = await paymentsOf(noon, '?limit=1000');
    expect(whole.payments.length).toBeGreaterThan(60);
    for (const limit of [1, 7, whole.payments.length, whole.payments.length + 1]) {
      const joined: unknown[] = [];
      for (let [offset, hasMore] = [0, true]; hasMore; offset += limit) {
        const page = await paymentsOf(noon, `?limit=${limit}&offset=${offset}`);
        joined.push(...page.payments);
        hasMore = page.pagination.hasMore;
        expect(page.totalsByCurrency).toEqual(whole.totalsByCurrency);
      }
      expect(joined).toEqual([...whole.payments]);
    }
    const behind = await paymentsOf(noon, `?offset=${Number.MAX_SAFE_INTEGER}&limit=1000`);
    expect([behind.payments, behind.pagination.hasMore]).toEqual([[], false]);
  });
});
