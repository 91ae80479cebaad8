import { expect, test } from 'bun:test';
import {
  raiseDeliveryRevisions,
  raiseRevisions,
  readRevisions,
  readRevisionsOfData,
} from '../../../src/core/audit/revisions.ts';
import { databaseOn } from '../../../src/core/database/db.ts';
import { openDatabaseInMemory } from '../../../src/core/database/database.ts';
import { plansOn } from '../../support/plans.ts';

test('the revisions of an owner are read, and raised, by its primary key', () => {
  const database = openDatabaseInMemory();
  const db = databaseOn(database);
  const plansOf = plansOn(database);
  for (const prepare of [raiseRevisions, raiseDeliveryRevisions, readRevisions, readRevisionsOfData])
    expect(plansOf(() => prepare(db)(1))).toEqual(['SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)']);
});
