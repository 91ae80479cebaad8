import { databaseOn } from '../../../../src/core/database/db.ts';
import { expect, test } from 'bun:test';
import { openDatabaseInMemory } from '../../../../src/core/database/database.ts';
import { compileAtOnce } from '../../../../src/core/database/statement.ts';
import { readRenewalsToMake } from '../../../../src/modules/subscriptions/store/renewalsToMake.ts';
import { prepareDueSearches } from '../../../../src/modules/deliveries/store/dueSearches.ts';
import { plansOn } from '../../../support/plans.ts';

const database = openDatabaseInMemory();
compileAtOnce(database);
const plansOf = plansOn(database);

test('due subscriptions are found along an index, without reading others', () => {
  const due = (index: string) => [
    `SEARCH subscriptions USING INDEX ${index} (owner_id=? AND next_payment_date=? AND rowid>?)`,
    `SEARCH subscriptions USING INDEX ${index} (owner_id=? AND next_payment_date>? AND next_payment_date<?)`,
  ];
  expect(plansOf(() => prepareDueSearches(databaseOn(database)))).toEqual([
    'SEARCH owners USING INTEGER PRIMARY KEY (rowid>?)',
    ...due('subscriptions_by_renewal'),
    ...due('subscriptions_renewed_by_choice'),
    'SEARCH subscriptions USING INDEX subscriptions_by_end (ends_on=? AND rowid>?)',
    'SEARCH subscriptions USING INDEX subscriptions_by_end (ends_on>? AND ends_on<?)',
    'SEARCH audit_entries USING INDEX audit_entries_by_entity (entity_id=? AND entity_type=? AND owner_id=? AND rowid<?)',
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
