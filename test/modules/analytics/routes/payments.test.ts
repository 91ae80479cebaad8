import { beforeEach, describe, expect, test } from 'bun:test';
import { pathOf, quotaHeaderNames, quotaHeadersOf, refusalOf } from '../../../support/expectations.ts';
import { scheduled } from '../../../support/dueDays.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { paymentsOf, forecastOf } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

const today = '2026-06-16';
const service = await startService({ now: `${today}T12:00:00.000Z` });

beforeEach(() => removeRecords(service.database));

type Fields = Partial<RecordFields> & { readonly lastPaymentDate: string };

function insert(...records: readonly Fields[]): readonly string[] {
  return insertRecords(service.database, 'first', records.map(scheduled));
}

const every = (customDays: number) => ({ period: 'custom', customDays }) as const;

/** The answer, with the payments as `date name`. */
async function listed(query: string) {
  const { payments, ...others } = await paymentsOf(service, query);
  return { ...others, payments: payments.map(({ date, name }) => `${date} ${name}`) };
}

describe('the payments to come', () => {
  test('§5.8: are those of the next thirty days, with their totals, by default', async () => {
    const [id = ''] = insert(
      { name: 'Daily', category: 'News', amountHundredths: 105, ...every(1), lastPaymentDate: today },
      { lastPaymentDate: '2026-07-01' },
    );
    const found = await paymentsOf(service);
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
      customDate: '1',
    });
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
});

describe('with include=all, what is due next', () => {
  test.each([
    ['UTC', '2026-06-15T23:30:00.000Z', undefined],
    ['Europe/Berlin', '2026-06-15T23:30:00.000Z', 10],
    ['UTC', '2026-06-16T12:00:00.000Z', 10],
  ])(
    '§5.8: has the amount of the last payment if it was another: in %s, changed at %s',
    async (timeZone, at, before) => {
      const changed = await startService({ now: at, timeZone });
      const record = await changed.create({
        amount: 10,
        lastPaymentDate: '2026-06-15',
        period: 'custom',
        customDate: '7',
      });
      await changed.create({ amount: 10, lastPaymentDate: '2026-06-15' });
      for (const amount of [11, 12]) await changed.call('PATCH', pathOf(record), { json: { amount } });
      const of = async (query: string) =>
        (await paymentsOf(changed, query)).payments
          .filter(({ subscriptionId }) => subscriptionId === record.id)
          .map(({ date, previousAmount }) => [date, previousAmount]);
      const days = ['2026-06-22', '2026-06-29', '2026-07-06'];
      expect(await of('?include=all&to=2026-07-10')).toEqual(
        days.map((date, n) => [date, n === 0 ? before : undefined]),
      );
      expect(await of('?include=deadlines&to=2026-07-10')).toEqual(days.map((date) => [date, undefined]));
      changed.clock.setWall('2026-06-23T12:00:00.000Z');
      const { overdue } = await paymentsOf(changed, '?include=all');
      expect(overdue.map(({ previousAmount }) => previousAmount)).toEqual([before]);
    },
  );

  test('is the amount until then, where a planned price is due', async () => {
    const planned = await startService({ now: '2026-06-18T12:00:00.000Z' });
    const record = await planned.create({
      period: 'custom',
      customDate: '7',
      amount: 10,
      lastPaymentDate: '2026-06-15',
    });
    const priceSteps = [{ from: '2026-06-20', amount: 12 }];
    await planned.call('PATCH', `${pathOf(record)}/details`, { json: { priceSteps } });
    const { payments } = await paymentsOf(planned, '?include=all&to=2026-06-30');
    expect(payments.map(({ amount, previousAmount }) => [amount, previousAmount])).toEqual([
      [12, 10],
      [12, undefined],
    ]);
  });
});

describe('overdue subscriptions', () => {
  test('§5.8: are on every page and for every range; the answer has 1000 of them, and counts all', async () => {
    const records = Array.from({ length: 1003 }, (_, place) => ({
      name: `Name ${String(place).padStart(4, '0')}`,
      lastPaymentDate: place === 1002 ? '2026-03-01' : '2026-05-01',
    }));
    insert(...records);
    for (const query of ['', '?offset=500', '?from=2027-01-01&to=2027-01-31', '?from=2026-01-01&to=2026-02-01']) {
      const { overdue, overdueTotal } = await paymentsOf(service, query);
      expect([overdue.length, overdueTotal]).toEqual([1000, 1003]);
      expect([overdue[0]?.name, overdue[1]?.name, overdue[999]?.name]).toEqual(['Name 1002', 'Name 0000', 'Name 0998']);
    }
  });

  test.each([
    ['2026-06-15', Array.from({ length: 100 }, () => 1), 104],
    ['2026-06-16', undefined, undefined],
  ])('§5.8: of more than 100 days have their sum if the price rises on %s', async (from, amounts, total) => {
    const priceSteps = JSON.stringify([{ from, amount: 3 }]);
    insert({ amountHundredths: 100, ...every(1), lastPaymentDate: '2026-03-05', priceSteps });
    const [row] = (await paymentsOf(service)).overdue;
    expect([row?.missedPayments, row?.missedAmounts, row?.missedTotal]).toEqual([102, amounts, total]);
  });
});

const daily = { period: 'custom', customDays: 1, lastPaymentDate: '2026-06-15' } as const;

describe('the forecast', () => {
  test('§5.9: of nothing lists its months without payments', async () => {
    const found = await forecastOf(service);
    expect(found).toMatchObject({ asOf: '2026-06-16T12:00:00.000Z', overdue: { payments: 0, totalsByCurrency: {} } });
    expect(found.months.map(({ month }) => month)).toEqual([
      '2026-06',
      ...['07', '08', '09', '10', '11', '12'].map((month) => `2026-${month}`),
      ...['01', '02', '03', '04', '05'].map((month) => `2027-${month}`),
    ]);
    expect(found.months[11]).toEqual({ month: '2027-05', payments: 0, totalsByCurrency: {}, byCategory: [] });
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

const paymentsPath = '/api/v1/analytics/payments';
const forecastPath = '/api/v1/analytics/forecast';

/** The error of a GET that is refused with 400 before anything is read: it costs nothing, and has no quota headers. */
async function errorOf(path: string) {
  const { answer, cost } = await refusalOf(service, () => service.call('GET', path));
  expect([answer.status, cost, quotaHeadersOf(answer)]).toEqual([400, 0, []]);
  return answer.json.error;
}

/** The error of a GET whose report is refused with 400 after it was begun: it costs as much as one that succeeds. */
async function errorOfReport(path: string) {
  const { answer, cost } = await refusalOf(service, () => service.call('GET', path));
  expect([answer.status, cost, quotaHeadersOf(answer)]).toEqual([400, 1, quotaHeaderNames]);
  return answer.json.error;
}

describe('a query', () => {
  test.each([
    ['from=2026-07-02&to=2026-07-01', 'to', 'Send a to of "2026-07-02" or later.'],
    ['to=2026-06-15', 'to', 'Send a to of "2026-06-16" or later, or send from, too.'],
    ['to=2029-06-21', 'to', 'Send a to of "2029-06-20" or earlier.'],
    ['from=2026-07-01&to=2029-07-06', 'to', 'Send a to of "2029-07-05" or earlier.'],
    ['from=2020-01-01', 'from', 'Send a from of "2026-06-16": earlier days have no payments to come.'],
    ['from=2020-01-01&to=2029-06-21', 'to', 'Send a to of "2023-01-05" or earlier.'],
    ['from=2026-02-30', 'from', 'Send a real calendar day as YYYY-MM-DD.'],
    ['to=tomorrow', 'to', 'Send a real calendar day as YYYY-MM-DD.'],
    ['from=', 'from', 'Send a real calendar day as YYYY-MM-DD.'],
    ['month=7', 'month', 'Remove "month"; allowed: from, to, include, without, limit, offset.'],
  ])('§5.8: of a wrong range is refused: %s', async (query, field, suggestedFix) => {
    expect(await errorOf(`${paymentsPath}?${query}`)).toMatchObject({ code: 'invalid_query', field, suggestedFix });
  });

  test.each(['months=0', 'months=37', 'months=1.5', 'months='])('§5.9: of %s is refused', async (query) => {
    expect(await errorOf(`${forecastPath}?${query}`)).toMatchObject({ code: 'invalid_query', field: 'months' });
  });
});

describe('a report that would be too large', () => {
  const dueToday = scheduled(daily);

  test('§5.8: is refused for more than 100,000 payments, and counts against the quota', async () => {
    // 1,000 days with 100 payments each.
    insertRecords(
      service.database,
      'first',
      Array.from({ length: 100 }, () => dueToday),
    );
    const { totalsByCurrency, pagination } = await paymentsOf(service, '?to=2029-03-11&limit=1&offset=99998');
    expect([totalsByCurrency, pagination.hasMore]).toEqual([{ USD: 1_599_000 }, true]);
    expect(await errorOfReport(`${paymentsPath}?to=2029-03-12`)).toMatchObject({
      code: 'invalid_query',
      field: 'to',
      suggestedFix: 'Send an earlier to.',
    });
  });

  test('§5.9: is refused for more than 100,000 sums of several months, and counts against the quota', async () => {
    const categories = Array.from({ length: 2778 }, (_, place) => ({ ...dueToday, category: `Category ${place}` }));
    insertRecords(service.database, 'first', categories.slice(1));
    // 36 × 2,777 = 99,972
    expect((await forecastOf(service, '?months=36')).months[35]?.byCategory).toHaveLength(2777);
    insertRecords(service.database, 'first', categories.slice(0, 1));
    // 36 × 2,778 = 100,008
    expect(await errorOfReport(`${forecastPath}?months=36`)).toMatchObject({
      code: 'invalid_query',
      field: 'months',
      suggestedFix: 'Send a smaller number of months.',
    });
    expect((await forecastOf(service, '?months=35')).months).toHaveLength(35);
  });
});

test.each([
  [paymentsPath, /^"/],
  [forecastPath, /^W\/"/],
])('§8.2: the entity tag of %s has the form that its content allows', async (path, form) => {
  expect((await service.call('GET', path)).headers.get('etag')).toMatch(form);
});
