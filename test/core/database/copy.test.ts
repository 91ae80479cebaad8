import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connectToRead } from '../../../src/core/database/database.ts';
import { copyDatabase } from '../../../src/core/database/copy.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { failureFrom } from '../../support/failure.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { openTestStore } from '../../support/testStore.ts';

const { directory, database: writing, create, countOf } = openTestStore();
for (let count = 0; count < 10; count += 1) await create();
writing.run("INSERT INTO owners (name, created_at) VALUES ('idle', '')");

/** Copies the database, and does something right before and right after SQLite does its part. */
function copyWith(before: () => void, after: (draft: string) => void): string {
  const path = join(temporaryDirectory(), 'copy.db');
  const database = connectToRead(directory);
  const run = database.run.bind(database);
  database.run = (sql, ...bindings) => {
    before();
    const changes = run(sql, ...bindings);
    after(`${path}.partial`);
    return changes;
  };
  try {
    copyDatabase(database, path);
    return path;
  } finally {
    database.close();
    expect(existsSync(`${path}.partial`)).toBe(false);
  }
}

/** Takes rows out of the file in such a way that nothing is damaged. */
function losing(...statements: string[]) {
  return (draft: string) => {
    const copy = new Database(draft);
    for (const statement of statements) copy.run(statement);
    copy.close();
  };
}

const nothing = (): void => undefined;
const losingTheFirst = losing(
  'DELETE FROM audit_entries WHERE sequence = 1',
  'DELETE FROM subscriptions WHERE sequence = 1',
);

function subscriptionsIn(path: string): number {
  const copy = new Database(path, { readonly: true });
  const row = copy.query<{ rows: number }, []>('SELECT count(*) AS rows FROM subscriptions').get();
  copy.close();
  return row?.rows ?? -1;
}

// At once, since whoever copies waits for nobody.
function deleteWithTrail(sequence: number): void {
  writing.run('DELETE FROM audit_entries WHERE entity_id = (SELECT id FROM subscriptions WHERE sequence = ?)', [
    sequence,
  ]);
  writing.run('DELETE FROM subscriptions WHERE sequence = ?', [sequence]);
}

/** Adds a subscription like the last, with an audit entry like the last. */
function addAnother(): void {
  const id = systemRandomness.uuid();
  addLike('subscriptions', { id });
  addLike('audit_entries', { id: systemRandomness.uuid(), entity_id: id });
}

function addLike(table: string, others: Readonly<Record<string, string>>): void {
  const row = writing
    .query<Record<string, string | number | null>, []>(`SELECT * FROM ${table} ORDER BY sequence DESC LIMIT 1`)
    .get();
  const { sequence: _given, ...values } = { ...row, ...others };
  const names = Object.keys(values);
  const places = names.map(() => '?').join(', ');
  writing.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`, Object.values(values));
}

describe('a copy of a database', () => {
  test.each([
    ['a subscription with its entry', losingTheFirst, /: \w+ has 9 rows, but at least 10 were expected$/],
    [
      'an owner who has nothing',
      losing("DELETE FROM owners WHERE name = 'idle'"),
      /: owners has 2 rows, but at least 3 were/,
    ],
    [
      'everything',
      losing('DELETE FROM audit_entries', 'DELETE FROM subscriptions'),
      /: \w+ has 0 rows, but at least 10 were/,
    ],
  ])('that lacks %s is refused', (_, lose, reason) => {
    expect(failureFrom(() => copyWith(nothing, lose))).toMatch(reason);
  });

  test('that lacks a row is refused although others were added in the meantime', () => {
    const losingWhileAnotherComes = (draft: string) => {
      losingTheFirst(draft);
      addAnother();
    };
    expect(failureFrom(() => copyWith(nothing, losingWhileAnotherComes))).toContain('has 9 rows, but at least 10 were');
  });

  test('is valid while rows are written and deleted', () => {
    const rows = countOf('subscriptions');
    const path = copyWith(
      () => {
        deleteWithTrail(2);
        writing.run("INSERT INTO owners (name, created_at) VALUES ('new', '')");
        for (let count = 0; count < 5; count += 1) addAnother();
      },
      () => {
        for (const sequence of [3, 4, 5, rows + 1, rows + 2]) deleteWithTrail(sequence);
        addAnother();
        writing.run("DELETE FROM owners WHERE name = 'idle'");
      },
    );
    expect(subscriptionsIn(path)).toBe(rows + 4);
  });
});
