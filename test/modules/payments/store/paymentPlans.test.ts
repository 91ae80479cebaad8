import { databaseOn } from '../../../../src/core/database/db.ts';
import { expect, test } from 'bun:test';
import { openDatabaseInMemory } from '../../../../src/core/database/database.ts';
import { compileAtOnce } from '../../../../src/core/database/statement.ts';
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
