import { afterAll, expect, test } from 'bun:test';
import { numberFromEnvironment } from '../generator/random.ts';
import { deliveryJobOf, remindedIn } from '../support/deliveryJob.ts';
import { writeInline } from '../support/inlineWrites.ts';
import { insertRecords } from '../support/records.ts';
import { addChannel } from '../support/reminders.ts';
import { startService } from '../support/service.ts';

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
  // What is planned is sent while the rest is planned.
  const kinds = job.commands.map(({ kind }) => kind);
  expect(kinds.indexOf('delivery.start')).toBeLessThan(kinds.lastIndexOf('delivery.plan'));
  expect(job.log).toEqual([]);
}, 600_000);

test('reminders of one moment are one message, also if several commands store them', async () => {
  const service = await startService({ writesInline: true });
  const channelIds = Array.from({ length: 30 }, () => addChannel(service));
  const records = Array.from({ length: 12 }, () => ({ lastPaymentDate: '2026-05-20', nextPaymentDate: '2026-06-20' }));
  insertRecords(service.database, 'first', records);
  await service.call('POST', '/api/v1/reminders', { json: { event: 'renewal', daysBefore: [3] } });
  const job = deliveryJobOf(service);
  afterAll(() => job.stop());
  await job.start();
  await job.wait(21 * 3600 + 60, 600);
  expect(job.commands.filter(({ kind }) => kind === 'delivery.plan').length).toBeGreaterThan(1);
  expect(job.received.map(({ channelId }) => channelId).toSorted()).toEqual(channelIds.toSorted());
  expect(job.received.map(({ message }) => remindedIn(message).length)).toEqual(channelIds.map(() => 12));
});

test('a message that waits for the rest of its reminders when the process dies is sent by the next one', async () => {
  const service = await startService({ writesInline: true });
  for (let channel = 0; channel < 3; channel += 1) addChannel(service);
  const records = Array.from({ length: 90 }, () => ({ lastPaymentDate: '2026-05-20', nextPaymentDate: '2026-06-20' }));
  insertRecords(service.database, 'first', records);
  await service.call('POST', '/api/v1/reminders', { json: { event: 'renewal', daysBefore: [3] } });
  const until = '2026-06-17T09:00:00.000Z';
  await writeInline(service.database).submit({ kind: 'delivery.plan', until, timeZone: 'UTC' });
  const held = service.database.query('SELECT 1 FROM deliveries WHERE next_attempt_at > moment').all();
  expect(held).toHaveLength(3);
  const job = deliveryJobOf(service);
  afterAll(() => job.stop());
  service.clock.advance(21 * 3600);
  await job.start();
  await job.wait(60, 10);
  expect(job.received.flatMap(({ message }) => remindedIn(message))).toHaveLength(270);
});

test('the rule that is due is found behind many that are not, and no search reads all of them', async () => {
  const service = await startService({ writesInline: true });
  const { database, store, clock } = service;
  addChannel(service);
  insertRecords(database, 'first', [{ lastPaymentDate: '2026-05-20', nextPaymentDate: '2026-06-20' }]);
  const add = database.prepare(
    `INSERT INTO reminders (id, owner_id, event, days_before, at, enabled, active_since, created_at)
     VALUES (?, (SELECT id FROM owners WHERE name = 'second'), 'renewal', '[1]', '08:00', 1, ?, '')`,
  );
  const later = '2026-06-17T08:30:00.000Z';
  for (let place = 0; place < 1200; place += 1) add.run(`rule ${place}`, later);
  await service.call('POST', '/api/v1/reminders', { json: { event: 'renewal', daysBefore: [3] } });
  const until = Date.parse('2026-06-17T09:00:00.000Z');
  const seen: (number | undefined)[] = [];
  do seen.push(store.reminderTimes.search(until, 'UTC', seen.at(-1)).lastRule);
  while (seen.at(-1) !== undefined);
  expect(seen).toHaveLength(3);
  const job = deliveryJobOf(service);
  afterAll(() => job.stop());
  await job.start();
  await job.wait((until - clock.wallMilliseconds()) / 1000 + 60, 600);
  expect(job.received.flatMap(({ message }) => remindedIn(message))).toMatchObject([{ dueOn: '2026-06-20' }]);
});

test('each of many channels is found, also behind many that pause', async () => {
  const service = await startService({ writesInline: true });
  const ids = Array.from({ length: 250 }, () => addChannel(service)).sort();
  insertRecords(service.database, 'first', [{ lastPaymentDate: '2026-05-20', nextPaymentDate: '2026-06-20' }]);
  await service.call('POST', '/api/v1/reminders', { json: { event: 'renewal', daysBefore: [3] } });
  const pause = service.database.prepare("UPDATE channels SET paused_until = '2026-06-17T18:00:00.000Z' WHERE id = ?");
  for (const id of ids.slice(0, 120)) pause.run(id);
  const job = deliveryJobOf(service);
  afterAll(() => job.stop());
  await job.start();
  await job.wait(21 * 3600 + 60, 600);
  expect(job.received.map(({ channelId }) => channelId).sort()).toEqual(ids.slice(120));
});

test('a channel whose message waits for a later attempt has nothing to send until then', async () => {
  const { database, store } = await startService({ writesInline: true });
  database.run(
    `INSERT INTO deliveries (id, owner_id, channel_id, moment, state, attempts, next_attempt_at, created_at, is_change)
     VALUES ('a', 1, 'channel', ?1, 'pending', 1, ?2, ?1, 0), ('b', 1, 'channel', ?1, 'pending', 0, NULL, ?1, 1)`,
    ['2026-06-16T09:00:00.000Z', '2026-06-16T09:05:00.000Z'],
  );
  const found = (at: string) => store.deliveryWork.waitingChannels({ at, after: '', limit: 10 }).channels;
  expect(found('2026-06-16T09:04:59.000Z')).toEqual([]);
  expect(found('2026-06-16T09:05:00.000Z')).toEqual([{ ownerId: 1, channelId: 'channel', isChange: false }]);
});

test('a change waits for few messages of others, however many owners are reminded at that minute', async () => {
  const service = await startService({ writesInline: true });
  const others = Array.from({ length: 60 }, (_, place) => `Household ${place}`);
  for (const name of others) {
    service.database.run("INSERT INTO owners (name, created_at) VALUES (?, '')", [name]);
    addChannel(service, name);
    insertRecords(service.database, name, [{ lastPaymentDate: '2026-05-20', nextPaymentDate: '2026-06-20' }]);
    service.database.run(
      `INSERT INTO reminders (id, owner_id, event, days_before, at, enabled, active_since, created_at)
       VALUES (?1, (SELECT id FROM owners WHERE name = ?1), 'renewal', '[3]', '09:00', 1, '2026-06-16T09:00:00.000Z', '')`,
      [name],
    );
  }
  addChannel(service, 'first', 1, { events: 'subscription.created' });
  const job = deliveryJobOf(service);
  afterAll(() => job.stop());
  await job.start();
  await job.wait((Date.parse('2026-06-17T08:59:58.000Z') - service.clock.wallMilliseconds()) / 1000, 600);
  let sentBefore: number | undefined;
  job.answerChanges(() => {
    sentBefore = job.received.length;
    return { outcome: 'sent', status: 200 };
  });
  await service.create({ name: 'Other' });
  await job.wait(2.2, 2.2);
  await job.wait(60);
  expect(job.received).toHaveLength(others.length);
  expect(sentBefore).toBeLessThan(4);
});

test('each message of a channel begins with the commit that stores the end of the one before it', async () => {
  const service = await startService({ writesInline: true });
  addChannel(service, 'first', 1, { events: 'subscription.created' });
  const job = deliveryJobOf(service);
  afterAll(() => job.stop());
  await job.start();
  for (const name of ['First', 'Second', 'Third']) await service.create({ name });
  await job.wait(60);
  expect(job.changes).toHaveLength(3);
  expect(job.together).toEqual(['delivery.end delivery.start', 'delivery.end delivery.start']);
});
