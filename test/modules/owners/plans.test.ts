import { expect, test } from 'bun:test';
import { databaseOn } from '../../../src/core/database/db.ts';
import { openDatabaseInMemory } from '../../../src/core/database/database.ts';
import { readUsage } from '../../../src/core/writer/roomForOwners.ts';
import { readOwners, readPreferences } from '../../../src/modules/owners/store.ts';
import { plansOn } from '../../support/plans.ts';

const database = openDatabaseInMemory();
const db = databaseOn(database);
const plansOf = plansOn(database);

/** The steps that read tables. */
const readsOf = (work: () => unknown) => plansOf(work).filter((step) => /^(SEARCH|SCAN)/.test(step));

test('what owners have is counted by indexes', () => {
  const stored = [
    'SEARCH subscriptions USING COVERING INDEX subscriptions_by_amount (owner_id=?)',
    'SEARCH payments USING COVERING INDEX payments_by_day (owner_id=?)',
    'SEARCH audit_entries USING COVERING INDEX audit_entries_by_owner (owner_id=?)',
  ];
  expect(readsOf(() => readUsage(db)(1))).toEqual(stored);
  expect(readsOf(() => readOwners(db).listUsage())).toEqual([
    'SCAN owners USING INDEX owners_name_unique',
    'SEARCH api_keys USING COVERING INDEX api_keys_by_owner (owner_id=? AND kind=?)',
    ...stored,
  ]);
});

test('the preferences of an owner are found by its id', () => {
  expect(readsOf(() => readPreferences(db).findView(1))).toEqual(['SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)']);
});
