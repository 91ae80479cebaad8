import { expect, test } from 'bun:test';
import { changeEvents } from '../../src/domain/channels/changeEvents.ts';
import { addChannel } from '../support/reminders.ts';
import { day, startHousehold, statesOf } from '../support/remindedHousehold.ts';

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
  expect(await statesOf(service)).toEqual(['failed status', 'failed status']);
});
