import { Database, SQLiteError } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { databaseOn } from '../../../src/core/database/db.ts';
import { readOfEverything } from '../../../src/core/database/readHealth.ts';
import { StorageUnavailable } from '../../../src/core/writer/storageUnavailable.ts';

const things = sqliteTable('things', {
  sequence: integer('sequence').primaryKey({ autoIncrement: true }),
  fullName: text('full_name').notNull().unique(),
  note: text('note'),
});

function openThings() {
  const connection = new Database(':memory:', { strict: true });
  connection.run(
    'CREATE TABLE things (sequence INTEGER PRIMARY KEY AUTOINCREMENT, full_name TEXT NOT NULL UNIQUE, note TEXT)',
  );
  const db = databaseOn(connection);
  const insert = (fullName: string) => db.insert(things).values({ fullName }).run();
  const names = () =>
    db
      .select()
      .from(things)
      .all()
      .map(({ fullName }) => fullName);
  return { connection, db, insert, names };
}

describe('a statement', () => {
  test('binds a value literally, even if it looks like SQL', () => {
    const { db, insert, names } = openThings();
    const name = "'; DROP TABLE things; --";
    insert(name);
    expect(db.select().from(things).where(eq(things.fullName, "' OR '1' = '1")).all()).toEqual([]);
    expect(names()).toEqual([name]);
  });

  test('is refused when the value of a placeholder is left out', () => {
    const { db } = openThings();
    const wanted = eq(things.fullName, sql.placeholder('wanted'));
    const query = db.select().from(things).where(wanted).prepare();
    expect(() => query.all({})).toThrow('wanted');
  });
});

describe('a transaction', () => {
  test('returns the result of its steps, and stores what they wrote', () => {
    const { connection, db, insert, names } = openThings();
    const steps = () => {
      insert('one');
      return 1;
    };
    expect(db.transaction(steps, { behavior: 'immediate' })).toBe(1);
    expect(names()).toEqual(['one']);
    expect(connection.inTransaction).toBe(false);
  });

  test('stores nothing when a step fails, and allows the next one', () => {
    const { db, insert, names } = openThings();
    const failing = () =>
      db.transaction(() => {
        insert('one');
        throw new RangeError('a step failed');
      });
    expect(failing).toThrow(RangeError);
    expect(db.transaction(names)).toEqual([]);
  });
});

describe('§7.1: an error of the database', () => {
  test('that a later retry may pass is StorageUnavailable, with the error itself as its cause', () => {
    const { connection, db, insert, names } = openThings();
    connection.run('PRAGMA query_only = ON');
    for (const failing of [() => insert('one'), () => db.transaction(() => insert('one'), { behavior: 'immediate' })]) {
      expect(failing).toThrow(StorageUnavailable);
      expect(failing).toThrow(expect.objectContaining({ cause: expect.any(SQLiteError) }));
    }
    expect(names()).toEqual([]);
  });

  test('in a write that returns rows is not repeated by a health check', () => {
    const { connection, db, insert, names } = openThings();
    insert('one');
    connection.run('PRAGMA query_only = ON');
    expect(() => db.delete(things).returning().all()).toThrow(StorageUnavailable);
    connection.run('PRAGMA query_only = OFF');
    readOfEverything(connection);
    expect(names()).toEqual(['one']);
  });

  test('that is caused by a bug stays unchanged', () => {
    const { connection, db, insert, names } = openThings();
    insert('one');
    expect(() => insert('one')).toThrow(SQLiteError);
    expect(() =>
      db
        .insert(things)
        .values({ fullName: sql`NULL` })
        .run(),
    ).toThrow('NOT NULL constraint failed');
    connection.run('DROP TABLE things');
    expect(names).toThrow(SQLiteError);
  });
});
