import { afterAll, describe, expect, test } from 'bun:test';
import { numberFromEnvironment } from '../../../generator/random.ts';
import { deliveryJobOf, remindedIn } from '../../../support/deliveryJob.ts';
import { channelsMax } from '../../../../src/modules/channels/rules/channelTypes.ts';
import { insertRecords } from '../../../support/records.ts';
import { addChannel } from '../../../support/reminders.ts';
import { startService } from '../../../support/service.ts';

// Longer at night: DELIVERY_REMINDERS=10000.
const reminders = numberFromEnvironment('DELIVERY_REMINDERS', 1000);
const channels = 5;

test(`${reminders} reminders of one minute to ${channels} channels are sent in that minute, except to the one that is dead`, async () => {
  const service = await startService({ writesInline: true });
  const channelIds = Array.from({ length: channels }, () => addChannel(service));
  const records = Array.from({ length: reminders / channels }, (_, index) => ({
    name: `Record ${index}`,
    lastPaymentDate: '2026-05-20',
    nextPaymentDate: '2026-06-20',
  }));
  insertRecords(service.database, 'first', records);
  await service.call('POST', '/api/v1/reminders', { json: { event: 'renewal', daysBefore: [3] } });
  const job = deliveryJobOf(service);
  afterAll(() => job.stop());
  const [dead] = channelIds;
  job.answer(({ channelId }) => (channelId === dead ? new Promise(() => undefined) : { outcome: 'sent', status: 200 }));
  await job.start();
  await job.wait(21 * 3600 + 60, 600);
  const alive = job.received.filter(({ channelId }) => channelId !== dead);
  expect(new Set(alive.map(({ at }) => at.slice(0, 16)))).toEqual(new Set(['2026-06-17T09:00']));
  const names = alive.flatMap(({ message }) => remindedIn(message).length);
  expect(names.reduce((sum, one) => sum + one, 0)).toBe((reminders / channels) * (channels - 1));
  expect(job.received.length - alive.length).toBe(1);
  expect(job.log).toEqual([]);
}, 600_000);

describe('reminders of one moment are one message', () => {
  /** A service with twelve reminders of the next morning for each of as many channels as possible. */
  async function startWithTwelve() {
    const service = await startService({ writesInline: true });
    const channelIds = Array.from({ length: channelsMax }, () => addChannel(service));
    const record = { lastPaymentDate: '2026-05-20', nextPaymentDate: '2026-06-20' };
    insertRecords(
      service.database,
      'first',
      Array.from({ length: 12 }, () => record),
    );
    await service.call('POST', '/api/v1/reminders', { json: { event: 'renewal', daysBefore: [3] } });
    const job = deliveryJobOf(service);
    afterAll(() => job.stop());
    function expectWhole(): void {
      expect(job.received.map(({ channelId }) => channelId).toSorted()).toEqual(channelIds.toSorted());
      expect(job.received.map(({ message }) => remindedIn(message).length)).toEqual(channelIds.map(() => 12));
    }
    return { service, job, expectWhole };
  }

  test('to each channel', async () => {
    const { job, expectWhole } = await startWithTwelve();
    await job.start();
    await job.wait(21 * 3600 + 60, 600);
    expectWhole();
  });

  test('also if the process dies right after they were stored', async () => {
    const { service, job, expectWhole } = await startWithTwelve();
    service.clock.advance(21 * 3600);
    await job.start(2);
    expect([job.isDead(), job.received]).toEqual([true, []]);
    await job.start();
    await job.wait(60, 10);
    expectWhole();
  });
});

test('a plan has all that was missed, and none of what is over', async () => {
  const service = await startService({ writesInline: true });
  const { database } = service;
  for (let channel = 0; channel < channelsMax; channel += 1) addChannel(service);
  // Each day of every one has a reminder by each lead time.
  const record = {
    period: 'custom',
    customDays: 1,
    lastPaymentDate: '2026-05-20',
    nextPaymentDate: '2026-05-21',
  } as const;
  insertRecords(database, 'first', [record]);
  const leads = Array.from({ length: 10 }, (_, place) => place);
  for (let rule = 0; rule < 6; rule += 1) {
    const json = { event: 'renewal', daysBefore: leads, at: `0${rule}:00` };
    expect((await service.call('POST', '/api/v1/reminders', { json })).status).toBe(201);
  }
  const job = deliveryJobOf(service);
  afterAll(() => job.stop());
  await job.start();
  await job.stop();
  service.clock.advance(400 * 24 * 3600);
  await job.start();
  await job.wait(120, 10);
  const count = (condition: string) =>
    database.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM delivery_items WHERE ${condition}`).get()?.rows;
  const today = new Date(service.clock.wallMilliseconds()).toISOString().slice(0, 10);
  expect(count(`due_on < '${today}'`)).toBe(0);
  // By a lead time of n days, n + 1 events are not over yet: 1 + 2 + … + 10, by each rule to each channel.
  expect(count('1')).toBe(55 * 6 * channelsMax);
});

test('each channel is found, also behind others that pause', async () => {
  const service = await startService({ writesInline: true });
  const ids = Array.from({ length: 20 }, () => addChannel(service)).sort();
  insertRecords(service.database, 'first', [{ lastPaymentDate: '2026-05-20', nextPaymentDate: '2026-06-20' }]);
  await service.call('POST', '/api/v1/reminders', { json: { event: 'renewal', daysBefore: [3] } });
  const pause = service.database.prepare("UPDATE channels SET paused_until = '2026-06-17T18:00:00.000Z' WHERE id = ?");
  for (const id of ids.slice(0, 12)) pause.run(id);
  const job = deliveryJobOf(service);
  afterAll(() => job.stop());
  await job.start();
  await job.wait(21 * 3600 + 60, 600);
  expect(job.received.map(({ channelId }) => channelId).sort()).toEqual(ids.slice(12));
});

test('a channel whose message waits for a later attempt has nothing to send until then', async () => {
  const { database, store } = await startService({ writesInline: true });
  database.run(
    `INSERT INTO deliveries (id, owner_id, channel_id, moment, state, attempts, next_attempt_at, created_at, is_change)
     VALUES ('a', 1, 'channel', ?1, 'pending', 1, ?2, ?1, 0), ('b', 1, 'channel', ?1, 'pending', 0, NULL, ?1, 1)`,
    ['2026-06-16T09:00:00.000Z', '2026-06-16T09:05:00.000Z'],
  );
  const found = (at: string) => store.deliveryWork.due(at);
  expect(found('2026-06-16T09:04:59.000Z')).toEqual([]);
  expect(found('2026-06-16T09:05:00.000Z')).toEqual([{ ownerId: 1, channelId: 'channel', deliveryId: 'a' }]);
});
