import { describe, expect, test } from 'bun:test';
import { composeSessionToken } from '../../../src/core/access/apiKey.ts';
import { openDatabaseInMemory } from '../../../src/core/database/database.ts';
import { databaseOn } from '../../../src/core/database/db.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { readSessions } from '../../../src/modules/sessions/store.ts';
import { plansOn } from '../../support/plans.ts';

const database = openDatabaseInMemory();
const sessions = readSessions(databaseOn(database));
const plansOf = plansOn(database);

describe('the reads of each request of a session are compiled once, and go along an index', () => {
  test('of the session, with its user', () => {
    const token = composeSessionToken(systemRandomness.bytes);
    const find = () => sessions.findHolder(token, () => '');
    expect(plansOf(find)).toEqual([
      'SEARCH api_keys USING INDEX api_keys_hash (hash=?)',
      'SEARCH users USING INDEX sqlite_autoindex_users_1 (id=?) LEFT-JOIN',
    ]);
    expect(plansOf(find)).toEqual([]);
  });

  test('of the household', () => {
    const find = () => sessions.householdOf(1);
    expect(plansOf(find)).toEqual(['SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)']);
    expect(plansOf(find)).toEqual([]);
  });
});
