import { expect, test } from 'bun:test';
import { changeEvents } from '../../../../src/modules/channels/rules/changeEvents.ts';
import { waitingMax } from '../../../../src/modules/deliveries/rules/delivery.ts';
import { addChannel } from '../../../support/reminders.ts';
import { startHousehold } from '../../../support/remindedHousehold.ts';
import type { Service } from '../../../support/service.ts';

/** Stores so many changes of other records that wait for a channel. */
function fill({ database }: Service, channelId: string, changes: number): void {
  database.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO deliveries (id, owner_id, channel_id, moment, state, attempts, next_attempt_at, created_at, is_change)
     SELECT ?2 || i, owner_id, ?2, ?3, 'pending', 0, ?3, ?3, 1 FROM n, channels WHERE channels.id = ?2`,
    [changes, channelId, '2026-06-16T11:00:00.000Z'],
  );
}

interface Stored {
  readonly channel: string;
  readonly state: string;
  readonly event: string;
  readonly amount: number | null;
}

const storedIn = ({ database }: Service) =>
  database
    .query<Stored, []>(
      `SELECT deliveries.channel_id AS channel, state || coalesce(' ' || last_error, '') AS state, event,
         data_json ->> '$.subscription.amount' AS amount
       FROM delivery_changes JOIN deliveries ON sequence = delivery_sequence ORDER BY sequence`,
    )
    .all();

test('what waits for a channel is bounded: further changes are skipped, also within one write, and those of other channels are not', async () => {
  const { service } = await startHousehold({ channels: 0 });
  const [full, other] = [1, 2].map(() => addChannel(service, 'first', 1, { events: changeEvents.join(',') }));
  fill(service, full ?? '', waitingMax - 3);
  const made = await service.create({ amount: 1 });
  const operations = [2, 3, 4, 5].map((amount) => ({ action: 'update', id: made.id, patch: { amount } }));
  expect((await service.call('POST', '/api/v1/subscriptions/batch', { json: { operations } })).status).toBe(200);
  const of = (id = '') =>
    storedIn(service)
      .filter(({ channel }) => channel === id)
      .map(({ state, amount }) => `${amount} ${state}`);
  const skipped = 'null skipped queueFull';
  expect(of(full)).toEqual(['1 pending', '2 pending', '3 pending', skipped, skipped]);
  expect(of(other)).toEqual([1, 2, 3, 4, 5].map((amount) => `${amount} pending`));
});

test('a change after skipped ones waits for the earlier changes of its record, too', async () => {
  const { service, job } = await startHousehold({ channels: 0 });
  const channelId = addChannel(service, 'first', 1, { events: changeEvents.join(',') });
  const made = await service.create({ amount: 1 });
  const change = (amount: number) => service.call('PATCH', `/api/v1/subscriptions/${made.id}`, { json: { amount } });
  fill(service, channelId, waitingMax - 1);
  expect((await change(2)).status).toBe(200);
  service.database.run("DELETE FROM deliveries WHERE id LIKE channel_id || '%'");
  expect((await change(3)).status).toBe(200);
  job.answerChanges(({ dataJson }) =>
    dataJson.includes('"previous"')
      ? { outcome: 'sent', status: 200 }
      : { outcome: 'failed', reason: 'status', status: 500, isPermanent: false },
  );
  await job.start();
  // Also once the receiver is tried again after the pause of a failure.
  await job.wait(180);
  expect(new Set(job.changes.map((one) => one.change))).toEqual(new Set(['subscription.created']));
  job.answerChanges(() => ({ outcome: 'sent', status: 200 }));
  await job.wait(600);
  expect(job.changes.slice(-2).map((one) => one.change)).toEqual(['subscription.created', 'subscription.updated']);
  expect(storedIn(service).map(({ state }) => state)).toEqual(['sent', 'skipped queueFull', 'sent']);
});
