import { expect, test } from 'bun:test';
import { openDatabaseInMemory } from '../../../../src/core/database/database.ts';
import { databaseOn } from '../../../../src/core/database/db.ts';
import { findImport, readImports } from '../../../../src/modules/imports/store/imports.ts';
import { findTwins } from '../../../../src/modules/imports/store/twins.ts';
import { plansOn } from '../../../support/plans.ts';

const database = openDatabaseInMemory();
const db = databaseOn(database);
const plansOf = plansOn(database);
const id = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';

test('imports are found by an index, and listed along one', () => {
  expect(plansOf(() => findImport(db, 1, id))).toEqual(['SEARCH imports USING INDEX imports_id (id=?)']);
  expect(plansOf(() => readImports(db).list(1, { limit: 50, offset: 0 }))).toEqual([
    'SEARCH imports USING INDEX imports_by_owner (owner_id=?)',
  ]);
});

test('what a record of a file duplicates is found by its name, with one statement for the whole file', () => {
  const twinsOf = findTwins(db);
  expect(plansOf(() => twinsOf(1, 'netflix'))).toEqual([
    'SEARCH subscriptions USING INDEX subscriptions_by_normalised_name (owner_id=? AND name_normalised=?)',
    'USE TEMP B-TREE FOR ORDER BY',
  ]);
  expect(plansOf(() => twinsOf(1, 'spotify'))).toEqual([]);
});
