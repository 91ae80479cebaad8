import { describe, expect, test } from 'bun:test';
import { faultsOf } from '../../../src/core/database/copy.ts';
import { extendTrail } from '../../support/longTrails.ts';
import { fillDirectory } from '../../support/fixtures.ts';
import { openDatabase } from '../../../src/core/database/database.ts';
import { createStore } from '../../../src/modules/store.ts';
import { removeOwner } from '../../support/operator.ts';
import { insertPayments } from '../../support/records.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';

describe('a record that is deleted', () => {
  test.each([
    [1, 0],
    [3000, 0],
    [100, 400],
  ])(
    'with %d entries and %d payments is gone with both in the same transaction but for one entry, and others stay',
    async (...counts) => {
      const [entries, payments] = counts;
      const parts = openTestStore();
      const { database, first, create, remove, countOf, store } = parts;
      const subscriptionId = await storedId(create());
      extendTrail(database, { ...first, subscriptionId }, entries - 1, () => ({ patch: { amount: 2 } }));
      if (payments > 0) insertPayments(database, 'first', payments);
      const other = await storedId(create({ name: 'Other' }));
      expect(await remove(subscriptionId)).toEqual({ outcome: 'deleted' });
      expect([countOf('subscriptions'), countOf('audit_entries'), countOf('payments')]).toEqual([1, 2, 0]);
      expect(store.subscriptions.find(first.ownerId, other)).toBeDefined();
      expect(faultsOf(database)).toEqual([]);
    },
  );

  test('leaves no entry of the corrections of its payments', async () => {
    const parts = openTestStore();
    const subscriptionId = await storedId(parts.create());
    insertPayments(parts.database, 'first', 600);
    parts.database.run(`INSERT INTO audit_entries SELECT NULL, 'of ' || payments.id, payments.owner_id, 'payment',
      payments.id, actor_kind, actor_id, request_id, 'payment.update', '{}', created_at
      FROM payments JOIN audit_entries ON entity_id = subscription_id`);
    await parts.remove(subscriptionId);
    expect(parts.countOf('audit_entries')).toBe(1);
  });
});

describe('an owner that is deleted', () => {
  const tablesOfOwners = `SELECT name FROM sqlite_schema WHERE type = 'table'
    AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) AS own WHERE own.name = 'owner_id')`;

  test('leaves no row in any table, and every row of others', () => {
    const directory = temporaryDirectory();
    fillDirectory(directory);
    const database = openDatabase(directory);
    const store = createStore(database);
    const tables = database.query<{ name: string }, []>(tablesOfOwners).all();
    const rowsOf = (condition: string) =>
      tables.map(({ name }) => [name, database.query(`SELECT * FROM ${name} WHERE ${condition}`).all()] as const);
    const { id } = database.query<{ id: number }, []>("SELECT id FROM owners WHERE name = 'carla'").get() ?? { id: 0 };
    expect(rowsOf(`owner_id = ${id}`).filter(([, rows]) => rows.length > 0).length).toBeGreaterThan(5);
    const others = rowsOf(`owner_id <> ${id}`);
    expect(removeOwner(store, 'carla')?.name).toBe('carla');
    expect(rowsOf(`owner_id = ${id}`).flatMap(([, rows]) => rows)).toEqual([]);
    expect(rowsOf(`owner_id <> ${id}`)).toEqual(others);
    expect(database.query('SELECT * FROM users').all()).toEqual([]);
    expect(faultsOf(database)).toEqual([]);
    store.close();
  });

  test('frees its name, and its id is never given to another one', () => {
    const { store, database } = openTestStore();
    const idOf = (name: string) => store.owners.idOf(name) ?? 0;
    const highest = Math.max(idOf('first'), idOf('second'));
    for (const name of ['first', 'second']) removeOwner(store, name);
    database.run("INSERT INTO owners (name, created_at) VALUES ('second', '')");
    expect(idOf('second')).toBe(highest + 1);
  });
});
