import { expect, test } from 'bun:test';
import { changeEvents } from '../../../../src/modules/channels/rules/changeEvents.ts';
import { expectRefusal } from '../../../support/expectations.ts';
import { addChannel } from '../../../support/reminders.ts';
import { day, deliveriesOf, startHousehold, statesOf } from '../../../support/remindedHousehold.ts';

test('what a receiver refused is kept as long as it can be sent again, and not longer', async () => {
  const { service, job } = await startHousehold({ channels: 0 });
  addChannel(service, 'first', 1, { events: changeEvents.join(',') });
  await job.start();
  job.answerChanges(() => ({ outcome: 'failed', reason: 'status', status: 400, isPermanent: true }));
  const { id } = await service.create();
  expect((await service.call('DELETE', `/api/v1/subscriptions/${id}`)).status).toBe(200);
  const kept = () =>
    service.database.query<{ kept: number }, []>('SELECT count(data_json) AS kept FROM delivery_changes').get()?.kept;
  await job.wait(120);
  expect(await statesOf(service)).toEqual(['failed status', 'failed status']);
  await job.wait(29 * day, day);
  expect(kept()).toBe(2);
  await job.wait(2 * day, day);
  expect(kept()).toBe(0);
  const [failed] = await deliveriesOf(service);
  // As if the clock had been ahead: nothing is sent without its data.
  service.clock.setWall('2026-06-17T12:00:00.000Z');
  expect((await service.call('POST', `/api/v1/deliveries/${failed?.id}/retry`)).status).toBe(200);
  await job.wait(120);
  expect(job.changes).toHaveLength(2);
  expect(await statesOf(service)).toEqual(['skipped missed', 'failed status']);
});

test('what a clock that is ahead skipped as too old can be sent on request once it is right, and what is old cannot', async () => {
  const { service, job } = await startHousehold({ channels: 0 });
  addChannel(service, 'first', 1, { events: changeEvents.join(',') });
  await job.start();
  job.answerChanges(() => ({ outcome: 'failed', reason: 'status', status: 500, isPermanent: false }));
  await service.create();
  await job.wait(60);
  service.clock.setWall('2028-06-16T13:00:00.000Z');
  await job.wait(600);
  expect(await statesOf(service)).toEqual(['skipped missed']);
  const [skipped] = await deliveriesOf(service);
  const retry = () => service.call('POST', `/api/v1/deliveries/${skipped?.id}/retry`);
  expectRefusal(await retry(), 409, { code: 'delivery_not_failed' });
  service.clock.setWall('2026-06-16T13:00:00.000Z');
  job.answerChanges(() => ({ outcome: 'sent', status: 200 }));
  expect((await retry()).status).toBe(200);
  await job.wait(120);
  expect(job.changes).toHaveLength(2);
  expect(await statesOf(service)).toEqual(['sent']);
});

test('a change that waits for its next attempt keeps its time when an earlier one of the record is retried', async () => {
  const { service, job } = await startHousehold({ channels: 0 });
  addChannel(service, 'first', 1, { events: changeEvents.join(',') });
  await job.start();
  job.answerChanges(({ change }) => ({
    outcome: 'failed',
    reason: 'status',
    status: 500,
    isPermanent: change === 'subscription.created',
  }));
  const { id } = await service.create();
  await service.call('PATCH', `/api/v1/subscriptions/${id}`, { json: { amount: 20 } });
  await job.wait(240);
  const [earlier, later] = await deliveriesOf(service);
  expect([earlier, later]).toMatchObject([{ state: 'failed' }, { state: 'pending', attempts: 2 }]);
  job.answerChanges(() => ({ outcome: 'sent', status: 200 }));
  expect((await service.call('POST', `/api/v1/deliveries/${earlier?.id}/retry`)).status).toBe(200);
  await job.wait(60);
  expect(await deliveriesOf(service)).toEqual([expect.objectContaining({ state: 'sent' }), later] as never);
});
