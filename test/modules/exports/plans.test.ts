import { expect, test } from 'bun:test';
import { databaseOn } from '../../../src/core/database/db.ts';
import { openDatabaseInMemory } from '../../../src/core/database/database.ts';
import { readExports } from '../../../src/modules/exports/store.ts';
import { plansOn } from '../../support/plans.ts';
import { insertRecords } from '../../support/records.ts';

test('an export goes along an index, and sorts nothing but the payments of each subscription by their day', () => {
  const database = openDatabaseInMemory();
  database.run(`INSERT INTO owners (name, created_at) VALUES ('first', '2026-06-16T12:00:00.000Z')`);
  insertRecords(database, 'first', [{}]);
  const plansOf = plansOn(database);
  expect(
    plansOf(() => Array.from(readExports(databaseOn(database)).pages(1, { format: 'json', isSafe: true }))),
  ).toEqual([
    'SEARCH subscriptions USING INDEX subscriptions_by_creation (owner_id=? AND created_at>?)',
    'SEARCH payments USING INDEX payments_by_subscription (subscription_id=? AND owner_id=?)',
  ]);
});
