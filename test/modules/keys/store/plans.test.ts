import { describe, expect, test } from 'bun:test';
import { composeApiKey } from '../../../../src/core/access/apiKey.ts';
import { openDatabaseInMemory } from '../../../../src/core/database/database.ts';
import { databaseOn } from '../../../../src/core/database/db.ts';
import { systemRandomness } from '../../../../src/core/runtime/system.ts';
import { findCredential, readCredentialLists } from '../../../../src/modules/keys/store/credentialLists.ts';
import { readKeys } from '../../../../src/modules/keys/store/keys.ts';
import { plansOn } from '../../../support/plans.ts';

const database = openDatabaseInMemory();
const db = databaseOn(database);
const plansOf = plansOn(database);
const page = { limit: 50, offset: 0 };
const ofUser = 'SEARCH users USING INDEX sqlite_autoindex_users_1 (id=?)';

test('a key is found by its hash', () => {
  const token = composeApiKey('read', systemRandomness.bytes);
  const keys = readKeys(db);
  expect(plansOf(() => keys.findHolder(token, () => ''))).toEqual([
    'SEARCH api_keys USING INDEX api_keys_hash (hash=?)',
  ]);
  expect(plansOf(() => keys.findHolder(token, () => ''))).toEqual([]);
});

test('a key or a session of an owner is found by its id', () => {
  const [step] = plansOf(() => findCredential(db, 1, 'one'));
  expect(step).toBe('SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)');
});

describe('the lists of an owner merge what the index has in order, and sort nothing', () => {
  const lists = readCredentialLists(db);
  test.each([
    ['keys', ['SEARCH api_keys USING INDEX api_keys_by_owner (owner_id=? AND kind=?)', `${ofUser} LEFT-JOIN`]],
    ['users', ['SEARCH memberships USING INDEX memberships_by_owner (owner_id=?)', ofUser]],
  ] as const)('the %s', (list, searches) => {
    const steps = plansOf(() => lists[list](1, page));
    expect(steps.filter((step) => step.includes('B-TREE') || step.startsWith('SCAN'))).toEqual([]);
    const found = new Set(steps.filter((step) => step.startsWith('SEARCH') && !step.startsWith('SEARCH owners')));
    expect(found).toEqual(new Set(searches));
  });
});
