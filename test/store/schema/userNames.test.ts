import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { migrate, schemaVersion } from '../../../src/store/schema/migrations.ts';
import { openStore } from '../../../src/store/store.ts';
import { placeFixture } from '../../support/fixtures.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

// The names that one user could have until version 8, of which the identity has changed, in the order of their creation.
const older = [
  ['1', 'Straße', 'straße'],
  ['2', 'ａｎｎａ', 'anna'],
  ['3', 'νικοσ', 'νικοσ'],
  ['4', 'νικος', 'νικος'],
  ['5', 'ΝΙΚΟΣ 2', 'νικοσ 2'],
  ['6', 'İlker', 'i\u0307lker'],
] as const;

function upgraded() {
  const directory = temporaryDirectory();
  placeFixture(7, directory);
  const database = new Database(join(directory, 'duebook.db'), { strict: true });
  const { id: owner } = database.query<{ id: number }, []>('SELECT id FROM owners ORDER BY id LIMIT 1').get() ?? {};
  const addUser = database.query('INSERT INTO users (id, name, name_folded, created_at) VALUES (?1, ?2, ?3, ?4)');
  const addMember = database.query(`INSERT INTO memberships (user_id, owner_id, scope) VALUES (?, ${owner}, 'write')`);
  for (const [id, name, folded] of older) {
    addUser.run(id, name, folded, `2026-01-0${id}T00:00:00.000Z`);
    addMember.run(id);
  }
  const addEntry = database.query(`INSERT INTO audit_entries
      (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
    SELECT ?1, ${owner}, 'user', ?1, 'service', id, '', 'user.delete', ?2, '' FROM api_keys LIMIT 1`);
  for (const name of ['Gone', 'STRASSE', 'straße'])
    addEntry.run(`removal of ${name}`, JSON.stringify({ before: { name } }));
  database.close();
  const store = openStore(directory);
  const nameOf = (name: string) => store.users.findByName(name)?.name;
  const isKeptOut = (name: string) => store.users.isNameKeptOut({ ownerId: owner ?? 0, name });
  return { store, nameOf, isKeptOut, directory };
}

describe('§15.8: the upgrade to schema version 8', () => {
  const { store, nameOf, isKeptOut, directory } = upgraded();
  const names = store.users.list().map(({ name }) => name);

  test('finds each user by its own name, and by no name that only looks like it', () => {
    for (const name of names) expect(nameOf(name)).toBe(name);
    expect([nameOf('anna'), nameOf('STRASSE'), nameOf('i\u0307lker')]).toEqual([undefined, undefined, undefined]);
    expect([nameOf('ＡＮＮＡ'), nameOf('STRAẞE')]).toEqual(['ａｎｎａ', 'Straße']);
  });

  test('keeps two users whose names are one now: the oldest keeps the name, the other gets the next free number', () => {
    expect(names.filter((name) => name.toLowerCase().startsWith('νικο')).sort()).toEqual(
      ['ΝΙΚΟΣ 2', 'νικος 3', 'νικοσ'].sort(),
    );
    expect(nameOf('Νίκος'.normalize('NFD').replaceAll('\u0301', ''))).toBe('νικοσ');
  });

  test('keeps the names of removed users out, unless somebody has them again', () => {
    expect(['gone', 'Strasse', 'STRAßE', 'anna'].map(isKeptOut)).toEqual([true, true, false, false]);
  });

  test('changes nothing at the next start', () => {
    store.close();
    const database = new Database(join(directory, 'duebook.db'));
    migrate(database);
    expect(database.query('PRAGMA user_version').get()).toEqual({ user_version: schemaVersion });
    const stored = database.query<{ name: string }, []>('SELECT name FROM users').all();
    expect(stored.map(({ name }) => name).sort()).toEqual([...names].sort());
    database.close();
  });
});
