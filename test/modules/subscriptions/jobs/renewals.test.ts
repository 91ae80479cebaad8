import { afterAll, describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, storedRows } from '../../../support/expectations.ts';
import { newestEntry, paymentsOf, renew } from '../../../support/payments.ts';
import { renewalJobOf, type RenewalJob } from '../../../support/renewalJob.ts';
import { startService, type Service } from '../../../support/service.ts';

const day = 24 * 3600;
// After a long time without a run, the job waits for it.
const tenMinutes = 600;
const jobs: RenewalJob[] = [];
afterAll(() => Promise.all(jobs.map((job) => job.stop())));

/** A service of its own on 16 June 2026, noon, whose owner wants automatic renewals, with the job of its server. */
async function startHousehold({ autoRenew = true } = {}) {
  const service = await startService({ writesInline: true });
  await service.call('PATCH', '/api/v1/preferences', { json: { autoRenew } });
  const job = renewalJobOf(service, 'UTC');
  jobs.push(job);
  return { service, job };
}

type Record = { readonly id: string };
const read = async (service: Service, record: Record) => (await service.call('GET', pathOf(record))).json.data;
const setStatus = (service: Service, record: Record, status: string) =>
  service.call('PATCH', pathOf(record), { json: { status } });
const dueDatesOf = async (service: Service, { id }: Record) =>
  (await paymentsOf(service, `?subscriptionId=${id}&limit=100`)).data.map(({ dueOn }) => dueOn).toReversed();
const entriesOf = async (service: Service, { id }: Record) =>
  (await service.auditTrail(`?subscriptionId=${id}&limit=100`)).data.toReversed();
const setDetail = ({ database }: Service, { id }: Record, column: string, value: string | number | null) =>
  database.query(`UPDATE subscriptions SET ${column} = ?1 WHERE id = ?2`).run(value, id);

describe('§10.8: automatic renewals', () => {
  test('are made at the beginning of the day after the due date, and not before', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ lastPaymentDate: '2026-05-16' });
    await job.start();
    await job.wait(12 * 3600 - 2);
    expect(await dueDatesOf(service, record)).toEqual([]);
    await job.wait(60);
    expect(await dueDatesOf(service, record)).toEqual(['2026-06-16']);
    expect(await read(service, record)).toMatchObject({ lastPaymentDate: '2026-06-16', nextPaymentDate: '2026-07-16' });
    expect(job.info).toEqual(['automatic renewals: payments recorded: 1, subscriptions ended: 0, amounts changed: 0']);
    expect(job.log).toEqual([]);
  });

  test('of a server that was off for three months are made at its start, one entry for each', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ lastPaymentDate: '2026-05-31', amount: 7.5 });
    service.clock.advance(92 * day);
    await job.start();
    await job.wait(tenMinutes);
    const { data } = await paymentsOf(service);
    expect(data.map(({ dueOn, paidOn, amount, source }) => [dueOn, paidOn, amount, source])).toEqual([
      ['2026-08-31', '2026-08-31', 7.5, 'automatic'],
      ['2026-07-31', '2026-07-31', 7.5, 'automatic'],
      ['2026-06-30', '2026-06-30', 7.5, 'automatic'],
    ]);
    const [, ...entries] = await entriesOf(service, record);
    expect(entries.map(({ action, metadata }) => [action, metadata['patch'], metadata['renewal']])).toEqual([
      [
        'subscription.update',
        { lastPaymentDate: '2026-06-30' },
        {
          dueOn: '2026-06-30',
          paidOn: '2026-06-30',
          anchorDay: { before: null, after: 31 },
          nextPaymentDate: { before: '2026-06-30', after: '2026-07-31' },
        },
      ],
      ['subscription.update', { lastPaymentDate: '2026-07-31' }, expect.objectContaining({ dueOn: '2026-07-31' })],
      ['subscription.update', { lastPaymentDate: '2026-08-31' }, expect.objectContaining({ dueOn: '2026-08-31' })],
    ]);
    const [first] = entries;
    const actor = service.database
      .query<{ kind: string }, [string]>('SELECT kind FROM api_keys WHERE id = ?')
      .get(first?.apiKeyId ?? '');
    expect(actor).toEqual({ kind: 'service' });
    expect((await read(service, record)).nextPaymentDate).toBe('2026-09-30');
  });

  test('of 40 missed days have 36 entries, and one for the four days before them', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ lastPaymentDate: '2026-06-16', period: 'custom', customDate: '1' });
    service.clock.advance(41 * day);
    await job.start();
    const [, shared, ...others] = await entriesOf(service, record);
    expect([shared?.metadata['renewal'], others.length]).toEqual([
      expect.objectContaining({ dueOn: '2026-06-20', paidOn: '2026-06-20', steps: 4 }),
      36,
    ]);
    expect(await dueDatesOf(service, record)).toHaveLength(40);
    expect((await read(service, record)).nextPaymentDate).toBe('2026-07-27');
  });

  test.each([
    [false, null, 0],
    [false, 0, 0],
    [false, 1, 1],
    [true, null, 1],
    [true, 0, 0],
    [true, 1, 1],
  ])('with the preference %p and the detail %p: %d payments', async (autoRenew, detail, payments) => {
    const { service, job } = await startHousehold({ autoRenew });
    const record = await service.create({ lastPaymentDate: '2026-05-10' });
    setDetail(service, record, 'auto_renew', detail);
    await job.start();
    expect(await dueDatesOf(service, record)).toHaveLength(payments);
  });

  test('are made for each owner as that owner prefers', async () => {
    const { service, job } = await startHousehold();
    const key = service.keys.otherWrite;
    const others = await service.create({ lastPaymentDate: '2026-05-10' }, key);
    const own = await service.create({ lastPaymentDate: '2026-05-10' });
    await job.start();
    expect(await dueDatesOf(service, own)).toHaveLength(1);
    expect((await paymentsOf(service, '', key)).data).toEqual([]);
    await service.call('PATCH', '/api/v1/preferences', { key, json: { autoRenew: true } });
    await job.start();
    expect((await paymentsOf(service, '', key)).data).toMatchObject([{ subscriptionId: others.id }]);
  });

  test('write nothing when nothing is due, and nothing is asked of the writer when nobody wants them', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-06-01' });
    const before = storedRows(service);
    expect(await job.start()).not.toEqual([]);
    await service.call('PATCH', '/api/v1/preferences', { json: { autoRenew: false } });
    expect(await job.start()).toEqual([]);
    expect(storedRows(service)).toMatchObject({ subscriptions: (before as { subscriptions: object[] }).subscriptions });
    expect(job.info).toEqual([]);
  });
});

describe('§10.9: automatic renewals', () => {
  test('make nothing twice when the clock is set back and forth, also across a restart', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ lastPaymentDate: '2026-05-10' });
    service.clock.advance(31 * day);
    await job.start();
    const before = storedRows(service);
    for (const instant of ['2026-06-11T00:00:01.000Z', '2026-05-01T12:00:00.000Z', '2026-07-16T23:00:00.000Z']) {
      service.clock.setWall(instant);
      await job.wait(3600);
      await job.start();
    }
    expect(storedRows(service)).toEqual(before);
    expect(await dueDatesOf(service, record)).toEqual(['2026-06-10', '2026-07-10']);
  });

  test('of a due date are not made again after their revert, until a client records the payment', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ lastPaymentDate: '2026-05-10' });
    await job.start();
    const entry = await newestEntry(service, record);
    expect((await service.call('POST', `/api/v1/audit/${entry.id}/revert`)).status).toBe(200);
    expect(await dueDatesOf(service, record)).toEqual([]);
    await job.start();
    await job.wait(31 * day);
    expect(await dueDatesOf(service, record)).toEqual([]);
    expect((await read(service, record)).nextPaymentDate).toBe('2026-06-10');
    expect((await renew(service, record, { json: { dueOn: '2026-06-10' } })).status).toBe(200);
    await job.start();
    expect(await dueDatesOf(service, record)).toEqual(['2026-06-10', '2026-07-10']);
  });

  test('that were reverted by mistake come back with the revert of the revert', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ lastPaymentDate: '2026-05-10' });
    await job.start();
    for (let times = 0; times < 2; times += 1) {
      await service.call('POST', `/api/v1/audit/${(await newestEntry(service, record)).id}/revert`);
    }
    await job.wait(31 * day);
    expect(await dueDatesOf(service, record)).toEqual(['2026-06-10', '2026-07-10']);
  });

  test('skip the due dates on whose evening the subscription was paused', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ lastPaymentDate: '2026-06-10' });
    service.clock.advance(30 * day); // 16 July
    await setStatus(service, record, 'paused');
    service.clock.advance(60 * day); // 14 September
    await setStatus(service, record, 'active');
    service.clock.advance(60 * day); // 13 November
    await job.start();
    await job.wait(tenMinutes);
    expect(await dueDatesOf(service, record)).toEqual(['2026-07-10', '2026-10-10', '2026-11-10']);
    const renewals = (await entriesOf(service, record)).map(({ metadata }) => metadata['renewal']).filter(Boolean);
    expect(renewals).toMatchObject([
      { dueOn: '2026-07-10' },
      { dueOn: '2026-10-10', skipped: 2 },
      { dueOn: '2026-11-10' },
    ]);
  });

  test('skip the due dates that have a payment, when lastPaymentDate was set back', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ lastPaymentDate: '2026-03-10' });
    expect((await renew(service, record, { json: { dueOn: '2026-04-10' } })).status).toBe(200);
    await job.start();
    await service.call('PATCH', pathOf(record), { json: { lastPaymentDate: '2026-02-10' } });
    await job.start();
    expect(await dueDatesOf(service, record)).toEqual(['2026-03-10', '2026-04-10', '2026-05-10', '2026-06-10']);
    const { metadata } = await newestEntry(service, record);
    expect(metadata['renewal']).toMatchObject({ dueOn: '2026-06-10', paidOn: null, skipped: 3 });
  });

  test('do not take a rescheduled payment for the next one, though that has the same due date', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ lastPaymentDate: '2026-01-30' });
    expect((await renew(service, record, { json: { reschedule: true, paidOn: '2026-01-31' } })).status).toBe(200);
    await job.start();
    const dueDates = ['2026-02-28', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'];
    expect((await dueDatesOf(service, record)).toSorted()).toEqual(dueDates);
  });

  test('skip what passed while it was paused, in an entry of its own when nothing is due since', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ lastPaymentDate: '2026-06-10', status: 'paused' });
    service.clock.advance(70 * day); // 25 August
    await job.start();
    expect((await read(service, record)).nextPaymentDate).toBe('2026-07-10');
    await setStatus(service, record, 'active');
    await job.start();
    expect((await read(service, record)).nextPaymentDate).toBe('2026-09-10');
    expect(await dueDatesOf(service, record)).toEqual([]);
    const { metadata } = await newestEntry(service, record);
    expect(metadata['renewal']).toMatchObject({ dueOn: '2026-08-10', paidOn: null, skipped: 2 });
  });
});

describe('§10.10: the end of a subscription', () => {
  test.each([
    [true, 1, 'automatic'],
    [false, 0, undefined],
  ])('cancels it on the day after, with the preference %p', async (autoRenew, payments, source) => {
    const { service, job } = await startHousehold({ autoRenew });
    const record = await service.create({ lastPaymentDate: '2026-05-16' });
    setDetail(service, record, 'ends_on', '2026-06-16');
    await job.start();
    expect((await read(service, record)).status).toBe('active');
    await job.wait(day);
    expect((await read(service, record)).status).toBe('cancelled');
    const { data } = await paymentsOf(service);
    expect([data.length, data[0]?.source as unknown]).toEqual([payments, source]);
    const { metadata } = await newestEntry(service, record);
    expect(metadata).toMatchObject({ patch: { status: 'cancelled' }, before: { status: 'active' } });
    expectRefusal(await renew(service, record), 409, { code: 'not_active' });
  });

  test('leaves paused ones as they are', async () => {
    const { service, job } = await startHousehold();
    const paused = await service.create({ status: 'paused' });
    setDetail(service, paused, 'ends_on', '2026-06-01');
    await job.start();
    const statuses = service.database.query('SELECT status FROM subscriptions ORDER BY sequence').values();
    expect(statuses).toEqual([['paused']]);
  });
});

describe('the job of automatic renewals', () => {
  test('is retried when it fails, and makes nothing twice', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ lastPaymentDate: '2026-05-10' });
    job.failNext(2);
    await job.start();
    expect(await dueDatesOf(service, record)).toEqual([]);
    await job.wait(60);
    expect(job.log).toHaveLength(2);
    expect(await dueDatesOf(service, record)).toEqual([]);
    await job.wait(120);
    expect(await dueDatesOf(service, record)).toEqual(['2026-06-10']);
    expect(job.log).toEqual(Array.from({ length: 2 }, () => 'automatic renewals failed: Error: the disk is full'));
  });

  test('stops between two commands, and continues at the next start', async () => {
    const { service, job } = await startHousehold();
    for (let count = 0; count < 200; count += 1) await service.create({ lastPaymentDate: '2026-05-10' });
    job.stopAfter(2);
    expect(await job.start()).toHaveLength(2);
    const made = service.database.query<{ rows: number }, []>('SELECT count(*) AS rows FROM payments').get();
    expect(made?.rows).toBe(50);
    await job.start();
    expect(service.database.query('SELECT count(*), count(DISTINCT subscription_id) FROM payments').values()).toEqual([
      [200, 200],
    ]);
  });
});
