import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StorageUnavailable } from '../../../src/core/writer/storageUnavailable.ts';
import { openDatabase } from '../../../src/core/database/database.ts';
import { createStore } from '../../../src/modules/store.ts';
import { damage } from '../../support/damage.ts';
import { openTestStore } from '../../support/testStore.ts';

const { directory, first, create, store: filler } = openTestStore();
await create();
filler.close();
const path = join(directory, 'duebook.db');
const sound = readFileSync(path);

/** The store over a database of which one page is broken. */
function storeWithout(name: string) {
  writeFileSync(path, sound);
  damage(directory, name);
  return createStore(openDatabase(directory));
}

describe('reading something of everything', () => {
  test.each(['subscriptions', 'audit_entries', 'api_keys', 'owners'])('fails when %s cannot be read', (name) => {
    const store = storeWithout(name);
    expect(() => store.readOfEverything()).toThrow('malformed');
    store.close();
  });

  test('succeeds when all is well', () => {
    writeFileSync(path, sound);
    const store = createStore(openDatabase(directory));
    store.readOfEverything();
    store.close();
  });

  type Store = ReturnType<typeof createStore>;

  test.each<[string, string, (store: Store) => unknown]>([
    [
      'of all rows',
      'subscriptions_by_renewal',
      ({ analytics }) => analytics.summaryFigures(first.ownerId, '2026-06-16', '2026-07-16'),
    ],
    ['of rows one by one', 'subscriptions_by_creation', ({ duePayments }) => [...duePayments.schedules(first.ownerId)]],
  ])('fails from the failed read %s until that read succeeds, even if others succeed', (_, broken, read) => {
    const store = storeWithout(broken);
    store.readOfEverything();
    expect(() => read(store)).toThrow(StorageUnavailable);
    expect(store.subscriptions.list(first.ownerId, {}, 'name', { limit: 1, offset: 0 }).items).toHaveLength(1);
    for (let count = 0; count < 2; count += 1) expect(() => store.readOfEverything()).toThrow('malformed');
    writeFileSync(path, sound);
    // What was read of the broken page is remembered until somebody writes.
    const other = openDatabase(directory);
    other.run("UPDATE owners SET created_at = ''");
    other.close();
    store.readOfEverything();
    read(store);
    store.close();
  });
});
