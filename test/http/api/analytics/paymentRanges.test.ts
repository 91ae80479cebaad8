import { beforeEach, describe, expect, test } from 'bun:test';
import { quotaHeaderNames, quotaHeadersOf, refusalOf } from '../../../support/expectations.ts';
import { scheduled } from '../../../support/dueDays.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { forecastOf, paymentsOf } from '../../../support/reports.ts';
import { startService, type Service } from '../../../support/service.ts';

const service = await startService({ now: '2026-06-16T12:00:00.000Z' });
const payments = '/api/v1/analytics/payments';
const forecast = '/api/v1/analytics/forecast';

beforeEach(() => removeRecords(service.database));

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
    ['month=7', 'month', 'Remove "month"; allowed: from, to, limit, offset.'],
  ])('§5.8: of a wrong range is refused: %s', async (query, field, suggestedFix) => {
    expect(await errorOf(`${payments}?${query}`)).toMatchObject({ code: 'invalid_query', field, suggestedFix });
  });

  test.each(['months=0', 'months=37', 'months=1.5', 'months='])('§5.9: of %s is refused', async (query) => {
    expect(await errorOf(`${forecast}?${query}`)).toMatchObject({ code: 'invalid_query', field: 'months' });
  });
});

describe('a report that would be too large', () => {
  const daily = scheduled({ period: 'custom', customDays: 1, lastPaymentDate: '2026-06-15' } as const);

  test('§5.8: is refused for more than 100,000 payments, and counts against the quota', async () => {
    // 1,000 days with 100 payments each.
    insertRecords(
      service.database,
      'first',
      Array.from({ length: 100 }, () => daily),
    );
    const { totalsByCurrency, pagination } = await paymentsOf(service, '?to=2029-03-11&limit=1&offset=99998');
    expect([totalsByCurrency, pagination.hasMore]).toEqual([{ USD: 1_599_000 }, true]);
    expect(await errorOfReport(`${payments}?to=2029-03-12`)).toMatchObject({
      code: 'invalid_query',
      field: 'to',
      suggestedFix: 'Send an earlier to.',
    });
  });

  test('§5.9: is refused for more than 100,000 sums of several months, and counts against the quota', async () => {
    const categories = Array.from({ length: 2778 }, (_, place) => ({ ...daily, category: `Category ${place}` }));
    insertRecords(service.database, 'first', categories.slice(1));
    // 36 × 2,777 = 99,972
    expect((await forecastOf(service, '?months=36')).months[35]?.byCategory).toHaveLength(2777);
    insertRecords(service.database, 'first', categories.slice(0, 1));
    // 36 × 2,778 = 100,008
    expect(await errorOfReport(`${forecast}?months=36`)).toMatchObject({
      code: 'invalid_query',
      field: 'months',
      suggestedFix: 'Send a smaller number of months.',
    });
    expect((await forecastOf(service, '?months=35')).months).toHaveLength(35);
  });
});

describe('today', () => {
  const instant = '2026-06-30T10:30:00.000Z';

  test.each([
    ['UTC', '2026-06-30', '2026-06'],
    ['Pacific/Kiritimati', '2026-07-01', '2026-07'],
    ['Pacific/Pago_Pago', '2026-06-29', '2026-06'],
  ])('§5.2: is, in %s, %s', async (timeZone, today, month) => {
    const elsewhere = await startService({ now: instant, timeZone });
    const days = ['2026-06-28', '2026-06-29', '2026-06-30', '2026-07-01', '2026-07-02'];
    insertRecords(
      elsewhere.database,
      'first',
      days.map((day) => ({ name: day, lastPaymentDate: previousYear(day), nextPaymentDate: day, period: 'yearly' })),
    );
    const found = await paymentsOf(elsewhere, '?limit=1');
    expect([found.from, found.payments[0]?.name]).toEqual([today, today]);
    expect(found.overdue.map(({ name }) => name)).toEqual(days.filter((day) => day < today));
    const { asOf, overdue, months } = await forecastOf(elsewhere);
    const ofMonth = days.filter((day) => day >= today && day.startsWith(month)).length;
    expect([asOf, overdue.payments, months[0]]).toMatchObject([
      instant,
      days.filter((day) => day < today).length,
      { month, payments: ofMonth },
    ]);
  });
});

describe('an entity tag', () => {
  const record: Partial<RecordFields> = scheduled({ lastPaymentDate: '2026-06-01' });
  const tagOf = async (asked: Service, path: string) => (await asked.call('GET', path)).headers.get('etag') ?? '';

  test.each([
    [payments, /^"/],
    [forecast, /^W\/"/],
  ])('§8.2: of %s stays until the content changes, and is answered 304', async (path, form) => {
    const own = await startService({ now: '2026-06-16T12:00:00.000Z' });
    insertRecords(own.database, 'first', [record]);
    const tag = await tagOf(own, path);
    expect(tag).toMatch(form);
    own.clock.advance(60);
    const headers = { 'if-none-match': tag };
    const same = await own.call('GET', path, { headers });
    expect([same.status, same.text]).toEqual([304, '']);
    insertRecords(own.database, 'first', [record]);
    expect((await own.call('GET', path, { headers })).status).toBe(200);
    expect(await tagOf(own, path)).not.toBe(tag);
  });
});

/** The same day a year earlier. */
function previousYear(day: string): string {
  return `2025${day.slice(4)}`;
}
