import { describe, expect, test } from 'bun:test';
import { instantOf } from '../../../../src/core/runtime/system.ts';
import { pathOf } from '../../../support/expectations.ts';
import { operatorAt } from '../../../support/operator.ts';
import {
  addRule,
  day,
  deliveriesOf,
  hour,
  startHousehold,
  statesOf,
  titles,
} from '../../../support/remindedHousehold.ts';

describe('reminders', () => {
  test('are sent at their time, so many days before the event, and each is a delivery', async () => {
    const { service, job, channelIds } = await startHousehold();
    const netflix = { name: 'Netflix', lastPaymentDate: '2026-05-20', amount: 15.99, currency: 'EUR' };
    const record = await service.create(netflix);
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

  test('say what it was before when the price has changed since the last payment', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ name: 'Netflix', lastPaymentDate: '2026-05-20', amount: 13.99 });
    await service.call('PATCH', pathOf(record), { json: { amount: 15.99 } });
    await addRule(service);
    await job.start();
    await job.wait(day, 600);
    expect(job.received[0]?.message.data).toMatchObject({ reminders: [{ amount: 15.99, previousAmount: 13.99 }] });
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

  test('of a rule that is moved to another event of the same day are sent', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ name: 'Netflix', lastPaymentDate: '2026-05-17' });
    const json = { trialEndsOn: '2026-06-17' };
    expect((await service.call('PATCH', `${pathOf(record)}/details`, { json })).status).toBe(200);
    const id = await addRule(service, { daysBefore: [0] });
    await job.start();
    await job.wait(22 * hour, 600);
    await service.call('PATCH', `/api/v1/reminders/${id}`, { json: { event: 'trial_end', at: '15:00' } });
    await job.wait(6 * hour, 600);
    expect(titles(job)).toEqual([
      ['2026-06-17T09:00', 'Netflix renews today'],
      ['2026-06-17T15:00', 'The trial of Netflix ends today'],
    ]);
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
    await job.wait(hour + 60, 600);
    expect(remaining()).toEqual({ rows: 0 });
  });
});

describe('the rules and deliveries of an owner', () => {
  test('are purged with the owner, and nothing of them is sent any more', async () => {
    const { service, job } = await startHousehold();
    const record = await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service, { subscriptionId: record.id });
    await addRule(service);
    job.answer(() => ({ outcome: 'failed', reason: 'timeout', isPermanent: false }));
    await job.start();
    await job.wait(22 * hour, 600);
    const before = job.received.length;
    service.store.inProcess.commit({ ...operatorAt(instantOf(service.clock)), kind: 'owner.delete', owner: 'first' });
    await job.wait(day, 600);
    expect(job.received).toHaveLength(before);
    const rows = (table: string) => service.database.query(`SELECT * FROM ${table}`).all();
    const tables = ['reminders', 'deliveries', 'delivery_items', 'reminder_progress'];
    expect(tables.map((table) => [table, rows(table)])).toEqual(tables.map((table) => [table, []]));
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
    const id = (await deliveriesOf(service))[0]?.id ?? '';
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
