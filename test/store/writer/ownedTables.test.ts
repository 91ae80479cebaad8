import { describe, expect, test } from 'bun:test';
import { openTestStore } from '../../support/testStore.ts';

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
      'removed_owners',
      'subscriptions',
    ]);
  });
});
