import { expect, test } from 'bun:test';
import { prepareOutbox } from '../../../../src/modules/deliveries/writes/outbox.ts';
import { openDatabaseInMemory } from '../../../../src/core/database/database.ts';
import { databaseOn } from '../../../../src/core/database/db.ts';
import { readDeliveries } from '../../../../src/modules/deliveries/store/deliveries.ts';
import { prepareDueSearches } from '../../../../src/modules/subscriptions/store/dueSearches.ts';
import { readDeliveryWork } from '../../../../src/modules/deliveries/store/work.ts';
import { readReminders } from '../../../../src/modules/reminders/store/reminders.ts';
import { plansOn } from '../../../support/plans.ts';

const database = openDatabaseInMemory();
const db = databaseOn(database);
const plansOf = plansOn(database);
const at = '2026-06-16T12:00:00.000Z';

test('what webhooks get costs a write one search', () => {
  expect(plansOf(() => prepareOutbox(db, () => '').isWanted(1))).toEqual([
    'SEARCH channels USING INDEX channels_with_events (owner_id=?)',
  ]);
});

test('what is due is found in the indexes of what waits', () => {
  const plans = plansOf(() => readDeliveryWork(db).due(at));
  expect(plans).toContain('SEARCH due USING COVERING INDEX deliveries_pending_reminders (channel_id=?)');
  expect(plans).toContain('SEARCH due USING COVERING INDEX deliveries_pending (channel_id=?)');
  expect(plans.filter((step) => /^SCAN (?!waiting)/.test(step))).toEqual([]);
});

test('the failures of a channel are found in an index that has nothing else', () => {
  const plans = plansOf(() => readDeliveryWork(db).countFailing(at));
  expect(plans.join()).toContain('INDEX deliveries_failing (channel_id=? AND moment>? AND moment<?)');
  expect(plans.filter((step) => /^SCAN (?!channels)/.test(step))).toEqual([]);
});

const person = { kind: 'session', id: 's', ownerId: 1, scope: 'write', userId: 'u' } as const;

test.each([{}, { state: 'failed' }, { channelId: 'a' }, { state: 'sent', channelId: 'a' }] as const)(
  'the deliveries filtered by %j are read along an index, and not sorted',
  (filters) => {
    const [first] = plansOf(() => readDeliveries(db).list(person, filters, { limit: 50, offset: 0 }));
    expect(first).toBe('SEARCH deliveries USING INDEX deliveries_by_owner (owner_id=?)');
  },
);

test('what was delivered of a preview is found by the index that makes each reminder unique', () => {
  const one = { ruleId: 'a', subscriptionId: 'b', event: 'renewal', dueOn: '2026-06-20', days: 3 } as const;
  const planned = { ...one, sendAt: at, name: '', amount: 1, currency: 'EUR', channelIds: [] } as const;
  expect(plansOf(() => readReminders(db).delivered([planned]))[0]).toBe(
    'SEARCH delivery_items USING INDEX delivery_items_once (rule_id=? AND subscription_id=? AND event=? AND due_on=? AND days=?)',
  );
});

test('due subscriptions are found along an index, without reading others', () => {
  const searches = prepareDueSearches(db);
  const span = { ownerId: 1, day: '', sequence: 0, today: '2026-06-16', limit: 50 };
  const due = 'owner_id=? AND next_payment_date>? AND next_payment_date<?';
  const question = { ownerId: 1, subscriptionId: 'a', from: '2026-06-01', timeZone: 'UTC' };
  const found = [
    [() => searches.owner(1), 'SEARCH owners USING INTEGER PRIMARY KEY (rowid>?)'],
    [() => searches.all(span), `SEARCH subscriptions USING INDEX subscriptions_by_renewal (${due})`],
    [() => searches.chosen(span), `SEARCH subscriptions USING INDEX subscriptions_renewed_by_choice (${due})`],
    [() => searches.ended(span), 'SEARCH subscriptions USING INDEX subscriptions_by_end (ends_on>? AND ends_on<?)'],
    [
      () => searches.statusChanges(question),
      'SEARCH audit_entries USING INDEX audit_entries_by_entity (entity_id=? AND entity_type=? AND owner_id=?)',
    ],
  ] as const;
  for (const [work, plan] of found) expect(plansOf(work)).toEqual([plan]);
});
