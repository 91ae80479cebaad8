import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../src/store/database/database.ts';
import { fixturePath } from '../../support/fixtures.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const root = temporaryDirectory();

test('the upgrade to schema version 8 keeps the entries, and knows the sessions that they name', () => {
  const path = join(root, 'duebook.db');
  copyFileSync(fixturePath(7), path);
  const older = new Database(path);
  const columns = 'id, owner_id, scope, start, hash, created_at, kind, signed_in_by';
  for (const id of ['wrote', 'only read'])
    older.run(
      `INSERT INTO api_keys (${columns}) SELECT '${id}', id, 'write', '', '${id}', '', 'session', 'key' FROM owners LIMIT 1`,
    );
  older.run(`INSERT INTO audit_entries (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
    SELECT 'entry', owner_id, 'user', 'u', 'session', 'wrote', 'r', 'user.create', '{}', '' FROM audit_entries LIMIT 1`);
  const inOrder = 'SELECT * FROM audit_entries ORDER BY sequence';
  const entries = older.query(inOrder).all();
  older.close();
  const database = openDatabase(root);
  expect(database.query(inOrder).all()).toEqual(entries);
  const marked = database.query<{ id: string }, []>('SELECT id FROM api_keys WHERE has_entries = 1').all();
  // The session of the fixture also wrote.
  expect(marked.map(({ id }) => id)).toEqual(['01900000-0000-7000-8000-000000000041', 'wrote']);
  expect(database.query("SELECT seq FROM sqlite_sequence WHERE name LIKE '%audit_entries'").values()).toEqual([
    [entries.length],
  ]);
  database.close();
});
