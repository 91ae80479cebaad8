import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import type { SendResult } from '../../../../src/core/outgoing/message.ts';
import { instantOf, systemRandomness } from '../../../../src/core/runtime/system.ts';
import { createStore } from '../../../../src/modules/store.ts';
import { writeInline } from '../../../support/inlineWrites.ts';
import { addChannel } from '../../../support/reminders.ts';
import { deliveriesOf, hour, startHousehold } from '../../../support/remindedHousehold.ts';
import { validDraft } from '../../../support/validDraft.ts';

const failure = { outcome: 'failed', reason: 'notConnected', isPermanent: false } as const satisfies SendResult;
const success = { outcome: 'sent', status: 200 } as const satisfies SendResult;

/** A service with a webhook that gets new subscriptions, and the job of its server; and the names of those that it tried, with the seconds. */
async function startWithWebhook() {
  const { service, job } = await startHousehold({ channels: 0, now: '2026-06-16T12:00:30.000Z' });
  addChannel(service, 'first', 1, { events: 'subscription.created' });
  await job.start();
  const began = service.clock.monotonicMilliseconds();
  const tried: { readonly name: string; readonly at: number }[] = [];
  let result: SendResult = success;
  job.answerChanges(({ dataJson }) => {
    const { subscription } = JSON.parse(dataJson) as { readonly subscription: { readonly name: string } };
    tried.push({ name: subscription.name, at: (service.clock.monotonicMilliseconds() - began) / 1000 });
    return result;
  });

  async function create(name: string): Promise<void> {
    await service.create({ name });
    job.noteWrites();
    await job.wait(1, 1);
  }

  return { service, job, tried, create, answer: (next: SendResult) => void (result = next) };
}

describe('changes for a receiver that does not answer', () => {
  test('do not delay the retries of the oldest one, however many there are', async () => {
    const { job, tried, create, answer } = await startWithWebhook();
    answer(failure);
    for (let count = 0; count < 40; count += 1) await create(`Record ${count}`);
    await job.wait(40 * 60, 5);
    const ofFirst = tried.filter(({ name }) => name === 'Record 0').map(({ at }) => at);
    expect(ofFirst).toHaveLength(4);
    const pauses = ofFirst.slice(1).map((at, index) => at - (ofFirst[index] ?? 0));
    for (const [index, minutes] of [1, 5, 30].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(minutes * 60);
      expect(pauses[index]).toBeLessThanOrEqual((minutes + 1) * 60 + 10);
    }
  });

  test('are tried a minute apart, also over the end of a minute of the clock, and then all at once', async () => {
    const { service, job, tried, create, answer } = await startWithWebhook();
    answer(failure);
    for (const name of ['First', 'Second', 'Third']) await create(name);
    await job.wait(50, 1);
    expect(tried.map(({ name }) => name)).toEqual(['First']);
    answer(success);
    await job.wait(20, 1);
    expect(tried.map(({ name }) => name)).toEqual(['First', 'First', 'Second', 'Third']);
    expect((await deliveriesOf(service)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  });

  test('are all sent soon after it answers again, but for those whose next attempt is later', async () => {
    const { service, job, create, answer } = await startWithWebhook();
    answer(failure);
    for (let count = 0; count < 40; count += 1) await create(`Record ${count}`);
    await job.wait(hour, 10);
    answer(success);
    await job.wait(70, 10);
    const waiting = (await deliveriesOf(service)).filter(({ state }) => state === 'pending');
    const now = instantOf(service.clock);
    expect(waiting.length).toBeLessThan(30);
    expect(waiting.filter(({ nextAttemptAt }) => (nextAttemptAt ?? '') <= now)).toEqual([]);
    await job.wait(3 * hour, 60);
    expect(new Set((await deliveriesOf(service)).map(({ state }) => state))).toEqual(new Set(['sent']));
  });
});

test('a change that another process has made is sent within some seconds', async () => {
  const { service, job, tried } = await startWithWebhook();
  await job.wait(4, 1);
  const other = new Database(service.database.filename);
  const holder = createStore(other).apiKeys.findHolder(service.keys.write, () => instantOf(service.clock));
  if (holder === undefined) throw new Error('the key has no holder');
  await writeInline(other).submit({
    kind: 'subscription.create',
    actor: { ...holder, requestId: systemRandomness.uuid() },
    at: instantOf(service.clock),
    subscriptionId: systemRandomness.uuid(),
    auditEntryId: systemRandomness.uuid(),
    draft: { ...validDraft, name: 'Other' },
  });
  other.close();
  await job.wait(4, 1);
  expect(tried.map(({ name }) => name)).toEqual(['Other']);
});
