import { describe, expect, test } from 'bun:test';
import { purgeInBackground } from '../../../src/store/writer/purge.ts';
import { createTestClock } from '../../support/clock.ts';
import { removeOwner } from '../../support/operator.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';

describe('the rows of an owner', () => {
  test('are purged from every table that has an owner', () => {
    const { database } = openTestStore();
    const tables = database
      .query<{ name: string }, []>(
        "SELECT t.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name = 'owner_id' ORDER BY t.name",
      )
      .all();
    // A new table with an owner belongs into purge.ts, and with rows into the tests above.
    expect(tables.map(({ name }) => name)).toEqual([
      'api_keys',
      'audit_entries',
      'idempotency_keys',
      'payments',
      'removed_owners',
      'subscriptions',
    ]);
  });
});

test('an owner whose deletion was interrupted is purged by a running server within a minute', async () => {
  const { database, store, create } = openTestStore();
  for (let count = 0; count < 300; count += 1) await storedId(create());
  const count = () => database.query<{ left: number }, []>('SELECT count(*) AS left FROM subscriptions').get()?.left;
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const after = (milliseconds: number, action: () => void) => void clock.after(milliseconds, action);
  purgeInBackground({ database, after, log: () => undefined });
  removeOwner(store, 'first');
  expect(count()).toBeGreaterThan(0);
  clock.advance(59);
  expect(count()).toBeGreaterThan(0);
  for (let seconds = 0; seconds < 30; seconds += 1) clock.advance(1);
  expect(count()).toBe(0);
});
