import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openTestStore, storedId } from '../../support/testStore.ts';

const { directory, database, store, first, create, update } = openTestStore();
const elsewhere = new Database(join(directory, 'duebook.db'));

function rename(id: string, name: string): void {
  elsewhere.run('UPDATE subscriptions SET name = ? WHERE id = ?', [name, id]);
}

describe('what is read as one', () => {
  test('sees one snapshot while another process writes', async () => {
    const id = await storedId(create({ name: 'before' }));
    store.readAsOne();
    expect(store.subscriptions.find(first.ownerId, id)?.name).toBe('before');
    rename(id, 'meanwhile');
    expect(store.subscriptions.find(first.ownerId, id)?.name).toBe('before');
  });

  test('is of the newest moment again in the next task', async () => {
    const id = await storedId(create({ name: 'before' }));
    store.readAsOne();
    store.subscriptions.find(first.ownerId, id);
    rename(id, 'meanwhile');
    await Promise.resolve();
    expect(store.subscriptions.find(first.ownerId, id)?.name).toBe('meanwhile');
    expect(database.inTransaction).toBe(false);
  });

  test('may be asked for twice, and written after', async () => {
    const id = await storedId(create());
    store.readAsOne();
    store.readAsOne();
    await Promise.resolve();
    expect(await update(id, { amount: 7 })).toMatchObject({ outcome: 'stored' });
  });
});
