import { expect, test } from 'bun:test';
import { openDatabaseInMemory } from '../../../src/core/database/database.ts';
import { databaseOn } from '../../../src/core/database/db.ts';
import {
  findOutcomesOutside,
  findOutcomeUnder,
  openIdempotencyStore,
} from '../../../src/core/writer/idempotencyStore.ts';
import { plansOn } from '../../support/plans.ts';

const database = openDatabaseInMemory();
database.run("INSERT INTO owners (id, name, created_at) VALUES (1, 'anna', '')");
const db = databaseOn(database);
const plansOf = plansOn(database);
const outcomes = openIdempotencyStore(db);
const byKey = 'SEARCH idempotency_keys USING INDEX idempotency_keys_key (owner_id=? AND key=?)';
const byRow = 'SEARCH idempotency_keys USING INTEGER PRIMARY KEY (rowid=?)';
const earlier = 'SEARCH idempotency_keys USING COVERING INDEX idempotency_keys_by_age (created_at<?)';
const later = 'SEARCH idempotency_keys USING COVERING INDEX idempotency_keys_by_age (created_at>?)';

test('an outcome is found by its key, and expired ones by their age', () => {
  const write = { ownerId: 1, at: '2026-06-16', of: undefined };
  const idempotency = { key: 'k', fingerprint: 'f', keptSince: '2026-06-15' };
  const deletion = [byRow, 'LIST SUBQUERY 1', earlier];
  expect(plansOf(() => outcomes.once(write, idempotency, () => ({ outcome: 'deleted' })))).toEqual([
    byKey,
    ...deletion,
  ]);
  expect(plansOf(() => outcomes.once(write, { ...idempotency, key: 'l' }, () => ({ outcome: 'deleted' })))).toEqual([]);
  expect(plansOf(() => findOutcomeUnder(db)(1, 'k'))).toEqual([byKey.replace('INDEX', 'COVERING INDEX')]);
  expect(plansOf(() => findOutcomesOutside(db)('2026-06-15', '2026-06-17'))).toEqual([earlier, later]);
  const forget = { kind: 'forget', keptSince: '2026-06-15', stampedUntil: '2026-06-17' } as const;
  expect(plansOf(() => outcomes.forget(forget))).toEqual([byRow, 'LIST SUBQUERY 1', later]);
});

test('the outcomes that name a record are searched among those of its owner', () => {
  expect(plansOf(() => outcomes.forgetRecords(1, ['one']))).toEqual([
    'SEARCH idempotency_keys USING INDEX idempotency_keys_key (owner_id=?)',
  ]);
});
