import { afterAll, describe, expect, test } from 'bun:test';
import { numberFromEnvironment, randomFrom } from '../../../generator/random.ts';
import { deliveryJobOf, remindedIn, type DeliveryJob } from '../../../support/deliveryJob.ts';
import { addChannel } from '../../../support/reminders.ts';
import { startService, validDraft, type Service } from '../../../support/service.ts';

// Longer at night: DELIVERY_CRASHES=200.
const runs = numberFromEnvironment('DELIVERY_CRASHES', 5);
// Each commit tries some of the steps.
const stride = runs < 100 ? 5 : 1;
const day = 24 * 3600;
const jobs: DeliveryJob[] = [];
afterAll(() => Promise.all(jobs.map((job) => job.stop())));

interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly subscriptionIds: readonly string[];
  readonly dueOn: string;
}

async function deliveriesOf(service: Service): Promise<readonly Delivery[]> {
  return (await service.call('GET', '/api/v1/deliveries?limit=100')).json.data as unknown as readonly Delivery[];
}

/** A service with more reminders at one moment than one message takes, to two channels. */
async function startHousehold() {
  const service = await startService({ writesInline: true });
  const channelIds = [addChannel(service), addChannel(service)];
  const operations = Array.from({ length: 25 }, (_, index) => ({
    action: 'create',
    subscription: { ...validDraft, name: `Record ${index}`, lastPaymentDate: '2026-05-20' },
  }));
  expect((await service.call('POST', '/api/v1/subscriptions/batch', { json: { operations } })).status).toBe(200);
  const json = { event: 'renewal', daysBefore: [3] };
  expect((await service.call('POST', '/api/v1/reminders', { json })).status).toBe(201);
  const job = deliveryJobOf(service);
  jobs.push(job);
  return { service, job, channelIds };
}

/** Nothing is lost, nothing that was recorded as sent is repeated, and each crash repeats one message of a channel at most. */
async function expectWhole({ service, job, channelIds }: Awaited<ReturnType<typeof startHousehold>>, crashes: number) {
  const deliveries = await deliveriesOf(service);
  expect(deliveries.map(({ state }) => state)).toEqual(deliveries.map(() => 'sent'));
  expect(deliveries.flatMap(({ subscriptionIds }) => subscriptionIds)).toHaveLength(25 * channelIds.length);
  const reminded = job.received.map(({ id, channelId, message }) => ({
    id,
    channelId,
    ids: remindedIn(message).map((one) => one.subscriptionId),
  }));
  for (const channelId of channelIds) {
    const ofChannel = reminded.filter((one) => one.channelId === channelId);
    expect(new Set(ofChannel.flatMap(({ ids }) => ids)).size).toBe(25);
    expect(ofChannel.length - new Set(ofChannel.map(({ id }) => id)).size).toBeLessThanOrEqual(crashes);
  }
  // A reminder is never in two messages.
  expect(new Set(reminded.map(({ id }) => id)).size).toBe(deliveries.length);
}

/** The steps of a run without a crash: each write and each message has two, before and after it. */
async function stepsOfRun(): Promise<number> {
  const household = await startHousehold();
  const { job } = household;
  await job.start();
  await job.wait(day, 600);
  await expectWhole(household, 0);
  return job.steps();
}

describe('a server that is killed', () => {
  test('at any step of a delivery loses nothing, and repeats one message under its id at most', async () => {
    const steps = await stepsOfRun();
    expect(steps).toBeGreaterThan(20);
    for (let diesAfter = 0; diesAfter < steps; diesAfter += stride) {
      const household = await startHousehold();
      const { job } = household;
      await job.start(diesAfter);
      await job.wait(21 * 3600, 600);
      expect(job.isDead()).toBe(true);
      await job.start();
      await job.wait(3 * 3600, 600);
      await expectWhole(household, 1);
    }
  }, 60_000);

  test(`again and again loses nothing: ${runs} times`, async () => {
    const random = randomFrom(7);
    for (let run = 0; run < runs; run += 1) {
      const household = await startHousehold();
      const { job } = household;
      await job.start();
      await job.wait(20 * 3600, 1800);
      let crashes = 0;
      for (; crashes < 4; crashes += 1) {
        await job.start(Math.floor(random() * 20));
        await job.wait(3600, 60);
      }
      await job.start();
      await job.wait(12 * 3600, 600);
      await expectWhole(household, crashes);
    }
  }, 600_000);
});
