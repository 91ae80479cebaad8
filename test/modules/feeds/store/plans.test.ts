import { expect, test } from 'bun:test';
import { numberOfDay } from '../../../../src/core/billing/days.ts';
import { databaseOn } from '../../../../src/core/database/db.ts';
import { openDatabaseInMemory } from '../../../../src/core/database/database.ts';
import { readCalendars } from '../../../../src/modules/feeds/store/calendars.ts';
import { numbersOf } from '../../../../src/modules/feeds/store/calendarPayments.ts';
import { plansOn } from '../../../support/plans.ts';

const database = openDatabaseInMemory();
const db = databaseOn(database);
const plansOf = plansOn(database);
const today = numberOfDay('2026-06-16');
const days = { today, first: today, last: numberOfDay('2026-07-16') };
const ofSubscription = 'SEARCH payments USING INDEX payments_by_subscription (subscription_id=? AND owner_id=? AND';

test('a calendar reads the subscriptions of its owner, and the payments of its days', () => {
  const feed = { status: 'active', category: null, tag: null, alarmDaysBefore: null } as const;
  expect(plansOf(() => readCalendars(db).use(1, feed, days, ({ revision }) => revision))).toEqual([
    'SEARCH subscriptions USING INDEX subscriptions_by_creation (owner_id=?)',
    'SEARCH payments USING INDEX payments_by_day (owner_id=? AND paid_on>? AND paid_on<?)',
    'SEARCH subscriptions USING INDEX subscriptions_id (id=?)',
    'CORRELATED SCALAR SUBQUERY 1',
    'SEARCH earlier USING INDEX payments_by_subscription (subscription_id=? AND owner_id=? AND due_on=? AND rowid<?)',
    // Payments ahead of their due dates.
    'SEARCH subscriptions USING INDEX subscriptions_by_spend (owner_id=? AND status=?)',
    `${ofSubscription} due_on>?)`,
    'USE TEMP B-TREE FOR GROUP BY',
    'SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});

test('a calendar with filters reads only the subscriptions of its owner', () => {
  const feed = { status: 'active', category: 'Streaming', tag: 'home', alarmDaysBefore: null } as const;
  const plans = plansOf(() => readCalendars(db).use(1, feed, days, ({ revision }) => revision));
  expect(plans.filter((step) => step.startsWith('SCAN') && !step.startsWith('SCAN json_each'))).toEqual([]);
});

test('payments with the same due date are found among those of their subscription', () => {
  const row = { sequence: 2, subscriptionId: 'x', dueOn: '2026-06-16', isRepeated: true };
  expect(plansOf(() => numbersOf(db, 1)(row))).toEqual([`${ofSubscription} due_on=?)`]);
});
