import { describe, expect, test } from 'bun:test';
import { findEndedActors } from '../../../src/core/writer/executor.ts';
import { endSessionsBeyond, endSessionsOf, endSessionsWithKey } from '../../../src/core/access/credentialEnds.ts';
import { openDatabaseInMemory } from '../../../src/core/database/database.ts';
import { databaseOn } from '../../../src/core/database/db.ts';
import { plansOn } from '../../support/plans.ts';

const database = openDatabaseInMemory();
const db = databaseOn(database);
const plansOf = plansOn(database);
const at = '2026-06-16T12:00:00.000Z';

test('each write finds its key or session by the id, with a statement that is compiled once', () => {
  const endOf = findEndedActors(db);
  const actor = { kind: 'key', id: 'k', ownerId: 1, scope: 'write', requestId: 'r' } as const;
  const find = () => endOf({ actor, at });
  expect(plansOf(find)).toEqual(['SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)']);
  expect(plansOf(find)).toEqual([]);
});

describe('the end of a credential looks at no sessions of others', () => {
  test.each([
    ['of a user', () => endSessionsOf(db, { userId: 'u' }, at), 'api_keys_by_user (user_id=?)'],
    [
      'of a user, by scope',
      () => endSessionsBeyond(db, { userId: 'u', scope: 'read' }, at),
      'api_keys_by_user (user_id=?)',
    ],
    [
      'of a key',
      () => endSessionsWithKey(db, 'k', { revokedAt: at, expiresAt: at }),
      'api_keys_by_parent (parent_key_id=?)',
    ],
  ])('%s', (_, end, index) => {
    const steps = plansOf(end).filter((step) => step.includes('api_keys'));
    expect(new Set(steps)).toEqual(new Set([`SEARCH api_keys USING INDEX ${index}`]));
  });
});
