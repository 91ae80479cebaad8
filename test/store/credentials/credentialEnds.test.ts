import { expect, test } from 'bun:test';
import { recordEnd } from '../../../src/store/credentials/credentialEnds.ts';
import { openDatabaseInMemory } from '../../../src/store/database/database.ts';

test('of two ends of the same credential, the earlier one stays, in either order', () => {
  const database = openDatabaseInMemory();
  const [earlier, later] = ['2026-06-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z'];
  for (const [id, instants] of Object.entries({ one: [earlier, later], other: [later, earlier] }))
    for (const endedAt of instants) recordEnd(database, { kind: 'key', id, endedAt });
  expect(database.query('SELECT id, ended_at AS endedAt FROM credential_ends ORDER BY id').all()).toEqual([
    { id: 'one', endedAt: earlier },
    { id: 'other', endedAt: earlier },
  ]);
});
