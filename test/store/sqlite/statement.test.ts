import { Database, SQLiteError } from 'bun:sqlite';
import { describe, expect, spyOn, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { StorageUnavailable } from '../../../src/commands/storageUnavailable.ts';
import {
  columnsOf,
  compileAtOnce,
  inTransaction,
  placeholdersFor,
  prepareChange,
  prepareQuery,
} from '../../../src/store/sqlite/statement.ts';

const things = sqliteTable('things', {
  sequence: integer('sequence').primaryKey({ autoIncrement: true }),
  fullName: text('full_name').notNull(),
  note: text('note'),
});

function openThings() {
  const database = new Database(':memory:', { strict: true });
  database.run(
    'CREATE TABLE things (sequence INTEGER PRIMARY KEY AUTOINCREMENT, full_name TEXT NOT NULL UNIQUE, note TEXT)',
  );
  const builder = drizzle(database);
  const insert = prepareChange(database, builder.insert(things).values(placeholdersFor(things)));
  const named = eq(things.fullName, sql.placeholder('wanted'));
  const find = prepareQuery(database, builder.select(columnsOf(things)).from(things).where(named));
  const all = prepareQuery(database, builder.select(columnsOf(things)).from(things).orderBy(things.sequence));
  return { database, builder, insert, find, all, named };
}

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

  test('binds the constants of its text as well as its placeholders, in their order', () => {
    const { database, builder, insert, named } = openThings();
    insert({ fullName: 'one', note: 'x' });
    const constants = {
      text: sql<string>`${'a'}`.as('text'),
      number: sql<number>`${5}`.as('number'),
      none: sql`${null}`.as('none'),
    };
    const query = prepareQuery(database, builder.select(constants).from(things).where(named).limit(3));
    expect(query.all({ wanted: 'one' })).toEqual([{ text: 'a', number: 5, none: null }]);
  });

  test('cannot be compiled with a constant that it could not bind', () => {
    const { database, builder } = openThings();
    const odd = builder.select({ odd: sql`${new Map()}`.as('odd') }).from(things);
    expect(() => prepareQuery(database, odd).all({})).toThrow('a constant of a type that it cannot bind');
  });

  test('is compiled once, with its first use', () => {
    const { database, builder } = openThings();
    const prepared = spyOn(database, 'prepare');
    const query = prepareQuery(database, builder.select(columnsOf(things)).from(things));
    const change = prepareChange(database, builder.delete(things));
    expect(prepared).toHaveBeenCalledTimes(0);
    const use = () => [query.first({}), query.all({}), Array.from(query.each({})), change({})];
    expect(use()).toEqual(use());
    expect(prepared).toHaveBeenCalledTimes(2);
  });

  test('that cannot be compiled now is unavailable, and served when it can be', () => {
    const { database, builder } = openThings();
    const query = prepareQuery(database, builder.select(columnsOf(things)).from(things));
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
    const { database, builder } = openThings();
    database.run('DROP TABLE things');
    compileAtOnce(database);
    expect(() => prepareQuery(database, builder.select(columnsOf(things)).from(things))).toThrow('no such table');
    expect(() => prepareChange(database, builder.delete(things))).toThrow('no such table');
  });

  test('is refused when a value for a placeholder is left out, and names it', () => {
    const { find, insert } = openThings();
    expect(() => find.first({})).toThrow('without its value for wanted');
    expect(() => insert({ fullName: 'one' })).toThrow('without its value for note');
  });
});

describe('a prepared change', () => {
  test('gives the number of rows that it changed', () => {
    const { database, builder, insert, named } = openThings();
    const rename = prepareChange(
      database,
      builder
        .update(things)
        .set({ note: sql`${sql.placeholder('note')}` })
        .where(named),
    );
    const remove = prepareChange(database, builder.delete(things));
    expect(insert({ fullName: 'one', note: null })).toBe(1);
    expect(insert({ fullName: 'two', note: null })).toBe(1);
    expect(rename({ wanted: 'one', note: 'renamed' })).toBe(1);
    expect(rename({ wanted: 'three', note: 'renamed' })).toBe(0);
    expect(remove({})).toBe(2);
  });

  test('leaves the sequence to the database', () => {
    expect(Object.keys(placeholdersFor(things))).toEqual(['fullName', 'note']);
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

  test('that is caused by a bug stays unchanged', () => {
    const { insert, database, find } = openThings();
    insert({ fullName: 'one', note: null });
    expect(() => insert({ fullName: 'one', note: null })).toThrow(SQLiteError);
    expect(() => insert({ fullName: null, note: null })).toThrow('NOT NULL constraint failed');
    database.run('DROP TABLE things');
    expect(() => find.all({ wanted: 'one' })).toThrow(SQLiteError);
  });
});
