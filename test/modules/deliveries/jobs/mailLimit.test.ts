import { expect, test } from 'bun:test';
import type { SendResult } from '../../../../src/core/outgoing/message.ts';
import { addRule, day, deliveriesOf, hour, startHousehold, statesOf } from '../../../support/remindedHousehold.ts';

const limited = (retryAfterSeconds: number): SendResult => ({
  outcome: 'failed',
  reason: 'mailLimit',
  isPermanent: false,
  retryAfterSeconds,
});

/** A household with a mail that is over the limit of the day: a renewal so many days before it is due. */
async function startLimited(daysBefore: number, waitSeconds: number) {
  const household = await startHousehold({ now: '2026-06-17T08:59:00.000Z' });
  const { service, job } = household;
  await service.create({ lastPaymentDate: `2026-05-${17 + daysBefore}` });
  await addRule(service, { daysBefore: [daysBefore] });
  await job.start();
  const end = service.clock.wallMilliseconds() + waitSeconds * 1000;
  job.answer(() => {
    const left = Math.ceil((end - service.clock.wallMilliseconds()) / 1000);
    return left > 0 ? limited(left) : { outcome: 'sent', status: 250 };
  });
  await job.wait(60);
  return household;
}

test('a mail over the limit of the day waits without an attempt, and is sent when the day is over', async () => {
  const { service, job } = await startLimited(3, 20 * hour);
  expect(await statesOf(service)).toEqual(['pending mailLimit']);
  await job.wait(19 * hour, 600);
  expect(await deliveriesOf(service)).toMatchObject([{ state: 'pending', lastError: 'mailLimit', attempts: 0 }]);
  // It looks again after twelve hours at the latest, and not each minute.
  expect(job.received.length).toBeLessThanOrEqual(3);
  await job.wait(2 * hour);
  expect(await deliveriesOf(service)).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

test('a mail that waits for days does not run out of attempts', async () => {
  const { service, job } = await startLimited(10, 8 * day);
  await job.wait(8 * day + hour, 1800);
  expect(await deliveriesOf(service)).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

test('a mail whose event is over by then is not sent', async () => {
  const { service, job } = await startLimited(0, 2 * day);
  await job.wait(3 * day, 1800);
  expect(await statesOf(service)).toEqual(['skipped missed']);
});
