import { expect, test } from 'bun:test';
import { databaseOn } from '../../../../src/core/database/db.ts';
import { openDatabaseInMemory } from '../../../../src/core/database/database.ts';
import { readDuePayments } from '../../../../src/modules/payments/store/duePayments.ts';
import { preparePaymentStatements } from '../../../../src/modules/payments/store/ofRenewals.ts';
import { readPayments } from '../../../../src/modules/payments/store/payments.ts';
import { findStoredPayment, updatePayment } from '../../../../src/modules/payments/store/storedPayments.ts';
import { plansOn } from '../../../support/plans.ts';
import { insertRecords } from '../../../support/records.ts';

const [today, id] = ['2026-06-16', '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77'];
const database = openDatabaseInMemory();
const db = databaseOn(database);
database.run(`INSERT INTO owners (name, created_at) VALUES ('first', '${today}T12:00:00.000Z')`);
insertRecords(database, 'first', [{ nextPaymentDate: today }]);
const plansOf = plansOn(database);

const ofRecord = 'SEARCH subscriptions USING INDEX subscriptions_id (id=?)';
const byId = 'SEARCH payments USING INDEX payments_id (id=?)';

test('payments made are listed and summed along an index, and those of one subscription are sorted', () => {
  const ofAll = 'SEARCH payments USING INDEX payments_by_day (owner_id=? AND paid_on>? AND paid_on<?)';
  const ofOne = 'SEARCH payments USING INDEX payments_by_subscription (subscription_id=?)';
  const page = { limit: 50, offset: 0 };
  const summed = (step: string) => ['CO-ROUTINE sums', step, 'USE TEMP B-TREE FOR GROUP BY', 'SCAN sums', ofRecord];
  const payments = readPayments(db);
  expect(plansOf(() => payments.list(1, {}, page))).toEqual([ofAll, ofRecord, ...summed(ofAll)]);
  const listed = plansOf(() => payments.list(1, { subscriptionId: id }, page));
  expect(listed).toEqual([ofRecord, ofOne, 'USE TEMP B-TREE FOR ORDER BY', ...summed(ofOne)]);
  expect(plansOf(() => payments.findView(1, id))).toEqual([byId]);
});

test('the payments of a renewal are found among those of its subscription', () => {
  const ofSubscription = 'SEARCH payments USING INDEX payments_by_subscription (subscription_id=? AND owner_id=?';
  const inTime = `${ofSubscription} AND due_on>? AND due_on<?)`;
  const statements = preparePaymentStatements(db);
  const toggled = { ownerId: 1, subscriptionId: id, entryId: id, at: `${today}T12:00:00.000Z` };
  expect(plansOf(() => statements.toggleOfRenewal(toggled))).toEqual([`${ofSubscription})`]);
  expect(plansOf(() => statements.revertedDates)).toEqual([inTime]);
  expect(plansOf(() => statements.madeDates)).toEqual([
    inTime,
    // The entry of a payment that was made before its due date.
    'CORRELATED SCALAR SUBQUERY 1',
    'SEARCH audit_entries USING INDEX audit_entries_id (id=?)',
  ]);
});

test('a payment to correct is found by its id, and the entry of its renewal among those of the same request', () => {
  expect(plansOf(() => findStoredPayment(db, 1, id))).toEqual([
    byId,
    ofRecord,
    'SEARCH renewals USING INDEX audit_entries_id (id=?) LEFT-JOIN',
    'CORRELATED SCALAR SUBQUERY 1',
    'SEARCH first USING INDEX audit_entries_by_request (request_id=? AND rowid>? AND rowid<?)',
  ]);
  const [dueOn, paidOn] = [today, today];
  const payment = {
    id,
    subscriptionId: id,
    dueOn,
    paidOn,
    amountHundredths: 1,
    currency: 'USD',
    source: 'manual',
  } as const;
  expect(plansOf(() => updatePayment(db, 1, { payment, removedAt: null }))).toEqual([ofRecord, byId]);
});

test('of payments to come and overdue ones, only the days asked for are read, and the page by its row numbers', () => {
  const upToADay = 'SEARCH subscriptions USING INDEX subscriptions_by_renewal (owner_id=? AND next_payment_date<?)';
  const range = { today, from: today, to: '2026-07-16', page: { limit: 50, offset: 0 } };
  expect(plansOf(() => readDuePayments(db).inRange(1, range))).toEqual([
    // The schedules of a forecast, without and with names, in the order of creation, which is that of the file.
    'SEARCH subscriptions USING INDEX subscriptions_by_creation (owner_id=?)',
    'SEARCH subscriptions USING INDEX subscriptions_by_creation (owner_id=?)',
    upToADay,
    'USE TEMP B-TREE FOR ORDER BY',
    upToADay,
    'USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY',
    upToADay,
    'SEARCH subscriptions USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});
