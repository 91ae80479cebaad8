import { expect, test } from 'bun:test';
import { databaseOn } from '../../../src/core/database/db.ts';
import { openDatabaseInMemory } from '../../../src/core/database/database.ts';
import { readPrices } from '../../../src/modules/prices/store.ts';
import { plansOn } from '../../support/plans.ts';

const since = '2026-06-01T00:00:00.000Z';
const id = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';
const database = openDatabaseInMemory();
const prices = readPrices(databaseOn(database));
const plansOf = plansOn(database);

const ofOne = 'SEARCH audit_entries USING INDEX audit_entries_by_entity (entity_id=? AND entity_type=? AND owner_id=?)';

test('the prices of a subscription are read from its audit entries', () => {
  expect(plansOf(() => prices.history(1, id))).toEqual([ofOne]);
  const next = { id, lastPaymentDate: '2026-06-01', amountHundredths: 999, ownHundredths: 999 };
  expect(plansOf(() => prices.amountBefore(1, next, 'UTC'))).toContain(ofOne);
});

test('the subscriptions whose price has changed since an instant are found by the entries after it', () => {
  expect(plansOf(() => prices.changesSince(1, since))).toEqual([
    'SEARCH subscriptions USING INDEX subscriptions_id (id=?)',
    'LIST SUBQUERY 1',
    'SEARCH audit_entries USING INDEX audit_entries_by_time (owner_id=? AND entity_type=? AND created_at>?)',
  ]);
});
