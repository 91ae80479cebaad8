import { describe, expect, test } from 'bun:test';
import type { SendResult } from '../../../../src/core/outgoing/message.ts';
import { instantOf } from '../../../../src/core/runtime/system.ts';
import { insertRecords } from '../../../support/records.ts';
import { addChannel } from '../../../support/reminders.ts';
import { addRule, day, hour, startHousehold, statesOf } from '../../../support/remindedHousehold.ts';

/** A household with three messages of one channel, each of its own rule, a minute before they are due. */
async function startWithMessages() {
  const household = await startHousehold({ now: '2026-06-17T08:59:00.000Z' });
  const { service, job } = household;
  await service.create({ lastPaymentDate: '2026-05-20' });
  await job.start();
  for (let count = 0; count < 60; count += 1) await service.create({ lastPaymentDate: '2026-05-20' });
  await addRule(service, { daysBefore: [3] });
  return household;
}

describe('a channel whose message failed', () => {
  test('for good sends no other one at once', async () => {
    const { service, job } = await startWithMessages();
    job.answer(() => ({ outcome: 'failed', reason: 'status', status: 410, isPermanent: true }));
    await job.wait(60);
    expect(job.received).toHaveLength(1);
    job.answer(() => ({ outcome: 'sent', status: 200 }));
    await job.wait(60);
    expect((await statesOf(service)).filter((state) => state === 'sent')).toHaveLength(3);
  });

  test('sends no other one in that minute, however many wait', async () => {
    const { service, job } = await startHousehold({ now: '2026-06-17T08:58:00.000Z' });
    const records = Array.from({ length: 2000 }, () => ({
      lastPaymentDate: '2026-05-20',
      nextPaymentDate: '2026-06-20',
    }));
    insertRecords(service.database, 'first', records);
    await addRule(service, { daysBefore: [3] });
    await job.start();
    job.answer(() => ({ outcome: 'failed', reason: 'status', status: 500, isPermanent: false }));
    await job.wait(120);
    expect(new Set(job.received.map(({ at }) => at.slice(0, 16))).size).toBe(job.received.length);
  });

  test('with a pause that was asked for sends none in that time, unless the channel is changed', async () => {
    const { service, job, channelIds } = await startWithMessages();
    job.answer(() => ({
      outcome: 'failed',
      reason: 'status',
      status: 429,
      retryAfterSeconds: 7200,
      isPermanent: false,
    }));
    await job.wait(2 * hour - 300, 300);
    expect(job.received).toHaveLength(1);
    const key = service.makeKey('first', 'admin');
    await service.call('PATCH', `/api/v1/channels/${channelIds[0]}`, { key, json: { name: 'Changed' } });
    await job.wait(60);
    expect(job.received).toHaveLength(2);
  });
});

describe('a channel that has sent nothing for a day', () => {
  test('is counted, until it sends again or is disabled', async () => {
    const { service, job } = await startHousehold();
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service);
    job.answer(() => ({ outcome: 'failed', reason: 'timeout', isPermanent: false }));
    await job.start();
    const failing = () => service.store.deliveryWork.countFailing(instantOf(service.clock, -day));
    await job.wait(22 * hour, 600);
    expect(failing()).toBe(0);
    await job.wait(day, 600);
    expect(failing()).toBe(1);
    for (const enabled of [0, 1]) {
      service.database.run('UPDATE channels SET enabled = ?', [enabled]);
      expect(failing()).toBe(enabled);
    }
    job.answer(() => ({ outcome: 'sent', status: 200 }));
    await job.wait(3 * day, 600);
    expect(failing()).toBe(0);
  });
});

describe('the list of channels', () => {
  test('says at once since when a channel fails and why, and that it works again', async () => {
    const { service, job, channelIds } = await startWithMessages();
    const listed = async () => {
      const { data } = (await service.call('GET', '/api/v1/channels')).json as unknown as { data: readonly object[] };
      return data[0];
    };
    expect(await listed()).toMatchObject({ lastDelivery: null, failingSince: null });
    job.answer(() => ({ outcome: 'failed', reason: 'status', status: 500, isPermanent: false }));
    await job.wait(60);
    const at = '2026-06-17T09:00:00.000Z';
    const failure = { state: 'pending', at, lastStatus: 500, lastError: 'status' };
    expect(await listed()).toMatchObject({ lastDelivery: failure, failingSince: at });
    job.answer(() => ({ outcome: 'sent', status: 200 }));
    await job.wait(hour, 60);
    expect(await listed()).toMatchObject({ lastDelivery: { state: 'sent', lastError: null }, failingSince: null });
    const one = await service.call('GET', `/api/v1/channels/${channelIds[0]}`);
    expect(Object.keys(one.json.data)).not.toContain('failingSince');
    const deliveries = (await service.call('GET', '/api/v1/deliveries?limit=1')).json as unknown as { data: object[] };
    const { name } = (await listed()) as { name: string };
    expect(deliveries.data[0]).toMatchObject({
      channelName: name,
      subscriptionNames: expect.arrayContaining(['Netflix']),
    });
  });
});

describe('a channel that lacks its secrets', () => {
  test('keeps what is due until they are entered, and says why', async () => {
    const { service, job } = await startWithMessages();
    const setSecrets = (secretsJson: string) =>
      service.database.run('UPDATE channels SET secrets_json = ?', [secretsJson]);
    setSecrets('{"url":null}');
    await job.wait(hour);
    expect(job.received).toEqual([]);
    expect(await statesOf(service)).toEqual(['pending secretsMissing', 'pending', 'pending', 'pending']);
    setSecrets('{"url":"sealed"}');
    await job.wait(60);
    expect(job.received.length).toBe(4);
    expect(await statesOf(service)).toEqual(['sent', 'sent', 'sent', 'sent']);
  });

  test('keeps nothing that is not due any more, or once it is turned off', async () => {
    const { service, job } = await startWithMessages();
    service.database.run("UPDATE channels SET secrets_json = '{}'");
    await job.wait(120);
    service.database.run('UPDATE channels SET enabled = 0');
    await job.wait(60);
    expect(new Set(await statesOf(service))).toEqual(new Set(['skipped channelOff']));
  });
});

describe('a reminder', () => {
  test('is sent before the changes that wait for the same channel, however many fail', async () => {
    const { service, job } = await startHousehold({ channels: 0, now: '2026-06-17T08:55:00.000Z' });
    addChannel(service, 'first', 1, { events: 'subscription.created' });
    await addRule(service, { daysBefore: [3] });
    await job.start();
    job.answerChanges(() => ({ outcome: 'failed', reason: 'status', status: 400, isPermanent: true }));
    for (let count = 0; count < 20; count += 1) await service.create({ lastPaymentDate: '2026-05-20' });
    await job.wait(10 * 60);
    expect(job.received).toHaveLength(1);
    expect(job.received[0]?.at.slice(0, 16)).toBeOneOf(['2026-06-17T09:00', '2026-06-17T09:01']);
    expect(await statesOf(service)).toContain('pending');
  });
});

describe('the longest pause', () => {
  test('is kept when the clock is set back by some minutes', async () => {
    const { service, job } = await startWithMessages();
    const pause = { outcome: 'failed', reason: 'status', status: 429, retryAfterSeconds: 12 * hour } as const;
    job.answer(() => ({ ...pause, isPermanent: false }));
    await job.wait(60);
    service.clock.setWall(instantOf(service.clock, -600));
    await job.wait(120);
    expect(job.received).toHaveLength(1);
    await job.wait(11 * hour, 600);
    expect(job.received).toHaveLength(1);
    await job.wait(2 * hour, 600);
    expect(job.received.length).toBeGreaterThan(1);
  });
});

describe('a server that is stopped', () => {
  test('waits for a message that takes some seconds, so that it is not repeated', async () => {
    const { service, job } = await startHousehold({ now: '2026-06-17T08:59:00.000Z' });
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [3] });
    const answer = Promise.withResolvers<SendResult>();
    job.answer(() => answer.promise);
    await job.start();
    await job.wait(60);
    expect(job.received).toHaveLength(1);
    let hasStopped = false;
    const stopped = job.stopInOrder().then(() => (hasStopped = true));
    service.clock.advance(3);
    await job.settled();
    expect(hasStopped).toBe(false);
    answer.resolve({ outcome: 'sent', status: 200 });
    await stopped;
    expect(await statesOf(service)).toEqual(['sent']);
  });

  test('stores the result that it could not store before', async () => {
    const { service, job } = await startHousehold({ now: '2026-06-17T08:59:00.000Z' });
    await service.create({ lastPaymentDate: '2026-05-20' });
    await addRule(service, { daysBefore: [3] });
    job.answer(() => {
      job.fillDisk(true);
      return { outcome: 'sent', status: 200 };
    });
    await job.start();
    await job.wait(60);
    job.fillDisk(false);
    await job.stopInOrder();
    expect(await statesOf(service)).toEqual(['sent']);
  });
});
