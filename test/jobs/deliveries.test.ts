import { afterAll, describe, expect, test } from 'bun:test';
import { instantOf } from '../../src/runtime/system.ts';
import { markRestored } from '../../src/store/backup/restoreMark.ts';
import { pathOf } from '../support/expectations.ts';
import { deliveryJobOf, type DeliveryJob } from '../support/deliveryJob.ts';
import { addChannel } from '../support/reminders.ts';
import { startService, type Service } from '../support/service.ts';

const hour = 3600;
const day = 24 * hour;
const jobs: DeliveryJob[] = [];
afterAll(() => Promise.all(jobs.map((job) => job.stop())));

interface Delivery {
  readonly id: string;
  readonly channelId: string;
  readonly subscriptionIds: readonly string[];
  readonly dueOn: string | null;
  readonly sendAt: string;
  readonly state: string;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: string | null;
  readonly sentAt: string | null;
}

/** A service on 16 June 2026, noon, with a channel, and the job of its server. */
async function startHousehold({ timeZone = 'UTC', now = '2026-06-16T12:00:00.000Z', channels = 1 } = {}) {
  const service = await startService({ writesInline: true, timeZone, now });
  const channelIds = Array.from({ length: channels }, () => addChannel(service));
  const job = deliveryJobOf(service, timeZone);
  jobs.push(job);
  return { service, job, channelIds };
}

async function addRule(service: Service, fields: object = {}): Promise<string> {
  const json = { event: 'renewal', daysBefore: [3, 0], ...fields };
  const answer = await service.call('POST', '/api/v1/reminders', { json });
  expect(answer.status).toBe(201);
  return answer.json.data.id;
}

async function deliveriesOf(service: Service, query = ''): Promise<readonly Delivery[]> {
  const answer = await service.call('GET', `/api/v1/deliveries?limit=100${query}`);
  expect(answer.status).toBe(200);
  return (answer.json.data as unknown as readonly Delivery[]).toReversed();
}

const titles = (job: DeliveryJob) => job.received.map(({ at, message }) => [at.slice(0, 16), message.title]);
const statesOf = async (service: Service) =>
  (await deliveriesOf(service)).map(({ state, lastError }) => (lastError === null ? state : `${state} ${lastError}`));

describe('reminders', () => {
  test('are sent at their time, so many days before the event, and each is a delivery', async () => {
    const { service, job, channelIds } = await startHousehold();
    const record = await service.create({
      name: 'Netflix',
      lastPaymentDate: '2026-05-20',
      amount: 15.99,
      currency: 'EUR',
    });
    await addRule(service);
    await job.start();
    expect(job.received).toEqual([]);
    await job.wait(5 * day, 600);
    expect(titles(job)).toEqual([
      ['2026-06-17T09:00', 'Netflix renews in 3 days'],
      ['2026-06-20T09:00', 'Netflix renews today'],
    ]);
    expect(job.received[0]?.message).toMatchObject({
      text: 'Date: Saturday, June 20, 2026\nAmount: EUR\u00a015.99',
      url: `https://duebook.example.org/subscriptions?id=${record.id}`,
      event: 'reminder.due',
    });
    const [first, ...others] = await deliveriesOf(service);
    expect(others).toHaveLength(1);
    expect(first).toMatchObject({
      id: job.received[0]?.id ?? '',
      channelId: channelIds[0] ?? '',
      subscriptionIds: [record.id],
      dueOn: '2026-06-20',
      sendAt: '2026-06-17T09:00:00.000Z',
      state: 'sent',
      attempts: 1,
      lastStatus: 200,
    });
    expect(job.log).toEqual([]);
  });

  test('of one moment for one channel are one message', async () => {
    const { service, job } = await startHousehold({ channels: 2 });
    for (const name of ['Netflix', 'Spotify']) await service.create({ name, lastPaymentDate: '2026-05-20' });
    await addRule(service);
    await job.start();
    await job.wait(day, 600);
    expect(job.received).toHaveLength(2);
    expect(new Set(job.received.map(({ channelId }) => channelId)).size).toBe(2);
    expect(job.received[0]?.message.title).toBe('2 reminders');
    expect(job.received[0]?.message.text).toContain('Spotify renews in 3 days');
  });

  test('are not sent of what is paused, cancelled, silent or paid meanwhile', async () => {
    const { service, job } = await startHousehold();
    const draft = { lastPaymentDate: '2026-05-20' };
    await service.create({ ...draft, name: 'Paused', status: 'paused' });
    await service.create({ ...draft, name: 'Cancelled', status: 'cancelled' });
    await service.create({ ...draft, name: 'Silent', notificationEnabled: false });
    const paid = await service.create({ ...draft, name: 'Paid' });
    await addRule(service);
    await job.start();
    job.answer(() => ({ outcome: 'failed', reason: 'timeout', isPermanent: false }));
    await job.wait(22 * hour, 600);
    expect(job.received.map(({ message }) => message.title)).toEqual(
      Array.from({ length: job.received.length }, () => 'Paid renews in 3 days'),
    );
    expect(job.received.length).toBeGreaterThan(0);
    const before = job.received.length;
    await service.call('PATCH', pathOf(paid), { json: { status: 'paused' } });
    await job.wait(day, 600);
    expect(job.received).toHaveLength(before);
    expect(await statesOf(service)).toEqual(['skipped notDue']);
  });

  test('of a rule that was made or moved after their time are not sent', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-16' });
    const id = await addRule(service);
    await job.start();
    await job.wait(hour);
    expect(job.received).toEqual([]);
    await service.call('PATCH', `/api/v1/reminders/${id}`, { json: { at: '08:00' } });
    await job.wait(hour);
    expect(await statesOf(service)).toEqual([]);
    await service.call('PATCH', `/api/v1/reminders/${id}`, { json: { at: '15:30' } });
    await job.wait(2 * hour);
    expect(titles(job)).toEqual([['2026-06-16T15:30', expect.stringContaining('today')]]);
  });

  test('without a channel are no deliveries, and the rule says so', async () => {
    const { service, job } = await startHousehold({ channels: 0 });
    await service.create({ lastPaymentDate: '2026-05-20' });
    const id = await addRule(service);
    const rule = await service.call('GET', `/api/v1/reminders/${id}`);
    expect(rule.json.data as object).toMatchObject({ channelCount: 0 });
    const preview = await service.call('GET', '/api/v1/reminders/preview?days=5');
    expect(preview.json.data as object).toMatchObject([{ channelIds: [] }, { channelIds: [] }]);
    await job.start();
    await job.wait(5 * day, 600);
    expect([job.received, await deliveriesOf(service)]).toEqual([[], []]);
  });
});

describe('a server that was off for a week', () => {
  test('sends what is not over as one message, and skips the rest', async () => {
    const { service, job } = await startHousehold();
    await service.create({ name: 'Over', lastPaymentDate: '2026-05-19' });
    await service.create({ name: 'Ahead', lastPaymentDate: '2026-05-25' });
    await service.create({ name: 'Tomorrow', lastPaymentDate: '2026-05-24' });
    await addRule(service, { daysBefore: [7, 3, 1, 0] });
    await job.start();
    await job.stop();
    service.clock.advance(7 * day);
    await job.start();
    expect(job.received).toHaveLength(1);
    expect(job.received[0]?.message.data).toMatchObject({
      reminders: [
        { name: 'Tomorrow', dueOn: '2026-06-24', daysLeft: 1 },
        { name: 'Ahead', dueOn: '2026-06-25', daysLeft: 2 },
      ],
    });
    const states = await statesOf(service);
    expect(new Set(states)).toEqual(new Set(['sent', 'skipped missed']));
    await job.wait(day, 600);
    expect(job.received).toHaveLength(2);
    expect(job.received[1]?.message.title).toContain('2 reminders');
  });
});

describe('a restored backup', () => {
  test('sends nothing that was due before, and everything that comes afterwards', async () => {
    const { service, job } = await startHousehold();
    await service.create({ name: 'Netflix', lastPaymentDate: '2026-05-20' });
    await addRule(service);
    job.answer(() => ({ outcome: 'failed', reason: 'timeout', isPermanent: false }));
    await job.start();
    await job.wait(22 * hour, 600);
    const before = job.received.length;
    expect(before).toBeGreaterThan(0);
    await job.stop();
    await service.create({ name: 'Spotify', lastPaymentDate: '2026-05-21' });
    service.clock.advance(2 * day);
    markRestored(service.database, service.clock.wallMilliseconds());
    job.answer(() => ({ outcome: 'sent', status: 200 }));
    await job.start();
    expect([job.received.length, await statesOf(service)]).toEqual([before, ['skipped restored', 'skipped restored']]);
    await job.wait(2 * day, 600);
    expect(titles(job).slice(before)).toEqual([
      ['2026-06-20T09:00', 'Netflix renews today'],
      ['2026-06-21T09:00', 'Spotify renews today'],
    ]);
  });
});

describe('old deliveries', () => {
  test('are deleted after 450 days', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-20', status: 'active', period: 'yearly' });
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [3] });
    await job.start();
    await job.wait(day, 600);
    expect(await statesOf(service)).toEqual(['sent']);
    await job.stop();
    const remaining = () =>
      service.database
        .query<{ rows: number }, []>("SELECT count(*) AS rows FROM delivery_items WHERE due_on < '2026-07'")
        .get();
    service.clock.advance(449 * day);
    await job.start();
    expect(remaining()).toEqual({ rows: 1 });
    service.clock.advance(2 * day);
    await job.start();
    expect(remaining()).toEqual({ rows: 0 });
  });
});

describe('a channel that has sent nothing for a day', () => {
  test('is known by its name, until it sends again or is disabled', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service);
    job.answer(() => ({ outcome: 'failed', reason: 'timeout', isPermanent: false }));
    await job.start();
    const failing = () => service.store.deliveryWork.failingSince(instantOf(service.clock, -day));
    await job.wait(22 * hour, 600);
    expect(failing()).toEqual([]);
    await job.wait(day, 600);
    expect(failing()).toEqual([{ name: 'Phone', since: '2026-06-17T09:00:00.000Z' }]);
    job.answer(() => ({ outcome: 'sent', status: 200 }));
    await job.wait(3 * day, 600);
    expect(failing()).toEqual([]);
  });
});

describe('the local time of reminders', () => {
  // The clocks change in the night of the second date.
  const nights = [
    ['Europe/Berlin', '02:30', '2026-03-28T12:00:00Z', '2026-03-29', '2026-03-29T01:00'],
    ['Europe/Berlin', '02:30', '2026-10-24T12:00:00Z', '2026-10-25', '2026-10-25T00:30'],
    ['America/New_York', '02:30', '2026-03-07T12:00:00Z', '2026-03-08', '2026-03-08T07:00'],
    ['America/New_York', '01:30', '2026-10-31T12:00:00Z', '2026-11-01', '2026-11-01T05:30'],
    ['Australia/Lord_Howe', '02:15', '2026-10-03T06:00:00Z', '2026-10-04', '2026-10-03T15:30'],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T06:00:00Z', '2026-04-05', '2026-04-04T14:45'],
    ['Pacific/Pago_Pago', '02:30', '2026-06-16T12:00:00Z', '2026-06-17', '2026-06-17T13:30'],
    ['Pacific/Kiritimati', '02:30', '2026-06-16T11:00:00Z', '2026-06-17', '2026-06-16T12:30'],
  ] as const;

  test.each(nights)(
    'is that of the server, once a day: %s at %s, from %s, due on %s, at %s',
    async (timeZone, at, now, dueOn, sentAt) => {
      const { service, job } = await startHousehold({ timeZone, now });
      const last = Temporal.PlainDate.from(dueOn).subtract({ days: 20 }).toString();
      await service.create({ lastPaymentDate: last, period: 'custom', customDate: '20' });
      await addRule(service, { daysBefore: [0], at });
      await job.start();
      await job.wait(36 * hour, 300);
      expect(job.received.map(({ at }) => at.slice(0, 16))).toEqual([sentAt]);
    },
  );
});

describe('a clock', () => {
  test('that is set back sends nothing twice', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service);
    await job.start();
    await job.wait(5 * day, 600);
    expect(job.received).toHaveLength(2);
    for (const instant of ['2026-06-16T00:00:00.000Z', '2026-06-19T23:00:00.000Z', '2026-06-10T00:00:00.000Z']) {
      service.clock.setWall(instant);
      await job.start();
      await job.wait(5 * day, 600);
    }
    expect(job.received).toHaveLength(2);
  });

  test('that was a year ahead for an hour loses nothing that comes afterwards', async () => {
    const { service, job } = await startHousehold();
    await service.create({ name: 'Netflix', lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [0] });
    await job.start();
    service.clock.setWall('2027-06-16T12:00:00.000Z');
    await job.wait(hour, 60);
    expect(job.received).toEqual([]);
    service.clock.setWall('2026-06-16T13:00:00.000Z');
    await job.wait(5 * day, 600);
    expect(titles(job)).toEqual([['2026-06-20T09:00', 'Netflix renews today']]);
  });
});

describe('a failed message', () => {
  const failure = { outcome: 'failed', reason: 'status', status: 503, isPermanent: false } as const;

  test('is repeated under the same id after 1, 5 and 30 minutes, 2, 6 and 12 hours, then it has failed', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [3] });
    job.answer(() => failure);
    await job.start();
    await job.wait(3 * day);
    expect(new Set(job.received.map(({ id }) => id)).size).toBe(1);
    const times = job.received.map(({ at }) => Date.parse(at) / 60_000);
    const pauses = times.slice(1).map((time, index) => Math.floor(time - (times[index] ?? 0)));
    // The job runs once a minute.
    for (const [index, minutes] of [1, 5, 30, 120, 360, 720].entries())
      expect(pauses[index] ?? 0).toBeWithin(minutes, minutes + 2);
    expect(job.received).toHaveLength(7);
    expect(await deliveriesOf(service)).toMatchObject([
      { state: 'failed', attempts: 7, lastStatus: 503, lastError: 'status', nextAttemptAt: null, sentAt: null },
    ]);
  });

  test('has failed at once when repeating it cannot help, and can be retried by a client', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service);
    job.answer(() => ({ ...failure, status: 404, isPermanent: true }));
    await job.start();
    await job.wait(day, 600);
    expect(job.received).toHaveLength(1);
    const [{ id = '' } = {}] = await deliveriesOf(service);
    job.answer(() => ({ outcome: 'sent', status: 204 }));
    expect((await service.call('POST', `/api/v1/deliveries/${id}/retry`)).status).toBe(200);
    await job.wait(120);
    expect(await deliveriesOf(service)).toMatchObject([
      { state: 'sent', attempts: 1, lastStatus: 204, lastError: null },
    ]);
    expect((await service.call('POST', `/api/v1/deliveries/${id}/retry`)).status).toBe(409);
  });

  test('waits as long as the receiver asks, up to half a day', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [3] });
    job.answer(() => ({ ...failure, status: 429, retryAfterSeconds: 7200 }));
    await job.start();
    await job.wait(23 * hour);
    const [first, second] = job.received.map(({ at }) => Date.parse(at));
    expect(((second ?? 0) - (first ?? 0)) / 1000).toBeWithin(7200, 7330);
    job.answer(() => ({ ...failure, status: 429, retryAfterSeconds: 1e9 }));
    await job.wait(3 * hour);
    const [delivery] = await deliveriesOf(service);
    expect(Date.parse(delivery?.nextAttemptAt ?? '') - service.clock.wallMilliseconds()).toBeLessThan(12 * hour * 1000);
  });

  test('of one channel holds up no other, and its channel goes on when it is back', async () => {
    const { service, job, channelIds } = await startHousehold({ channels: 2 });
    for (let index = 0; index < 60; index += 1)
      await service.create({ name: `Record ${index}`, lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [3] });
    const [dead = ''] = channelIds;
    // It never answers.
    job.answer(({ channelId }) =>
      channelId === dead ? new Promise(() => undefined) : { outcome: 'sent', status: 200 },
    );
    await job.start();
    await job.wait(22 * hour, 600);
    const sent = (await deliveriesOf(service, '&state=sent')).map(({ channelId }) => channelId);
    expect(sent).toEqual(Array.from({ length: 3 }, () => channelIds[1] ?? ''));
    expect(await deliveriesOf(service, '&state=pending')).toHaveLength(3);
    // After a restart.
    job.answer(() => ({ outcome: 'sent', status: 200 }));
    await job.start();
    await job.wait(300);
    expect(await deliveriesOf(service, '&state=sent')).toHaveLength(6);
  });
});

describe('a disk that is full', () => {
  test('before a message keeps it from being sent; after it, the result is stored later, and nothing is sent twice', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [3] });
    await job.start();
    job.fillDisk(true);
    await job.wait(day, 600);
    expect(job.received).toEqual([]);
    job.fillDisk(false);
    job.answer(() => {
      job.fillDisk(true);
      return { outcome: 'sent', status: 200 };
    });
    await job.wait(20 * 60);
    expect(job.received).toHaveLength(1);
    expect(await statesOf(service)).toEqual(['pending']);
    await job.wait(2 * hour);
    job.fillDisk(false);
    await job.wait(120);
    expect([job.received.length, await statesOf(service)]).toEqual([1, ['sent']]);
    expect(job.log.length).toBeGreaterThan(0);
  });
});
