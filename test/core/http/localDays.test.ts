import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  fromDay,
  secondsOfDay,
  usesOfImports,
  usesOfPlans,
  usesOfReminders,
  type Place,
  type Use,
} from '../../support/localDays.ts';
import { pathOf } from '../../support/expectations.ts';
import { calendarOf, dayIn } from '../../support/calendars.ts';
import { paymentsOf, renew } from '../../support/payments.ts';
import { sessionPath, signedIn, signIn, withSession } from '../../support/people.ts';
import { insertRecords, removeRecords } from '../../support/records.ts';
import { renewalJobOf } from '../../support/renewalJob.ts';
import { deadlinesOf, forecastOf, paymentsOf as paymentsToComeOf, summaryOf } from '../../support/reports.ts';
import { startService, validDraft, type Service } from '../../support/service.ts';

const places: readonly Place[] = [
  { timeZone: 'Pacific/Pago_Pago', now: '2026-07-01T10:30:00.000Z', today: '2026-06-30' },
  { timeZone: 'Pacific/Kiritimati', now: '2026-06-30T10:30:00.000Z', today: '2026-07-01' },
  { timeZone: 'Asia/Tokyo', now: '2026-06-30T15:30:00.000Z', today: '2026-07-01' },
];

const daily = { period: 'custom', customDate: '1' };

/** The due dates that automatic renewals have recorded for a record. */
async function recorded(service: Service, { id }: { readonly id: string }): Promise<string[]> {
  return (await paymentsOf(service, `?subscriptionId=${id}&limit=100`)).data.map(({ dueOn }) => dueOn).toSorted();
}

/** A job of renewals of a service whose owner wants them. It is stopped when the file ends. */
async function jobOf(service: Service, { timeZone }: Place) {
  await service.call('PATCH', '/api/v1/preferences', { json: { autoRenew: true } });
  const job = renewalJobOf(service, timeZone);
  afterAll(() => job.stop());
  return job;
}

const reports = 'src/modules/analytics/routes/routes.ts';
const detailsRoutes = 'src/modules/subscriptions/routes/details.ts';

/** Three subscriptions: notice for them is in time until yesterday, today and tomorrow. */
async function createWithNotice(service: Service, today: string): Promise<readonly string[]> {
  const operations = [-1, 0, 1].map((days) => ({
    action: 'create',
    subscription: validDraft,
    details: { cancelBefore: fromDay(today, days) },
  }));
  const { json } = await service.call('POST', '/api/v1/subscriptions/batch', { json: { operations } });
  return (json['results'] as readonly { readonly data: { readonly id: string } }[]).map(({ data }) => data.id);
}

/** The first day that is a `noticeBy` in some answers. */
function firstNotice(answers: readonly { readonly text: string }[]): string | undefined {
  return answers.flatMap(({ text }) => /"noticeBy":"([^"]+)"/.exec(text)?.[1] ?? []).toSorted()[0];
}

/** Requests the same of the details of several subscriptions, and gives the first `noticeBy`. */
async function noticeIn(service: Service, ids: readonly string[], ...[method, rest, json]: [string, string, object?]) {
  const call = json === undefined ? {} : { json };
  return firstNotice(await Promise.all(ids.map((id) => service.call(method, pathOf({ id }) + rest, call))));
}
const uses: readonly Use[] = [
  {
    file: reports,
    operation: 'the renewal that is due in 0 days',
    async dayOf(service, { today }) {
      const around = [-1, 0, 1].map((days) => ({ nextPaymentDate: fromDay(today, days) }));
      insertRecords(service.database, 'first', around);
      const { upcomingRenewals } = await summaryOf(service);
      return upcomingRenewals.find(({ daysUntilRenewal }) => daysUntilRenewal === 0)?.nextPaymentDate;
    },
  },
  {
    file: reports,
    operation: 'the default `from` of payments to come',
    dayOf: async (service) => (await paymentsToComeOf(service)).from,
  },
  {
    file: reports,
    operation: 'the day before which payments are overdue in a forecast',
    async dayOf(service) {
      await service.create({ ...daily, lastPaymentDate: '2026-06-20' });
      return fromDay('2026-06-21', (await forecastOf(service)).overdue.payments);
    },
  },
  {
    file: reports,
    operation: 'the first deadline',
    async dayOf(service, { today }) {
      await createWithNotice(service, today);
      return (await deadlinesOf(service))[0]?.date;
    },
  },
  {
    file: detailsRoutes,
    operation: 'the first `noticeBy` in details',
    dayOf: async (service, { today }) => noticeIn(service, await createWithNotice(service, today), 'GET', '/details'),
  },
  {
    file: detailsRoutes,
    operation: 'the first `noticeBy` in details that would be cleared',
    dayOf: async (service, { today }) =>
      noticeIn(service, await createWithNotice(service, today), 'DELETE', '/details?dryRun=true'),
  },
  {
    file: 'src/modules/subscriptions/routes/changes.ts',
    operation: 'the first `noticeBy` in changed details',
    dayOf: async (service, { today }) =>
      noticeIn(service, await createWithNotice(service, today), 'PATCH', '/details', { notes: 'x' }),
  },
  {
    file: 'src/modules/subscriptions/routes/records.ts',
    operation: 'the first `noticeBy` in subscriptions with their details',
    dayOf: async (service, { today }) =>
      noticeIn(service, await createWithNotice(service, today), 'GET', '?include=details'),
  },
  {
    file: 'src/modules/feeds/routes/calendarRoute.ts',
    operation: 'the first day of a calendar',
    async dayOf(service, { today }) {
      await service.create({ ...daily, lastPaymentDate: fromDay(today, -9) });
      const calendar = await calendarOf(service, { daysBack: 0 });
      return dayIn(/DTSTART;VALUE=DATE:(\d{8})/.exec(calendar.text)?.[1] ?? '');
    },
  },
  {
    file: 'src/modules/payments/routes.ts',
    operation: 'the default `to` of what was spent',
    async dayOf(service) {
      const { json } = await service.call('GET', '/api/v1/analytics/spent');
      return (json['spent'] as { readonly to: string }).to;
    },
  },
  {
    file: 'src/modules/subscriptions/routes/renewals.ts',
    operation: 'the day of a payment in advance',
    async dayOf(service) {
      const record = await service.create({ lastPaymentDate: '2026-06-20' });
      expect((await renew(service, record, { json: { dueOn: record.nextPaymentDate } })).status).toBe(200);
      return (await paymentsOf(service)).data[0]?.paidOn;
    },
  },
  {
    file: 'src/modules/payments/routes.ts',
    operation: 'the day before the last one to which a payment can be corrected',
    async dayOf(service) {
      const record = await service.create({ lastPaymentDate: '2026-05-20' });
      await renew(service, record, { json: { dueOn: record.nextPaymentDate } });
      const id = (await paymentsOf(service)).data[0]?.id ?? '';
      const { json } = await service.call('PATCH', `/api/v1/payments/${id}`, { json: { paidOn: '2999-12-31' } });
      const [tomorrow = ''] = /\d{4}-\d\d-\d\d/.exec(json.error.message) ?? [];
      return fromDay(tomorrow, -1);
    },
  },
  {
    file: 'src/modules/batch/routes.ts',
    operation: 'the day of a payment in advance in a batch',
    async dayOf(service) {
      const { id, nextPaymentDate: dueOn } = await service.create({ lastPaymentDate: '2026-06-20' });
      const json = { operations: [{ action: 'renew', id, dueOn }] };
      expect((await service.call('POST', '/api/v1/subscriptions/batch', { json })).status).toBe(200);
      return (await paymentsOf(service)).data[0]?.paidOn;
    },
  },
  {
    file: 'src/modules/sessions/routes.ts',
    operation: 'the present day in the answer to a sign-in',
    async dayOf(service) {
      const { json } = await signIn(service, { apiKey: service.keys.read });
      return (json.data as unknown as { readonly today: string }).today;
    },
  },
  {
    file: 'src/modules/sessions/routes.ts',
    operation: 'the present day of a session',
    async dayOf(service) {
      const { json } = await service.call(
        'GET',
        sessionPath,
        withSession(await signedIn(service, { apiKey: service.keys.read })),
      );
      return (json.data as unknown as { readonly today: string }).today;
    },
  },
  {
    file: 'src/modules/exports/routes.ts',
    operation: 'the day in the name of an exported file',
    async dayOf(service) {
      const { headers } = await service.call('GET', '/api/v1/export');
      return /duebook-([\d-]+)\.json/.exec(headers.get('content-disposition') ?? '')?.[1];
    },
  },
  {
    file: 'src/modules/subscriptions/jobs.ts',
    operation: 'the day before which automatic renewals record payments',
    async dayOf(service, place) {
      const record = await service.create({ ...daily, lastPaymentDate: fromDay(place.today, -4) });
      await (await jobOf(service, place)).start();
      return (await service.call('GET', pathOf(record))).json.data.nextPaymentDate;
    },
  },
  {
    file: 'src/modules/subscriptions/jobs.ts',
    operation: 'the day before which subscriptions end',
    async dayOf(service, place) {
      const days = [-2, -1, 0, 1].map((count) => fromDay(place.today, count));
      insertRecords(
        service.database,
        'first',
        days.map((endsOn) => ({ endsOn, nextPaymentDate: '2027-01-01' })),
      );
      await (await jobOf(service, place)).start();
      const { data } = await service.list('?status=active&include=details&sort=createdAt');
      return (data[0] as unknown as { readonly details: { readonly endsOn: string } } | undefined)?.details.endsOn;
    },
  },
  {
    file: 'src/modules/subscriptions/store/dueSearches.ts',
    operation: 'the first evening on which a subscription is paused',
    async dayOf(service, place) {
      const { today } = place;
      const record = await service.create({ ...daily, lastPaymentDate: fromDay(today, -4) });
      await service.call('PATCH', pathOf(record), { json: { status: 'paused' } });
      service.clock.advance(3 * secondsOfDay);
      await service.call('PATCH', pathOf(record), { json: { status: 'active' } });
      service.clock.advance(secondsOfDay);
      await (await jobOf(service, place)).start();
      const paid = await recorded(service, record);
      // Paid are the three days before the pause, and the day on which it ended.
      expect(paid).toHaveLength(4);
      expect(paid.at(-1)).toBe(fromDay(today, 3));
      return fromDay(paid[2] ?? '', 1);
    },
  },
  ...usesOfPlans,
  ...usesOfReminders,
  ...usesOfImports,
];

describe.each(places)('in $timeZone at $now', (place) => {
  test.each(uses)('§5.2: $operation is that of the time zone', async ({ dayOf }) => {
    const { timeZone, now, today } = place;
    const service = await startService({ writesInline: true, timeZone, now });
    removeRecords(service.database);
    expect(await dayOf(service, place)).toBe(today);
  });

  test('§10.8: payments are recorded when the day begins there', async () => {
    const { timeZone, today } = place;
    const lastHour = Temporal.PlainDate.from(today).toZonedDateTime({ timeZone, plainTime: '23:30' });
    const service = await startService({ writesInline: true, timeZone, now: lastHour.toInstant().toString() });
    const record = await service.create({ ...daily, lastPaymentDate: fromDay(today, -1) });
    const job = await jobOf(service, place);
    await job.start();
    await job.wait(29 * 60);
    expect(await recorded(service, record)).toEqual([]);
    await job.wait(2 * 60);
    expect(await recorded(service, record)).toEqual([today]);
  });
});

test('every place of the code that takes the day of an instant is tried above', () => {
  // The definition; the timetable, which test/core/jobs/timetable.test.ts tries; and the metrics, which test/e2e/observability.test.ts tries.
  const triedElsewhere = new Set([
    'src/core/billing/days.ts',
    'src/core/jobs/timetable.ts',
    'src/server/storage.ts',
    // test/core/http/mcp/today.test.ts
    'src/core/http/mcp/routes.ts',
    // test/modules/analytics/routes/payments.test.ts
    'src/modules/prices/store.ts',
    // test/modules/payments/routes/estimates.test.ts
    'src/modules/prices/routes.ts',
    // test/modules/rates/jobs.test.ts: it is the day of the bank
    'src/modules/rates/jobs.ts',
    // test/cli/demo.test.ts
    'src/cli/demo.ts',
  ]);
  const source = join(import.meta.dir, '../../..');
  const calls = Array.from(new Bun.Glob('src/**/*.ts').scanSync(source)).flatMap((file) => {
    const times = readFileSync(join(source, file), 'utf8').split('dayOfInstant(').length - 1;
    return times === 0 || file.startsWith('src/web/') || triedElsewhere.has(file) ? [] : [{ file, times }];
  });
  expect(calls.length).toBeGreaterThan(5);
  const untried = calls.filter(({ file, times }) => uses.filter((use) => use.file === file).length < times);
  expect(untried).toEqual([]);
});
