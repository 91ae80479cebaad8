import { describe, expect, test } from 'bun:test';
import type { SendResult } from '../../../../src/core/outgoing/message.ts';
import type { SubscriptionView } from '../../../../src/modules/subscriptions/model.ts';
import { changeEvents } from '../../../../src/modules/channels/rules/changeEvents.ts';
import { databaseOn } from '../../../../src/core/database/db.ts';
import { instantAt } from '../../../../src/core/runtime/system.ts';
import { markRestored } from '../../../../src/modules/restores/writes/restoreMark.ts';
import { numberFromEnvironment } from '../../../generator/random.ts';
import type { ReceivedChange } from '../../../support/deliveryJob.ts';
import { removeOwner } from '../../../support/operator.ts';
import { addChannel } from '../../../support/reminders.ts';
import { day, deliveriesOf, hour, startHousehold, statesOf } from '../../../support/remindedHousehold.ts';
import type { Service } from '../../../support/service.ts';

// Each commit tries some of the steps; at night, with DELIVERY_CRASHES=200, all of them.
const stride = numberFromEnvironment('DELIVERY_CRASHES', 5) < 100 ? 5 : 1;
const all = { events: changeEvents.join(',') };
const failure = { outcome: 'failed', reason: 'status', status: 500, isPermanent: false } as const satisfies SendResult;
const refusal = { ...failure, status: 400, isPermanent: true } as const satisfies SendResult;
const success = { outcome: 'sent', status: 200 } as const satisfies SendResult;

/** A service with a webhook that gets all changes, and the job of its server. */
async function startWithWebhook() {
  const household = await startHousehold({ channels: 0 });
  const channelId = addChannel(household.service, 'first', 1, all);
  await household.job.start();
  return { ...household, channelId };
}

const change = async (service: Service, { id }: SubscriptionView, amount: number) => {
  const answer = await service.call('PATCH', `/api/v1/subscriptions/${id}`, { json: { amount } });
  expect(answer.status).toBe(200);
};

interface Data {
  readonly subscription: SubscriptionView;
  readonly previous?: SubscriptionView;
}

const dataOf = ({ dataJson }: ReceivedChange) => JSON.parse(dataJson) as Data;
/** What arrived: the name and the amount of each change, in the order of arrival. */
const arrived = (changes: readonly ReceivedChange[]) =>
  changes.map((one) => `${dataOf(one).subscription.name} ${dataOf(one).subscription.amount}`);

describe('a change', () => {
  test('is sent soon after its write, once, and says what was before it', async () => {
    const { service, job } = await startWithWebhook();
    const made = await service.create();
    job.noteWrites();
    service.clock.advance(1);
    await job.settled();
    await change(service, made, 20);
    job.noteWrites();
    service.clock.advance(1);
    await job.settled();
    expect(job.changes.map((one) => one.change)).toEqual(['subscription.created', 'subscription.updated']);
    expect(job.changes.map(dataOf)).toMatchObject([
      { subscription: made },
      { subscription: { ...made, amount: 20, updatedAt: expect.any(String) }, previous: made },
    ]);
    await job.wait(hour);
    expect(job.changes).toHaveLength(2);
    const deliveries = await deliveriesOf(service);
    expect(deliveries.map(({ id, type, state, subscriptionIds }) => ({ id, type, state, subscriptionIds }))).toEqual(
      job.changes.map((one) => ({ id: one.id, type: one.change, state: 'sent', subscriptionIds: [made.id] })),
    );
    expect(service.database.query('SELECT data_json FROM delivery_changes').values()).toEqual([[null], [null]]);
  });

  test('of one record waits for the one before it, and the others do not', async () => {
    const { service, job } = await startWithWebhook();
    const [first, other] = [await service.create({ name: 'First' }), await service.create({ name: 'Other' })];
    for (const amount of [1, 2]) await change(service, first, amount);
    await change(service, other, 3);
    job.answerChanges((one) => (arrived([one])[0] === 'First 15.99' ? failure : success));
    await job.wait(30 * 60);
    const others = arrived(job.changes).filter((text) => text.startsWith('Other'));
    expect(others).toEqual(['Other 15.99', 'Other 3']);
    expect(arrived(job.changes)).not.toContain('First 1');
    const waiting = (await deliveriesOf(service)).filter(({ state }) => state === 'pending');
    expect(waiting.map(({ nextAttemptAt }) => nextAttemptAt === null)).toEqual([false, true, true]);
    job.answerChanges(() => success);
    await job.wait(day, 600);
    expect(arrived(job.changes).slice(-3)).toEqual(['First 15.99', 'First 1', 'First 2']);
    expect(new Set(await statesOf(service))).toEqual(new Set(['sent']));
    expect(new Set(job.changes.map(({ id }) => id)).size).toBe(5);
  });

  test('that the receiver refuses for good lets the next one through, and can be retried', async () => {
    const { service, job } = await startWithWebhook();
    const made = await service.create();
    await change(service, made, 1);
    job.answerChanges((one) => (one.change === 'subscription.created' ? refusal : success));
    await job.wait(180);
    expect(await statesOf(service)).toEqual(['failed status', 'sent']);
    job.answerChanges(() => success);
    const [failed] = await deliveriesOf(service);
    expect((await service.call('POST', `/api/v1/deliveries/${failed?.id}/retry`)).status).toBe(200);
    await job.wait(60);
    expect(new Set(await statesOf(service))).toEqual(new Set(['sent']));
    expect(job.changes.at(-1)).toEqual(job.changes[0] as never);
  });

  test('is not repeated within the minute of a failure, whatever else is written', async () => {
    const { service, job } = await startWithWebhook();
    job.answerChanges(() => failure);
    for (let count = 0; count < 3; count += 1) {
      await service.create({ name: `Record ${count}` });
      job.noteWrites();
      service.clock.advance(1);
      await job.settled();
    }
    expect(job.changes).toHaveLength(1);
  });

  test('is not sent while the receiver wants a pause, unless somebody retries one by hand', async () => {
    const { service, job } = await startWithWebhook();
    const pause = { ...failure, status: 503, retryAfterSeconds: 7200 };
    job.answerChanges((one) => (one.change === 'subscription.deleted' ? refusal : success));
    const made = await service.create();
    await service.call('DELETE', `/api/v1/subscriptions/${made.id}`);
    await job.wait(60);
    job.answerChanges(() => pause);
    await service.create({ name: 'Other' });
    await job.wait(60);
    job.answerChanges(() => success);
    await service.create({ name: 'Third' });
    job.noteWrites();
    await job.wait(hour);
    expect(arrived(job.changes)).not.toContain('Third 15.99');
    const failed = (await deliveriesOf(service)).find(({ state }) => state === 'failed');
    expect((await service.call('POST', `/api/v1/deliveries/${failed?.id}/retry`)).status).toBe(200);
    await job.wait(60);
    expect(arrived(job.changes).slice(-2)).toEqual(['Netflix 15.99', 'Third 15.99']);
    await job.wait(2 * hour);
    expect(new Set(await statesOf(service))).toEqual(new Set(['sent']));
  });

  test('that was rolled back, refused, replayed or only tried is none', async () => {
    const { service, job } = await startWithWebhook();
    const path = '/api/v1/subscriptions';
    const made = await service.create();
    const unknown = { action: 'delete', id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77' };
    const json = { operations: [{ action: 'update', id: made.id, patch: { amount: 3 } }, unknown] };
    expect((await service.call('POST', `${path}/batch`, { json })).status).toBe(404);
    expect((await service.call('PATCH', `${path}/${made.id}?dryRun=true`, { json: { amount: 4 } })).status).toBe(200);
    expect((await service.call('DELETE', `${path}/${made.id}?dryRun=true`)).status).toBe(200);
    expect((await service.call('PATCH', `${path}/${made.id}`, { json: { amount: -4 } })).status).toBe(400);
    const headers = { 'idempotency-key': 'once' };
    for (let count = 0; count < 2; count += 1)
      expect((await service.call('PATCH', `${path}/${made.id}`, { headers, json: { amount: 5 } })).status).toBe(200);
    await job.wait(60);
    expect(arrived(job.changes)).toEqual(['Netflix 15.99', 'Netflix 5']);
  });

  test('is deleted 450 days after it was sent', async () => {
    const { service, job } = await startWithWebhook();
    await service.create();
    await job.wait(60);
    expect(await statesOf(service)).toEqual(['sent']);
    service.clock.advance(451 * day);
    await job.wait(120);
    expect(service.database.query('SELECT * FROM delivery_changes').all()).toEqual([]);
  });

  test('is less than 64 KiB long, however much of the largest subscription it concerns', async () => {
    const { service, job } = await startWithWebhook();
    const { id } = await service.create({ name: '🎬'.repeat(120), category: '🎬'.repeat(80) });
    for (const sign of ['🎬', '"']) {
      const tags = Array.from({ length: 20 }, (_, index) => `${sign.repeat(38)}${index + 10}`);
      const url = `https://example.org/${'x'.repeat(1900)}`;
      const json = { notes: sign.repeat(2000), paymentMethod: sign.repeat(80), url, tags };
      expect((await service.call('PATCH', `/api/v1/subscriptions/${id}/details`, { json })).status).toBe(200);
    }
    await job.wait(60);
    const lengths = job.changes.map(({ dataJson }) => Buffer.byteLength(dataJson));
    expect(lengths).toHaveLength(3);
    expect(Math.max(...lengths)).toBeLessThan(64 * 1024);
  });

  test('goes to each channel that gets it at that time, and to no other', async () => {
    const { service, job, channelId } = await startWithWebhook();
    const deletions = addChannel(service, 'first', 1, { events: 'subscription.deleted' });
    addChannel(service, 'first', 0, all);
    addChannel(service, 'first', 1);
    addChannel(service, 'second', 1, all);
    const made = await service.create();
    expect((await service.call('DELETE', `/api/v1/subscriptions/${made.id}`)).status).toBe(200);
    addChannel(service, 'first', 1, all);
    await job.wait(60);
    const arrivedAt = (id: string) => job.changes.filter((one) => one.channelId === id).map((one) => one.change);
    expect(arrivedAt(channelId)).toEqual(['subscription.created', 'subscription.deleted']);
    expect(arrivedAt(deletions)).toEqual(['subscription.deleted']);
    expect(job.changes).toHaveLength(3);
    expect(job.changes.map((one) => dataOf(one).subscription.id)).toEqual([made.id, made.id, made.id]);
  });
});

describe('a change that waits', () => {
  test('is skipped when its channel is turned off, or does not get it any more', async () => {
    const { service, job, channelId } = await startWithWebhook();
    job.answerChanges(() => failure);
    await service.create();
    const made = await service.create({ name: 'Other' });
    await change(service, made, 1);
    await job.wait(1);
    const settings = JSON.stringify({ events: 'subscription.updated' });
    service.database.run('UPDATE channels SET settings_json = ? WHERE id = ?', [settings, channelId]);
    job.answerChanges(() => success);
    await job.wait(600);
    expect(await statesOf(service)).toEqual(['skipped channelOff', 'skipped channelOff', 'sent']);
    await change(service, made, 2);
    service.database.run('UPDATE channels SET enabled = 0 WHERE id = ?', [channelId]);
    await job.wait(60);
    expect((await statesOf(service)).at(-1)).toBe('skipped channelOff');
  });

  test('is sent after a week without the server, and not after a month', async () => {
    const { service, job } = await startWithWebhook();
    await job.stop();
    await service.create();
    service.clock.advance(30 * day - hour);
    await job.start();
    expect(arrived(job.changes)).toEqual(['Netflix 15.99']);
    await job.stop();
    const other = await service.create({ name: 'Other' });
    await change(service, other, 1);
    service.clock.advance(31 * day);
    await job.start();
    expect(arrived(job.changes)).toEqual(['Netflix 15.99']);
    expect(await statesOf(service)).toEqual(['sent', 'skipped missed', 'skipped missed']);
  });

  test('and was made while the clock was a year ahead is sent once it is right, before later ones', async () => {
    const { service, job } = await startWithWebhook();
    await job.stop();
    service.clock.setWall('2027-06-16T12:00:00.000Z');
    const made = await service.create();
    service.clock.setWall('2026-06-16T13:00:00.000Z');
    await change(service, made, 1);
    await job.start();
    expect(arrived(job.changes)).toEqual(['Netflix 15.99', 'Netflix 1']);
  });

  test('is not sent after a restore, and later changes are', async () => {
    const { service, job } = await startWithWebhook();
    await job.stop();
    const made = await service.create();
    await change(service, made, 1);
    markRestored({ restored: databaseOn(service.database), at: instantAt(service.clock.wallMilliseconds()) });
    await change(service, made, 2);
    await job.start();
    expect(arrived(job.changes)).toEqual(['Netflix 2']);
    expect(await statesOf(service)).toEqual(['skipped restored', 'skipped restored', 'sent']);
  });

  test('is not sent once its owner is deleted, and is deleted with it', async () => {
    const { service, job } = await startWithWebhook();
    await service.create();
    await service.create({}, service.keys.otherWrite);
    removeOwner(service.store, 'first');
    await job.wait(60);
    expect(job.changes).toEqual([]);
    expect(service.database.query('SELECT * FROM delivery_changes').all()).toEqual([]);
  });
});

describe('a server that is killed', () => {
  test('at any step loses no change, keeps their order, and repeats one under its id at most', async () => {
    const { job: whole } = await runWith(Number.POSITIVE_INFINITY);
    const steps = whole.steps();
    expect(steps).toBeGreaterThan(15);
    for (let diesAfter = 0; diesAfter < steps; diesAfter += stride) {
      const { service, job } = await runWith(diesAfter);
      await job.start();
      await job.wait(hour);
      const unique = job.changes.filter(({ id }, index) => job.changes.findIndex((one) => one.id === id) === index);
      for (const name of ['First', 'Other'])
        expect(arrived(unique).filter((text) => text.startsWith(name))).toEqual(
          ['15.99', '1', '2'].map((amount) => `${name} ${amount}`),
        );
      expect(job.changes.length - unique.length).toBeLessThanOrEqual(1);
      expect(new Set(await statesOf(service))).toEqual(new Set(['sent']));
    }
  }, 60_000);
});

/** Two records with three changes each, sent by a process that dies after some steps. */
async function runWith(diesAfter: number) {
  const { service, job } = await startHousehold({ channels: 0 });
  addChannel(service, 'first', 1, all);
  const records = [await service.create({ name: 'First' }), await service.create({ name: 'Other' })];
  for (const amount of [1, 2]) for (const record of records) await change(service, record, amount);
  await job.start(diesAfter);
  await job.wait(120);
  return { service, job };
}
