import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { hasDatabase, openDatabase } from '../../../src/core/database/database.ts';
import { DatabaseRefused } from '../../../src/core/directory/databaseFile.ts';
import { applicationId, schemaVersion } from '../../../src/core/database/migrations.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const root = temporaryDirectory();

function newDirectory(): string {
  return mkdtempSync(join(root, 'data-'));
}

/** The file of a database that was opened and closed again, with a table big enough to have many pages. */
function closedDatabase(directory = newDirectory()): string {
  const database = openDatabase(directory);
  database.run(`INSERT INTO owners (name, created_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT 'owner ' || i, '' FROM n`);
  database.close(true);
  return join(directory, 'duebook.db');
}

function changeFile(path: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(path, bytes);
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

/** Every file of a directory with its bytes. */
function contentsOf(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory)
      .sort()
      .map((name) => [name, readFileSync(join(directory, name)).toString('base64')]),
  );
}

function apiErrorOf(directory: string): unknown {
  try {
    openDatabase(directory).close();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Runs in a process of its own, as a user who is not root: root may write everywhere. */
function refusalAsPlainUser(directory: string): string {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(join(import.meta.dir, '../../../src/core/database/database.ts'))});
    if (process.getuid() === 0) process.setuid(65534);
    try {
      openDatabase(${JSON.stringify(directory)});
      console.log('opened');
    } catch (error) {
      console.log(error.name + ': ' + error.message);
    }`;
  return Bun.spawnSync([process.execPath, '-e', script]).stdout.toString().trim();
}

describe('a new database', () => {
  test.each([
    ['busy_timeout', 2000],
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['trusted_schema', 0],
    ['application_id', applicationId],
    ['user_version', schemaVersion],
    ['integrity_check', 'ok'],
  ])('its %s is %p, also when it is opened again', (pragma, expected) => {
    const directory = newDirectory();
    for (let time = 0; time < 2; time += 1) {
      const database = openDatabase(directory);
      const row = database.query<Record<string, unknown>, []>(`PRAGMA ${pragma}`).get();
      database.close();
      expect(Object.values(row ?? {})).toEqual([expected]);
    }
  });

  test('the directory and the files are for their own user alone, even under a careless umask', () => {
    const directory = join(newDirectory(), 'data');
    const umask = process.umask(0);
    try {
      const database = openDatabase(directory);
      database.run("INSERT INTO owners (name, created_at) VALUES ('someone', '')");
      expect(modeOf(directory)).toBe('700');
      expect(readdirSync(directory).sort()).toEqual(['duebook.db', 'duebook.db-shm', 'duebook.db-wal']);
      for (const name of readdirSync(directory)) expect(modeOf(join(directory, name))).toBe('600');
      database.close();
    } finally {
      process.umask(umask);
    }
  });

  test('an existing directory keeps its mode', () => {
    const directory = newDirectory();
    chmodSync(directory, 0o750);
    openDatabase(directory).close();
    expect(modeOf(directory)).toBe('750');
  });

  test('closing leaves one file, and the directory then has a database', () => {
    const directory = newDirectory();
    expect(hasDatabase(directory)).toBe(false);
    openDatabase(directory).close(true);
    expect(readdirSync(directory)).toEqual(['duebook.db']);
    expect(hasDatabase(directory)).toBe(true);
  });

  test('an empty file becomes a database', () => {
    const directory = newDirectory();
    writeFileSync(join(directory, 'duebook.db'), '');
    expect(apiErrorOf(directory)).toBeUndefined();
    expect(apiErrorOf(directory)).toBeUndefined();
  });
});

/** Puts a database in the place of another, with a table of the same name. */
function makeForeign(path: string): void {
  rmSync(path);
  const foreign = new Database(path, { create: true });
  foreign.run('CREATE TABLE owners (id)');
  foreign.close();
}

const unusable: readonly (readonly [string, (path: string) => void, string])[] = [
  [
    'is of a newer schema',
    (path) => changeFile(path, (bytes) => bytes.writeUInt32BE(schemaVersion + 1, 60)),
    'supports up to',
  ],
  [
    'is of a much newer schema',
    (path) => changeFile(path, (bytes) => bytes.writeUInt32BE(0x7fffffff, 60)),
    'supports up to',
  ],
  ['belongs to another program', (path) => changeFile(path, (bytes) => bytes.writeUInt32BE(7, 68)), 'another program'],
  ['belongs to no program', (path) => changeFile(path, (bytes) => bytes.writeUInt32BE(0, 68)), 'another program'],
  ['was made by another program', makeForeign, 'another program'],
  [
    'is not a SQLite file',
    (path) => writeFileSync(path, 'name,amount\nNetflix,15.99\n'.repeat(1000)),
    'not a SQLite file',
  ],
  ['is a single byte', (path) => writeFileSync(path, 'x'), 'not a SQLite file'],
  ['is cut off within its header', (path) => truncateSync(path, 60), 'not a database of Duebook'],
  ['is cut off within its first page', (path) => truncateSync(path, 2000), 'cannot use'],
  ['is cut off after its first page', (path) => truncateSync(path, 4096), 'cannot use'],
  ['is cut off in its middle', (path) => truncateSync(path, Math.floor(statSync(path).size / 2)), 'cannot use'],
  ['has a broken first page', (path) => changeFile(path, (bytes) => bytes.fill(0xa5, 100, 4096)), 'cannot use'],
];

describe('a file that cannot be used', () => {
  test.each(unusable)('one that %s is refused, with its reason, and left as it was', (_, spoil, reason) => {
    const path = closedDatabase();
    const directory = join(path, '..');
    spoil(path);
    const before = contentsOf(directory);
    const refusal = apiErrorOf(directory);
    expect(refusal).toBeInstanceOf(DatabaseRefused);
    expect(String(refusal)).toContain(reason);
    expect(String(refusal)).toContain(path);
    expect(contentsOf(directory)).toEqual(before);
  });

  test('a directory with the name of the database is refused', () => {
    const directory = newDirectory();
    mkdirSync(join(directory, 'duebook.db'));
    expect(apiErrorOf(directory)).toBeInstanceOf(DatabaseRefused);
    expect(readdirSync(directory)).toEqual(['duebook.db']);
  });

  test.each([0o400, 0o000])('a file of mode %o is refused', (mode) => {
    const path = closedDatabase();
    const directory = join(path, '..');
    chmodSync(root, 0o755);
    chmodSync(directory, 0o777);
    chmodSync(path, mode);
    expect(refusalAsPlainUser(directory)).toStartWith(`DatabaseRefused: cannot use the database ${path}`);
    expect(readdirSync(directory)).toEqual(['duebook.db']);
  });
});

describe('a directory that cannot be used', () => {
  test.each(['file', 'file/below'])('one in whose path there is a file (%s) is refused', (below) => {
    const directory = newDirectory();
    writeFileSync(join(directory, 'file'), 'content');
    expect(apiErrorOf(join(directory, below))).toBeInstanceOf(DatabaseRefused);
    expect(contentsOf(directory)).toEqual({ file: Buffer.from('content').toString('base64') });
  });

  test.each([0o500, 0o000])('one of mode %o is refused and stays empty', (mode) => {
    const directory = newDirectory();
    chmodSync(root, 0o755);
    chmodSync(directory, mode);
    expect(refusalAsPlainUser(directory)).toStartWith(
      `DatabaseRefused: the data directory ${directory} is not writable`,
    );
    chmodSync(directory, 0o700);
    expect(readdirSync(directory)).toEqual([]);
  });
});
