import { Database, SQLiteError } from 'bun:sqlite';
import { describe, expect, spyOn, test } from 'bun:test';
import { Glob } from 'bun';
import { getTableColumns, is, Table } from 'drizzle-orm';
import { StorageUnavailable } from '../../../src/core/writer/storageUnavailable.ts';
import { columnName, columns } from '../../../src/core/database/columns.ts';
import { readOfEverything } from '../../../src/core/database/readHealth.ts';
import {
  type Bindings,
  change,
  compileAtOnce,
  inTransaction,
  prepareChange,
  prepareQuery,
} from '../../../src/core/database/statement.ts';

interface Thing {
  readonly sequence: number;
  readonly fullName: string;
  readonly note: string | null;
}

const shown = 'sequence, full_name AS fullName, note';
const selectAll = `SELECT ${shown} FROM things ORDER BY sequence`;
const insertText = 'INSERT INTO things (full_name, note) VALUES ($fullName, $note)';

function openThings() {
  const database = new Database(':memory:', { strict: true });
  database.run(
    'CREATE TABLE things (sequence INTEGER PRIMARY KEY AUTOINCREMENT, full_name TEXT NOT NULL UNIQUE, note TEXT)',
  );
  const insert = prepareChange(database, insertText);
  const find = prepareQuery<Thing>(database, `SELECT ${shown} FROM things WHERE full_name = $wanted`);
  const all = prepareQuery<Thing>(database, selectAll);
  return { database, insert, find, all };
}

describe('the names of columns', () => {
  test('each column of each table has in SQL the name that is derived from its name in code', async () => {
    const folder = `${import.meta.dir}/../../../src`;
    const files = Array.from(new Glob('**/table.ts').scanSync(folder));
    const modules = await Promise.all(files.map((file) => import(`${folder}/${file}`) as Promise<object>));
    const tables = modules.flatMap((one) => Object.values(one)).filter((one): one is Table => is(one, Table));
    const names = tables.flatMap((table) => Object.entries(getTableColumns(table)));
    const isDerived = (name: string, inSql: string) => inSql.replace(/_json$/, '') === name.replace(/_json$/, '');
    expect(names.filter(([name, column]) => !isDerived(columnName(name), column.name))).toEqual([]);
    expect(names.length).toBeGreaterThan(70);
  });

  test('a column is selected from its table, under its name in code', () => {
    expect(columns('payments', ['id', 'dueOn'])).toBe('payments.id AS id, payments.due_on AS dueOn');
  });
});

describe('a prepared query', () => {
  test('gives each row under the names that the columns have in code', () => {
    const { insert, all } = openThings();
    insert({ fullName: 'one', note: null });
    insert({ fullName: 'two', note: 'second' });
    expect(all.all({})).toEqual([
      { sequence: 1, fullName: 'one', note: null },
      { sequence: 2, fullName: 'two', note: 'second' },
    ]);
  });

  test('gives the rows one by one, and holds no lock on them when its consumer stops early', () => {
    const { database, insert, all } = openThings();
    for (const fullName of ['one', 'two', 'three']) insert({ fullName, note: null });
    for (const { fullName } of all.each({})) if (fullName === 'two') break;
    expect(Array.from(all.each({}), ({ fullName }) => fullName)).toEqual(['one', 'two', 'three']);
    for (const { fullName } of all.each({})) if (fullName === 'two') break;
    // SQLite refuses this while a statement still reads the table.
    database.run('DROP TABLE things');
    expect(() => Array.from(all.each({}))).toThrow(SQLiteError);
  });

  test('gives the first row, or undefined when there is none', () => {
    const { insert, find } = openThings();
    insert({ fullName: 'one', note: null });
    expect(find.first({ wanted: 'one' })).toEqual({ sequence: 1, fullName: 'one', note: null });
    expect(find.first({ wanted: 'two' })).toBeUndefined();
  });

  test('binds a value literally, even if it looks like SQL', () => {
    const { insert, find, all } = openThings();
    const name = "'; DROP TABLE things; --";
    insert({ fullName: name, note: null });
    expect(find.first({ wanted: name })?.fullName).toBe(name);
    expect(find.first({ wanted: "' OR '1' = '1" })).toBeUndefined();
    expect(all.all({})).toHaveLength(1);
  });

  test('is compiled once, with its first use', () => {
    const { database } = openThings();
    const prepared = spyOn(database, 'prepare');
    const query = prepareQuery(database, selectAll);
    const remove = prepareChange(database, 'DELETE FROM things');
    expect(prepared).toHaveBeenCalledTimes(0);
    const use = () => [query.first({}), query.all({}), Array.from(query.each({})), remove({})];
    expect(use()).toEqual(use());
    expect(prepared).toHaveBeenCalledTimes(2);
  });

  test('that cannot be compiled now is unavailable, and served when it can be', () => {
    const { database } = openThings();
    const query = prepareQuery(database, selectAll);
    const readOnly = Database.deserialize(database.serialize(), true);
    const prepare = spyOn(database, 'prepare').mockImplementation(() => {
      readOnly.run('DELETE FROM things');
      throw new Error('the read-only database was changed');
    });
    for (const kind of ['first', 'all', 'each'] as const) expect(() => query[kind]({})).toThrow(StorageUnavailable);
    prepare.mockRestore();
    expect(query.all({})).toEqual([]);
  });

  test('is compiled when it is prepared, if all statements of the database are', () => {
    const { database } = openThings();
    database.run('DROP TABLE things');
    compileAtOnce(database);
    expect(() => prepareQuery(database, selectAll)).toThrow('no such table');
    expect(() => prepareChange(database, 'DELETE FROM things')).toThrow('no such table');
  });

  test('is refused when the value of a parameter is left out, and names it', () => {
    const { find, insert } = openThings();
    expect(() => find.first({})).toThrow('Missing parameter "wanted"');
    expect(() => insert({ fullName: 'one' })).toThrow('Missing parameter "note"');
  });

  test('is refused when the value of a parameter is undefined, and stores no NULL in its place', () => {
    const { find, insert, all } = openThings();
    const withoutNote = { fullName: 'one', note: undefined } as unknown as Bindings;
    expect(() => insert(withoutNote)).toThrow('without its value for note');
    for (const kind of ['first', 'all', 'each'] as const)
      expect(() => find[kind]({ wanted: undefined } as unknown as Bindings)).toThrow('without its value for wanted');
    expect(all.all({})).toEqual([]);
  });
});

describe('a prepared change', () => {
  test('gives the number of rows that it changed', () => {
    const { database, insert } = openThings();
    const renameText = 'UPDATE things SET note = $note WHERE full_name = $wanted';
    const rename = prepareChange(database, renameText);
    expect(insert({ fullName: 'one', note: null })).toBe(1);
    expect(insert({ fullName: 'two', note: null })).toBe(1);
    expect(rename({ wanted: 'one', note: 'renamed' })).toBe(1);
    expect(rename({ wanted: 'three', note: 'renamed' })).toBe(0);
    expect(change(database, 'DELETE FROM things')).toBe(2);
  });
});

describe('a transaction', () => {
  test('returns the result of its steps, and stores what they wrote', () => {
    const { database, insert, all } = openThings();
    expect(inTransaction(database, 'immediate', () => insert({ fullName: 'one', note: null }))).toBe(1);
    expect(all.all({})).toHaveLength(1);
    expect(database.inTransaction).toBe(false);
  });

  test('stores nothing when a step fails, and allows the next one', () => {
    const { database, insert, all } = openThings();
    const failing = () =>
      inTransaction(database, 'immediate', () => {
        insert({ fullName: 'one', note: null });
        throw new RangeError('a step failed');
      });
    expect(failing).toThrow(RangeError);
    expect(all.all({})).toEqual([]);
    expect(inTransaction(database, 'deferred', () => all.all({}))).toEqual([]);
  });
});

describe('§7.1: an error of the database', () => {
  test('that a later retry may pass is StorageUnavailable, with the error itself as its cause', () => {
    const { database, insert, all } = openThings();
    database.run('PRAGMA query_only = ON');
    const failures = [
      () => insert({ fullName: 'one', note: null }),
      () => inTransaction(database, 'immediate', () => insert({ fullName: 'one', note: null })),
    ];
    for (const failing of failures) {
      expect(failing).toThrow(StorageUnavailable);
      expect(failing).toThrow(expect.objectContaining({ cause: expect.any(SQLiteError) }));
    }
    expect(all.all({})).toEqual([]);
  });

  test('in a write that returns rows is not repeated by a health check', () => {
    const { database, insert, all } = openThings();
    insert({ fullName: 'one', note: null });
    const remove = prepareQuery<Thing>(database, `DELETE FROM things RETURNING ${shown}`);
    database.run('PRAGMA query_only = ON');
    expect(() => remove.first({})).toThrow(StorageUnavailable);
    database.run('PRAGMA query_only = OFF');
    readOfEverything(database);
    expect(all.all({})).toHaveLength(1);
  });

  test('that is caused by a bug stays unchanged', () => {
    const { insert, database, find } = openThings();
    insert({ fullName: 'one', note: null });
    expect(() => insert({ fullName: 'one', note: null })).toThrow(SQLiteError);
    expect(() => insert({ fullName: null, note: null })).toThrow('NOT NULL constraint failed');
    database.run('DROP TABLE things');
    expect(() => find.all({ wanted: 'one' })).toThrow(SQLiteError);
  });
});
