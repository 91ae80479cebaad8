import { afterAll, describe, expect, test } from 'bun:test';
import { pathOf } from '../../../support/expectations.ts';
import { deliveryJobOf, remindedIn } from '../../../support/deliveryJob.ts';
import { insertRecords } from '../../../support/records.ts';
import { addChannel } from '../../../support/reminders.ts';
import {
  addRule,
  day,
  deliveriesOf,
  hour,
  startHousehold,
  statesOf,
  titles,
} from '../../../support/remindedHousehold.ts';

describe('a message that waits for its next attempt', () => {
  const changes = [
    ['lead times', () => ({ daysBefore: [1] })],
    ['event', () => ({ event: 'trial_end' })],
    ['subscription', (others: Others) => ({ subscriptionId: others.subscription })],
    ['channels', (others: Others) => ({ channelIds: [others.channel] })],
  ] as const;
  interface Others {
    readonly subscription: string;
    readonly channel: string;
  }

  test.each(changes)('is not sent once its rule has other %s', async (_, change) => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-20' });
    const { id: subscription } = await service.create({ lastPaymentDate: '2026-05-30' });
    const id = await addRule(service, { daysBefore: [3] });
    job.answer(() => ({ outcome: 'failed', reason: 'timeout', isPermanent: false }));
    await job.start();
    await job.wait(22 * hour, 600);
    const before = job.received.length;
    const json = change({ subscription, channel: addChannel(service) });
    expect((await service.call('PATCH', `/api/v1/reminders/${id}`, { json })).status).toBe(200);
    await job.wait(day, 600);
    expect([job.received.length, await statesOf(service)]).toEqual([before, ['skipped notDue']]);
  });
});

describe('a message that was skipped because its channel was disabled', () => {
  test('is sent on request when the channel is enabled again', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [3] });
    job.answer(() => ({ outcome: 'failed', reason: 'timeout', isPermanent: false }));
    await job.start();
    await job.wait(22 * hour, 600);
    const enable = (enabled: number) => service.database.run('UPDATE channels SET enabled = ?', [enabled]);
    enable(0);
    await job.wait(day, 600);
    expect(await statesOf(service)).toEqual(['skipped channelOff']);
    enable(1);
    job.answer(() => ({ outcome: 'sent', status: 200 }));
    const [delivery] = await deliveriesOf(service);
    expect((await service.call('POST', `/api/v1/deliveries/${delivery?.id}/retry`)).status).toBe(200);
    await job.wait(120);
    expect(await statesOf(service)).toEqual(['sent']);
  });
});

describe('a channel that is deleted when its message has begun', () => {
  test('gets nothing, and its deliveries say that it is gone', async () => {
    const { service } = await startHousehold();
    for (let count = 0; count < 21; count += 1) await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [3] });
    const job = deliveryJobOf(service, 'UTC', {
      find(ownerId, id) {
        service.database.run('DELETE FROM channels WHERE id = ?', [id]);
        return service.channels.find(ownerId, id);
      },
      send: () => Promise.reject(new Error('a message was sent to a channel that was deleted')),
    });
    afterAll(() => job.stop());
    await job.start();
    await job.wait(22 * hour, 600);
    expect(await deliveriesOf(service)).toMatchObject([
      { state: 'skipped', lastError: 'channelOff', attempts: 0, nextAttemptAt: null },
      { state: 'skipped', lastError: 'channelOff', attempts: 0, nextAttemptAt: null },
    ]);
    expect(job.log).toEqual([]);
  });
});

describe('the amount before', () => {
  /** What the message says of a subscription whose price was changed so. */
  async function remindedAfter(
    patches: readonly object[],
    { timeZone = 'UTC', lastPaymentDate = '2026-05-20', details = {} } = {},
  ) {
    const { service, job } = await startHousehold({ timeZone });
    const record = await service.create({ lastPaymentDate, amount: 10, currency: 'EUR' });
    for (const json of patches) {
      service.clock.advance(60);
      expect((await service.call('PATCH', pathOf(record), { json })).status).toBe(200);
    }
    if (Object.keys(details).length > 0) await service.call('PATCH', `${pathOf(record)}/details`, { json: details });
    await addRule(service, { daysBefore: [3] });
    await job.start();
    await job.wait(31 * day, 1800);
    return job.received[0]?.message.data?.['reminders'];
  }

  test('is not said when only the currency has changed and changed back', async () => {
    const reminders = await remindedAfter([{ currency: 'USD' }, { currency: 'EUR' }]);
    expect(reminders).not.toMatchObject([{ previousAmount: 10 }]);
  });

  test('is said of a payment that costs what was planned', async () => {
    const details = { priceSteps: [{ from: '2026-06-20', amount: 12 }] };
    expect(await remindedAfter([], { details })).toMatchObject([{ amount: 12, previousAmount: 10 }]);
  });

  test('is said from the day after the last payment on, in the time zone of the server', async () => {
    // At noon in UTC, the next day has begun there.
    const options = { timeZone: 'Pacific/Kiritimati', lastPaymentDate: '2026-06-16' };
    expect(await remindedAfter([{ amount: 12 }], options)).toMatchObject([{ amount: 12, previousAmount: 10 }]);
  });
});

test('a rule that gets other channels before the server runs again reminds of what came meanwhile', async () => {
  const { service, job, channelIds } = await startHousehold();
  await service.create({ name: 'Netflix', lastPaymentDate: '2026-05-20' });
  const id = await addRule(service);
  service.clock.advance(22 * hour);
  expect((await service.call('PATCH', `/api/v1/reminders/${id}`, { json: { channelIds } })).status).toBe(200);
  await job.start();
  await job.wait(hour);
  expect(titles(job)).toEqual([[expect.stringContaining('2026-06-17T10:0'), 'Netflix renews in 3 days']]);
});

test('a rule of one subscription reminds of no other one', async () => {
  const { service, job } = await startHousehold();
  const unread = {
    lastPaymentDate: '2026-05-20',
    nextPaymentDate: '2026-06-20',
    createdAt: '2026-06-16T09:00:00.000Z',
  };
  insertRecords(
    service.database,
    'first',
    Array.from({ length: 2000 }, () => unread),
  );
  const { id } = await service.create({ name: 'Rent', lastPaymentDate: '2026-05-20' });
  await addRule(service, { daysBefore: [3], subscriptionId: id });
  await job.start();
  await job.wait(day, 600);
  expect(job.received.flatMap(({ message }) => remindedIn(message))).toMatchObject([{ subscriptionId: id }]);
});

describe('the preview', () => {
  test('leaves out what a channel has got already, when the rule is moved to a later time of the day', async () => {
    const { service, job, channelIds } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-16' });
    const id = await addRule(service, { daysBefore: [0], at: '13:00' });
    await job.start();
    await job.wait(2 * hour, 600);
    expect(job.received).toHaveLength(1);
    expect((await service.call('PATCH', `/api/v1/reminders/${id}`, { json: { at: '18:00' } })).status).toBe(200);
    const preview = async () => (await service.call('GET', '/api/v1/reminders/preview?days=1')).json.data as object;
    expect(await preview()).toEqual([]);
    const added = addChannel(service);
    expect(await preview()).toMatchObject([{ ruleId: id, dueOn: '2026-06-16', channelIds: [added] }]);
    await job.wait(6 * hour, 600);
    expect(job.received.map(({ channelId }) => channelId)).toEqual([...channelIds, added]);
  });

  test('has what is sent of a payment that is due today and not recorded', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-16' });
    await addRule(service, { event: 'overdue', daysBefore: null, daysAfter: [0], at: '15:00' });
    const { json } = await service.call('GET', '/api/v1/reminders/preview?days=2');
    const sendAt = '2026-06-16T15:00:00.000Z';
    expect(json.data as object).toMatchObject([{ sendAt, event: 'overdue', days: 0 }]);
    await job.start();
    await job.wait(2 * day, 600);
    expect((await deliveriesOf(service)).map((delivery) => delivery.sendAt)).toEqual([sendAt]);
  });
});
