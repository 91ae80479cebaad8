import { afterAll, describe, expect, test } from 'bun:test';
import { pathOf } from '../../../support/expectations.ts';
import { paymentsOf } from '../../../support/payments.ts';
import { renewalJobOf, type RenewalJob } from '../../../support/renewalJob.ts';
import { startService, type Service } from '../../../support/service.ts';

const day = 24 * 3600;
const tenMinutes = 600;
const right = '2026-06-20T12:00:00.000Z';
const ahead = '2037-01-01T12:00:00.000Z';
const jobs: RenewalJob[] = [];
afterAll(() => Promise.all(jobs.map((job) => job.stop())));

/** A household that wants automatic renewals and has two subscriptions, on 16 June 2026; its job has run, unless it is new. */
async function startHousehold({ isNew = false } = {}) {
  const service = await startService({ writesInline: true });
  await service.call('PATCH', '/api/v1/preferences', { json: { autoRenew: true } });
  const monthly = await service.create({ name: 'A', lastPaymentDate: '2026-06-10' });
  const ending = await service.create({ name: 'B', lastPaymentDate: '2026-06-12' });
  await service.call('PATCH', `${pathOf(ending)}/details`, { json: { endsOn: '2026-08-31' } });
  const job = renewalJobOf(service, 'UTC');
  jobs.push(job);
  if (!isNew) await job.start();
  return { service, job, monthly, ending };
}

const dueDatesOf = async (service: Service) =>
  (await paymentsOf(service, '?limit=100')).data.map(({ dueOn }) => dueOn).sort();
const statusOf = async (service: Service, record: { readonly id: string }) =>
  (await service.call('GET', pathOf(record))).json.data.status;

describe('§10.12: automatic renewals on a clock that is years ahead', () => {
  test.each([
    ['after a run', false],
    ['before the first run', true],
  ])('do nothing %s if it is set right within ten minutes, and go on as usual then', async (_, isNew) => {
    const { service, job, ending } = await startHousehold({ isNew });
    service.clock.setWall(ahead);
    expect(await job.start()).toEqual([]);
    expect(job.warnings).toEqual([
      expect.stringMatching(
        /^automatic renewals wait for ten minutes: the clock shows 2037-01-01T.*, 38\d\d days after/,
      ),
    ]);
    expect(await job.wait(tenMinutes - 30)).toEqual([]);
    service.clock.setWall(right);
    await job.wait(tenMinutes);
    expect([await dueDatesOf(service), await statusOf(service, ending)]).toEqual([[], 'active']);
    service.clock.setWall('2026-07-11T00:00:00.000Z');
    await job.wait(60);
    expect(await dueDatesOf(service)).toEqual(['2026-07-10']);
    expect(job.warnings).toHaveLength(1);
  });

  test('wait after each start anew, also when somebody writes meanwhile', async () => {
    const { service, job } = await startHousehold();
    service.clock.setWall(ahead);
    for (let starts = 0; starts < 3; starts += 1) {
      expect(await job.start()).toEqual([]);
      const key = service.makeKey('first', 'write');
      expect(
        (await service.call('PATCH', '/api/v1/preferences', { key, json: { householdName: `H${starts}` } })).status,
      ).toBe(200);
      expect(await job.wait(tenMinutes - 60)).toEqual([]);
    }
    expect(await dueDatesOf(service)).toEqual([]);
  });

  test('wait while the server runs, too: for ten minutes from when the clock was set', async () => {
    const { service, job } = await startHousehold();
    await job.wait(3 * day);
    service.clock.setWall(ahead);
    await job.wait(60);
    expect([await dueDatesOf(service), job.warnings.length]).toEqual([[], 1]);
    service.clock.setWall(right);
    await job.wait(tenMinutes);
    expect(await dueDatesOf(service)).toEqual([]);
  });

  test('run when it stays so, and one request undoes them, after which each bill comes when it is due', async () => {
    const { service, job, monthly, ending } = await startHousehold();
    service.clock.setWall(ahead);
    await job.start();
    await job.wait(tenMinutes);
    const made = await dueDatesOf(service);
    expect([made.length === 100, await statusOf(service, ending)]).toEqual([true, 'cancelled']);
    service.clock.setWall(right);
    const [requestId = '', ...others] = job.requestIds;
    expect(others).toEqual([]);
    const answer = await service.call('POST', `/api/v1/requests/${requestId}/revert`);
    expect(answer.status).toBe(200);
    expect([await dueDatesOf(service), await statusOf(service, ending)]).toEqual([[], 'active']);
    expect((await service.call('GET', pathOf(monthly))).json.data).toMatchObject({
      lastPaymentDate: '2026-06-10',
      nextPaymentDate: '2026-07-10',
    });
    for (const [now, due] of [
      ['2026-07-11T00:00:00.000Z', ['2026-07-10']],
      ['2026-08-11T00:00:00.000Z', ['2026-07-10', '2026-07-12', '2026-08-10']],
    ] as const) {
      service.clock.setWall(now);
      await job.wait(60);
      expect(await dueDatesOf(service)).toEqual([...due]);
    }
  });

  test.each([
    ['come when they are due, too', ahead, ['2026-07-10']],
    ['come so, too, if it was half a day more than 45 days ahead', '2026-08-25T12:00:00.000Z', ['2026-07-10']],
    ['stay undone if it was half a day less than 45 days ahead', '2026-08-24T12:00:00.000Z', []],
  ])('that were undone before the clock was set right %s', async (_, undoneAt, dueDates) => {
    const { service, job } = await startHousehold();
    service.clock.setWall(undoneAt);
    await job.start();
    await job.wait(tenMinutes);
    expect((await service.call('POST', `/api/v1/requests/${job.requestIds[0]}/revert`)).status).toBe(200);
    service.clock.setWall('2026-07-11T00:00:00.000Z');
    await job.wait(60);
    expect(await dueDatesOf(service)).toEqual(dueDates);
  });
});

describe('§10.12: automatic renewals of a server that was off', () => {
  test.each([
    [44, 'at once', 2, 2],
    [46, 'after ten minutes', 0, 2],
  ])('for %d days are made %s', async (days, _, atOnce, inTheEnd) => {
    const { service, job } = await startHousehold();
    await job.stop();
    service.clock.advance(days * day);
    await job.start();
    expect(await dueDatesOf(service)).toHaveLength(atOnce);
    await job.wait(tenMinutes);
    expect(await dueDatesOf(service)).toHaveLength(inTheEnd);
  });

  test('are made without a pause by a server that has been running, however long nothing was due', async () => {
    const { service, job } = await startHousehold();
    await service.call('PATCH', '/api/v1/preferences', { json: { autoRenew: false } });
    for (let days = 0; days < 100; days += 1) await job.wait(day);
    const key = service.makeKey('first', 'write');
    await service.call('PATCH', '/api/v1/preferences', { key, json: { autoRenew: true } });
    await job.wait(day);
    expect([(await dueDatesOf(service)).length, job.warnings]).toEqual([3, []]);
  });
});

test.each([60, 26])(
  '§10.12: a run of %d subscriptions has at most 1,000 audit entries a request id, and all undo it',
  async (records) => {
    const service = await startService({ writesInline: true });
    await service.call('PATCH', '/api/v1/preferences', { json: { autoRenew: true } });
    for (let count = 0; count < records; count += 1)
      await service.create({ name: `N${count}`, lastPaymentDate: '2023-06-10' });
    const job = renewalJobOf(service, 'UTC');
    jobs.push(job);
    await job.start();
    const counts = service.database
      .query<{ entries: number }, [string]>(
        `SELECT count(*) AS entries FROM audit_entries WHERE request_id IN (SELECT value FROM json_each(?1)) GROUP BY request_id`,
      )
      .all(JSON.stringify(job.requestIds))
      .map(({ entries }) => entries);
    expect(counts.reduce((sum, entries) => sum + entries, 0)).toBe(records * 36);
    expect(counts.filter((entries) => entries > 1000 || entries < 1)).toEqual([]);
    for (const requestId of job.requestIds)
      expect((await service.call('POST', `/api/v1/requests/${requestId}/revert`)).status).toBe(200);
    expect(await dueDatesOf(service)).toEqual([]);
  },
);
