import { databaseOn } from '../../../../src/core/database/db.ts';
import { expect, test } from 'bun:test';
import { preparePaymentStatements, readPayments } from '../../../../src/modules/payments/store/payments.ts';
import { openDatabaseInMemory } from '../../../../src/core/database/database.ts';
import { compileAtOnce } from '../../../../src/core/database/statement.ts';
import { readRenewalsToMake } from '../../../../src/modules/subscriptions/store/renewalsToMake.ts';
import { plansOn } from '../../../support/plans.ts';

const database = openDatabaseInMemory();
compileAtOnce(database);
const plansOf = plansOn(database);
const ofRecord = 'SEARCH subscriptions USING INDEX subscriptions_id (id=?)';

const grouped = 'USE TEMP B-TREE FOR GROUP BY';
const ofAll = 'SEARCH payments USING INDEX payments_by_day (owner_id=? AND paid_on>? AND paid_on<?)';
const ofOne = 'SEARCH payments USING INDEX payments_by_subscription (subscription_id=? AND owner_id=?)';

test('payments made are listed along an index, and those of one subscription are sorted', () => {
  const summed = (step: string) => ['CO-ROUTINE sums', step, grouped, 'SCAN sums', ofRecord];
  expect(plansOf(() => readPayments(databaseOn(database)))).toEqual([
    ofAll,
    ofOne,
    'USE TEMP B-TREE FOR ORDER BY',
    'SEARCH payments USING INDEX payments_id (id=?)',
    ...summed(ofAll),
    ...summed(ofOne),
  ]);
});

test('whether anything is due is found without reading all subscriptions', () => {
  expect(plansOf(() => readRenewalsToMake(databaseOn(database)))).toEqual([
    'SCAN owners',
    'SCAN subscriptions USING COVERING INDEX subscriptions_renewed_by_choice',
    'SEARCH subscriptions USING COVERING INDEX subscriptions_by_end (ends_on>? AND ends_on<?)',
    // The last run, or the newest entry.
    'SCAN CONSTANT ROW',
    'SCALAR SUBQUERY 1',
    'SEARCH job_runs USING INDEX sqlite_autoindex_job_runs_1 (job=?)',
    'SCALAR SUBQUERY 3',
    'SEARCH audit_entries USING INTEGER PRIMARY KEY (rowid=?)',
    'SCALAR SUBQUERY 2',
    'SEARCH audit_entries',
  ]);
});

test('the payments of a renewal are found among those of its subscription', () => {
  const ofSubscription = 'SEARCH payments USING INDEX payments_by_subscription (subscription_id=? AND owner_id=?';
  expect(plansOf(() => preparePaymentStatements(databaseOn(database))).filter((step) => step.startsWith('SE'))).toEqual(
    [
      // One payment, with the entry of its renewal; its update, and that of the revision of its subscription.
      'SEARCH payments USING INDEX payments_id (id=?)',
      ofRecord,
      'SEARCH renewals USING INDEX audit_entries_id (id=?) LEFT-JOIN',
      // Those of the same request.
      'SEARCH first USING INDEX audit_entries_by_request (request_id=? AND rowid>? AND rowid<?)',
      'SEARCH payments USING INDEX payments_id (id=?)',
      ofRecord,
      'SEARCH payments USING INDEX payments_id (id=?)',
      `${ofSubscription})`,
      `${ofSubscription} AND due_on>? AND due_on<?)`,
      `${ofSubscription} AND due_on>? AND due_on<?)`,
      // The entry of a payment that was made before its due date.
      'SEARCH audit_entries USING INDEX audit_entries_id (id=?)',
    ],
  );
});
