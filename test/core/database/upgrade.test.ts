import { Database, type SQLQueryBindings } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../src/core/database/database.ts';
import { upgrade, type Upgraded } from '../../../src/core/database/upgrade.ts';
import { lockDirectory } from '../../../src/core/directory/directoryLock.ts';
import { readMigrationFiles } from '../../../src/core/database/migrationFiles.ts';
import { oldestSchemaVersion, schemaVersion, schemaVersionOf } from '../../../src/core/database/migrations.ts';
import { holdInAnotherProcess } from '../../support/directoryHolder.ts';
import { failureFrom } from '../../support/failure.ts';
import { fillDirectory } from '../../support/fixtures.ts';
import { madeUpMigration } from '../../support/nextVersion.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const present = readMigrationFiles().map(([, sql]) => sql);
const next = [...present, madeUpMigration];

function filledDirectory(): string {
  const directory = temporaryDirectory();
  fillDirectory(directory);
  return directory;
}

const copyIn = (directory: string) => join(directory, `duebook.db.before-upgrade-${schemaVersion}`);

/** Every row of some tables, the columns of the present version, and the version. */
function rowsOf(path: string) {
  const database = new Database(path, { readonly: true });
  const tables = ['owners', 'api_keys', 'audit_entries', 'payments', 'users'];
  const rows = tables.map((table) => database.query(`SELECT * FROM ${table}`).all());
  const records = database.query('SELECT id, name, view_json, revision FROM subscriptions ORDER BY sequence').all();
  const version = schemaVersionOf(database);
  database.close();
  return { rows, records, version };
}

/** Upgrades the database of a directory as the next version does; returns what it reports. */
function upgradeToNext(directory: string, { isHeld = false, open = (path: string) => new Database(path) } = {}) {
  const path = join(directory, 'duebook.db');
  const told: Upgraded[] = [];
  const hold = isHeld ? lockDirectory(directory) : undefined;
  const database = open(path);
  try {
    upgrade(database, path, hold, (upgraded) => told.push(upgraded), next);
  } finally {
    database.close();
    hold?.release();
  }
  return told;
}

describe('the upgrade to a made-up next version', () => {
  test('copies the database first, for its owner only, changes the rows as it says and keeps all others, once', () => {
    const directory = filledDirectory();
    const before = rowsOf(join(directory, 'duebook.db'));
    const copy = copyIn(directory);
    expect([upgradeToNext(directory), upgradeToNext(directory)]).toEqual([
      [{ from: schemaVersion, to: schemaVersion + 1, copy }],
      [],
    ]);
    expect(rowsOf(copy)).toEqual(before);
    expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
    const after = rowsOf(join(directory, 'duebook.db'));
    expect({ rows: after.rows, version: after.version }).toEqual({ rows: before.rows, version: schemaVersion + 1 });
    const changed = (before.records as { view_json: string; revision: number }[]).map((record) => ({
      ...record,
      view_json: JSON.stringify({ ...(JSON.parse(record.view_json) as object), madeUp: 'yes' }),
    }));
    expect(after.records).toEqual(changed);
  });

  test('copies nothing of a new database', () => {
    const directory = temporaryDirectory();
    expect(upgradeToNext(directory)).toEqual([]);
    expect(readdirSync(directory)).toEqual(['duebook.db']);
  });

  test('does not happen when the copy cannot be made', () => {
    const directory = filledDirectory();
    mkdirSync(copyIn(directory));
    const before = rowsOf(join(directory, 'duebook.db'));
    expect(failureFrom(() => upgradeToNext(directory))).toMatch(
      /^DatabaseRefused: the database is not upgraded, because /,
    );
    expect(rowsOf(join(directory, 'duebook.db'))).toEqual(before);
    expect(readdirSync(directory).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  test('that fails half-way changes nothing', () => {
    const directory = filledDirectory();
    const path = join(directory, 'duebook.db');
    const before = rowsOf(path);
    const database = new Database(path);
    const broken = [...present, `${madeUpMigration} INSERT INTO nowhere VALUES (1)`];
    expect(() => upgrade(database, path, undefined, undefined, broken)).toThrow('no such table: nowhere');
    database.close();
    expect(rowsOf(path)).toEqual(before);
  });

  test('does not happen under a server of the older version', async () => {
    const directory = filledDirectory();
    const holder = await holdInAnotherProcess(directory);
    expect(failureFrom(() => upgradeToNext(directory))).toContain('another duebook is running');
    expect(rowsOf(join(directory, 'duebook.db'))).toMatchObject({ version: schemaVersion });
    await holder.kill();
    expect(upgradeToNext(directory)).toHaveLength(1);
  });

  test('runs under the directory lock of the process that opens the database', () => {
    expect(upgradeToNext(filledDirectory(), { isHeld: true })).toHaveLength(1);
  });

  test('makes no second copy and reports nothing when another process upgrades in the meantime', () => {
    const directory = filledDirectory();
    const open = (path: string) => new Overtaken(path, () => void upgradeToNext(directory));
    expect(upgradeToNext(directory, { open })).toEqual([]);
    expect(rowsOf(copyIn(directory))).toMatchObject({ version: schemaVersion });
    expect(rowsOf(join(directory, 'duebook.db'))).toMatchObject({ version: schemaVersion + 1 });
  });
});

/** A connection to a database that another process upgrades right after its schema version was first asked for. */
class Overtaken extends Database {
  readonly #upgrade: () => void;
  #isUpgraded = false;

  constructor(path: string, upgradeElsewhere: () => void) {
    super(path, { readwrite: true });
    this.#upgrade = upgradeElsewhere;
  }

  override query<Row, Parameters extends SQLQueryBindings | SQLQueryBindings[]>(text: string) {
    if (text !== 'PRAGMA user_version' || this.#isUpgraded) return super.query<Row, Parameters>(text);
    this.#isUpgraded = true;
    const [before] = super.query<Row, []>(text).all();
    this.#upgrade();
    const statement = super.query<Row, Parameters>('PRAGMA user_version /* before the upgrade */');
    statement.get = () => before ?? null;
    return statement;
  }
}

describe('a database of another version is refused untouched', () => {
  function directoryOfVersion(version: number): string {
    const directory = temporaryDirectory();
    openDatabase(directory).close(true);
    const database = new Database(join(directory, 'duebook.db'));
    database.run('PRAGMA journal_mode = DELETE');
    database.run(`PRAGMA user_version = ${version}`);
    database.close();
    return directory;
  }

  function refusalOf(directory: string): string {
    const before = readFileSync(join(directory, 'duebook.db'));
    const refusal = failureFrom(() => openDatabase(directory)) ?? '';
    expect(readFileSync(join(directory, 'duebook.db')).equals(before)).toBe(true);
    return refusal;
  }

  test('a newer one: the refusal names both versions, the newer program and the file to go back to', () => {
    const directory = directoryOfVersion(199);
    const copy = (version: number) => `${join(directory, 'duebook.db')}.before-upgrade-${version}`;
    for (const version of [oldestSchemaVersion - 1, schemaVersion, 198])
      copyFileSync(join(directory, 'duebook.db'), copy(version));
    const refusal = refusalOf(directory);
    for (const part of [
      'schema version 199',
      `supports up to ${schemaVersion}`,
      'start a newer Duebook',
      `"duebook restore ${copy(schemaVersion)} --data-dir ${directory}"`,
    ])
      expect(refusal).toContain(part);
  });

  test.each([1, 16])('one of an interim build (%d): the refusal points to export and import', (version) => {
    const refusal = refusalOf(directoryOfVersion(version));
    for (const part of ['a build before 1.0.0', 'duebook export', 'duebook import']) expect(refusal).toContain(part);
  });
});
