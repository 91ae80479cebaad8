import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../src/core/database/database.ts';
import { DatabaseRefused } from '../../../src/core/directory/databaseFile.ts';
import { migrate, schemaVersion } from '../../../src/core/database/migrations.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const root = temporaryDirectory();

function newDirectory(): string {
  return mkdtempSync(join(root, 'data-'));
}

/** A raw connection to a database in a write-ahead log, which nobody has ever folded in. */
function openUnfolded(directory: string): Database {
  const database = new Database(join(directory, 'duebook.db'), { create: true, strict: true });
  database.run('PRAGMA journal_mode = WAL');
  database.run('PRAGMA wal_autocheckpoint = 0');
  return database;
}

/** A directory with what is on the disk now: what a machine that loses its power leaves behind. */
function afterCrash(directory: string): string {
  const copy = newDirectory();
  for (const name of ['duebook.db', 'duebook.db-wal']) {
    if (existsSync(join(directory, name))) copyFileSync(join(directory, name), join(copy, name));
  }
  return copy;
}

function tablesOf(database: Database): number {
  const query = database.query<{ count: number }, []>(
    "SELECT count(*) AS count FROM sqlite_schema WHERE type = 'table'",
  );
  return query.get()?.count ?? -1;
}

describe('a database in use', () => {
  test('§4.1: another process can open it from the first moment on, and sees what was stored', async () => {
    const { directory, create, store, first } = openTestStore(newDirectory());
    const id = await storedId(create());
    const other = openDatabase(directory);
    expect(other.query('SELECT id FROM subscriptions').all()).toEqual([{ id }]);
    other.close();
    expect(store.subscriptions.find(first.ownerId, id)).toBeDefined();
  });

  test('another process can open and read it even while a write is under way, and does not see half of it', async () => {
    const { directory, database, create } = openTestStore(newDirectory());
    await create();
    database.run('BEGIN IMMEDIATE');
    database.run("UPDATE subscriptions SET name = 'half-written'");
    const other = openDatabase(directory);
    expect(other.query('SELECT name FROM subscriptions').all()).toEqual([{ name: 'Netflix' }]);
    other.close();
    database.run('ROLLBACK');
  });

  test('a write of one process is seen by the next read of another', async () => {
    const one = openTestStore(newDirectory());
    const other = openTestStore(one.directory);
    const id = await storedId(one.create());
    expect(other.store.subscriptions.find(one.first.ownerId, id)).toBeDefined();
    await other.remove(id, one.first);
    expect(one.store.subscriptions.find(one.first.ownerId, id)).toBeUndefined();
  });
});

describe('a database that another process holds for a moment', () => {
  /** Starts a process that takes hold of the file with some statements, and lets go of it a little later. */
  async function holdFor(milliseconds: number, directory: string, statements: readonly string[]) {
    const script = `
      const { Database } = await import('bun:sqlite');
      const database = new Database(${JSON.stringify(join(directory, 'duebook.db'))}, { create: true });
      for (const statement of ${JSON.stringify(statements)}) database.run(statement);
      process.stdout.write('held');
      await Bun.sleep(${milliseconds});
      database.close();`;
    const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' });
    await child.stdout.getReader().read();
    return child;
  }

  test.each([
    ['writes the very first page', false, ['BEGIN IMMEDIATE', 'CREATE TABLE t (x)', 'ROLLBACK', 'BEGIN IMMEDIATE']],
    ['writes a record', true, ['BEGIN IMMEDIATE', "INSERT INTO owners (name, created_at) VALUES ('x', '')"]],
    ['folds in the log and closes', true, ['PRAGMA locking_mode = EXCLUSIVE', 'BEGIN EXCLUSIVE', 'COMMIT']],
  ])('is waited for, not refused, when that one %s', async (_, isMade, statements) => {
    const directory = newDirectory();
    if (isMade) openDatabase(directory).close(true);
    const child = await holdFor(300, directory, statements);
    const database = openDatabase(directory);
    expect(tablesOf(database)).toBeGreaterThan(3);
    database.close();
    await child.exited;
  });

  test('is refused within seconds when that one never lets go, even at the very first start', () => {
    const directory = newDirectory();
    const holder = new Database(join(directory, 'duebook.db'), { create: true });
    holder.run('BEGIN EXCLUSIVE');
    const script = `
      const { openDatabase } = await import(${JSON.stringify(join(import.meta.dir, '../../../src/core/database/database.ts'))});
      try {
        openDatabase(${JSON.stringify(directory)});
      } catch (error) {
        console.log(error.message);
      }`;
    const child = Bun.spawnSync([process.execPath, '-e', script], { timeout: 8000 });
    holder.close();
    expect(child.stdout.toString()).toContain('database is locked');
  }, 10_000);
});

describe('after a crash', () => {
  test('everything that was reported as stored is there', async () => {
    const { directory, create } = openTestStore(newDirectory());
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) ids.push(await storedId(create()));
    const database = openDatabase(afterCrash(directory));
    expect(database.query('SELECT id FROM subscriptions ORDER BY sequence').all()).toEqual(ids.map((id) => ({ id })));
    expect(database.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    database.close();
  });

  test('of a first start that had made the file but no tables, the next start makes them', () => {
    const directory = newDirectory();
    const begun = openUnfolded(directory);
    const database = openDatabase(afterCrash(directory));
    expect(tablesOf(database)).toBeGreaterThan(3);
    database.close();
    begun.close();
  });

  test('of a first start whose tables are in the log alone, the next start takes them up', () => {
    const directory = newDirectory();
    const begun = openUnfolded(directory);
    migrate(begun);
    begun.run("INSERT INTO owners (name, created_at) VALUES ('someone', '')");
    const database = openDatabase(afterCrash(directory));
    expect(database.query('SELECT name FROM owners').all()).toEqual([{ name: 'someone' }]);
    database.close();
    begun.close();
  });

  test('of a newer version whose schema is in the log alone, the files are refused and left as they were', () => {
    const directory = newDirectory();
    openDatabase(directory).close(true);
    const newer = openUnfolded(directory);
    newer.run(`PRAGMA user_version = ${schemaVersion + 1}`);
    const copy = afterCrash(directory);
    const bytes = () =>
      ['duebook.db', 'duebook.db-wal'].map((name) => readFileSync(join(copy, name)).toString('base64'));
    const before = bytes();
    expect(() => openDatabase(copy)).toThrow(DatabaseRefused);
    expect(bytes()).toEqual(before);
    expect(readdirSync(copy).filter((name) => !name.endsWith('-shm'))).toEqual(['duebook.db', 'duebook.db-wal']);
    newer.close();
  });
});
