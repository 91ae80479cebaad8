import { expect, test } from 'bun:test';
import { insertOwner, retireOwnerId } from '../../../src/store/entities/owners.ts';
import { openDatabaseInMemory } from '../../../src/store/database/database.ts';

test('the id of a deleted owner is never given to another one', () => {
  const database = openDatabaseInMemory();
  const at = '2026-06-01T00:00:00.000Z';
  const [first, second] = ['one', 'two'].map((name) => insertOwner(database, name, at));
  expect([first, second]).toEqual([1, 2]);
  retireOwnerId(database, 2);
  retireOwnerId(database, 1);
  database.run('DELETE FROM owners');
  expect(insertOwner(database, 'three', at)).toBe(3);
});
