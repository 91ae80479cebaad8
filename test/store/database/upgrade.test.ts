import { Database, type SQLQueryBindings } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connectToRead, openDatabase } from '../../../src/store/database/database.ts';
import { lockDirectory } from '../../../src/store/directory/directoryLock.ts';
import { findDamage, findStaleRows } from '../../../src/store/database/integrity.ts';
import { schemaVersion, schemaVersionOf } from '../../../src/store/schema/migrations.ts';
import { upgrade, type Upgraded } from '../../../src/store/database/upgrade.ts';
import { binary } from '../../support/binary.ts';
import { holdInAnotherProcess } from '../../support/directoryHolder.ts';
import { failureFrom } from '../../support/failure.ts';
import { clientViewOf, clientViewPath, placeFixture, schemaVersions } from '../../support/fixtures.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const clientView: unknown = JSON.parse(readFileSync(clientViewPath, 'utf8'));
const olderVersions = schemaVersions.filter((version) => version < schemaVersion);

function directoryOf(version: number): string {
  const directory = temporaryDirectory();
  placeFixture(version, directory);
  return directory;
}

/** Every row of every table. */
function rowsOf(path: string): unknown {
  const database = new Database(path, { readonly: true });
  const tables = ['owners', 'api_keys', 'subscriptions', 'audit_entries'];
  const rows = tables.map((table) => database.query(`SELECT * FROM ${table}`).all());
  const version = schemaVersionOf(database);
  database.close();
  return { rows, version };
}

describe('a database of each schema version', () => {
  test.each(schemaVersions)('%d shows clients after its upgrade what it did before', async (version) => {
    const directory = directoryOf(version);
    expect(await clientViewOf(directory)).toEqual(clientView as Record<string, unknown>);
    const database = connectToRead(directory);
    expect(schemaVersionOf(database)).toBe(schemaVersion);
    expect([findDamage(database), findStaleRows(database)]).toEqual([[], []]);
    database.close();
  });

  test.each(olderVersions)('%d is copied first, readable by its owner only, and the upgrade is reported', (version) => {
    const directory = directoryOf(version);
    const before = rowsOf(join(directory, 'duebook.db'));
    const copy = join(directory, `duebook.db.before-upgrade-${version}`);
    const told: Upgraded[] = [];
    for (let time = 0; time < 2; time += 1)
      openDatabase(directory, undefined, (upgraded) => told.push(upgraded)).close();
    expect(told).toEqual([{ from: version, to: schemaVersion, copy }]);
    expect(rowsOf(copy)).toEqual(before);
    expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
  });

  test('of the present version, and a new one, are not copied', () => {
    for (const directory of [directoryOf(schemaVersion), temporaryDirectory()]) {
      openDatabase(directory).close(true);
      expect(readdirSync(directory)).toEqual(['duebook.db']);
    }
  });
});

describe('the upgrade to schema version 5', () => {
  const olderEntries = `SELECT sequence, id, owner_id, 'subscription' AS entity_type, subscription_id AS entity_id,
    'key' AS actor_kind, api_key_id AS actor_id, request_id, action, metadata, created_at FROM audit_entries ORDER BY sequence`;
  const keyColumns = 'id, owner_id, scope, name, start, hash, created_at, expires_at, revoked_at';

  function changed(version: number, change: (database: Database) => void): string {
    const directory = directoryOf(version);
    const database = new Database(join(directory, 'duebook.db'));
    change(database);
    database.close();
    return directory;
  }

  test.each([1, 2, 3, 4])(
    'of version %d keeps every audit entry and key, their order and the next sequence',
    (version) => {
      const directory = changed(version, (database) => {
        database.run('DELETE FROM audit_entries WHERE sequence IN (1, 7)');
      });
      const older = new Database(join(directory, 'duebook.db'), { readonly: true });
      const entries = older.query(olderEntries).all();
      const keys = older.query(`SELECT ${keyColumns} FROM api_keys ORDER BY rowid`).all();
      older.close();
      const database = openDatabase(directory);
      expect(database.query('SELECT * FROM audit_entries ORDER BY sequence').all()).toEqual(entries);
      expect(database.query(`SELECT ${keyColumns} FROM api_keys ORDER BY rowid`).all()).toEqual(keys);
      expect(database.query("SELECT seq FROM sqlite_sequence WHERE name = 'audit_entries'").all()).toEqual([
        { seq: 7 },
      ]);
      expect(database.query("SELECT 1 FROM sqlite_sequence WHERE name LIKE '%new%'").all()).toEqual([]);
      database.close();
    },
  );

  test('of a database without audit entries continues after the sequence of the last entry', () => {
    const directory = changed(4, (database) => {
      for (const table of ['audit_entries', 'subscriptions']) database.run(`DELETE FROM ${table}`);
    });
    const database = openDatabase(directory);
    expect(database.query("SELECT seq FROM sqlite_sequence WHERE name = 'audit_entries'").all()).toEqual([{ seq: 7 }]);
    database.close();
  });

  test('records which key each rotated key replaces', () => {
    // Ids of keys that the older program made by rotating the first key of the fixtures, and then that successor.
    const [first, second] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-818d-a14df6be2e6c'];
    const third = '01900000-0000-7000-868c-6e2998c76425';
    const directory = changed(4, (database) => {
      for (const id of [third, second]) {
        database.run(
          `INSERT INTO api_keys SELECT ?, owner_id, scope, name, start, ?, created_at, NULL, NULL
          FROM api_keys WHERE id = ?`,
          [id, `hash of ${id}`, first],
        );
      }
    });
    const database = openDatabase(directory);
    const replaced = database
      .query('SELECT id, replaces_id FROM api_keys WHERE replaces_id IS NOT NULL ORDER BY id')
      .all();
    expect(replaced).toEqual(
      [
        { id: second, replaces_id: first },
        { id: third, replaces_id: second },
      ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    database.close();
  });
});

describe('the upgrade to schema version 6', () => {
  const tables = ['owners', 'api_keys', 'subscriptions', 'idempotency_keys', 'removed_owners'] as const;
  const ofSchema = (database: Database, type: 'index' | 'table') =>
    database.query('SELECT name, tbl_name FROM sqlite_schema WHERE type = ? ORDER BY name').all(type);

  /** The rows of some columns of the tables that a database has. */
  function rowsOfColumns(database: Database, columns: Readonly<Record<string, readonly string[]>>) {
    return Object.entries(columns).map(([table, names]) =>
      names.length === 0 ? [] : database.query(`SELECT ${names.join(', ')} FROM ${table} ORDER BY rowid`).all(),
    );
  }

  test.each([1, 2, 3, 4, 5])('of version %d leaves every stored value as it is, and adds nothing to it', (version) => {
    const directory = directoryOf(version);
    const older = new Database(join(directory, 'duebook.db'), { readonly: true });
    const columns = Object.fromEntries(
      tables.map((table) => [
        table,
        older
          .query<{ name: string }, []>(`PRAGMA table_info(${table})`)
          .all()
          .map(({ name }) => name),
      ]),
    );
    const before = rowsOfColumns(older, columns);
    older.close();
    const database = openDatabase(directory);
    expect(rowsOfColumns(database, columns)).toEqual(before);
    const details = `every_months, anchor_day, ends_on, auto_renew, notes, url, payment_method, tags, trial_ends_on,
      cancel_before, details_folded, term_ends_on, term_months, notice_period, keep_through`;
    expect(database.query(`SELECT coalesce(${details}) AS any FROM subscriptions`).values()).toEqual(
      Array.from({ length: 5 }, () => [null]),
    );
    expect(database.query('SELECT auto_renew, revision FROM owners').values()).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(database.query('SELECT * FROM payments').all()).toEqual([]);
    database.close();
  });

  test.each(olderVersions)('of version %d makes the tables and indexes of a new database', (version) => {
    const [upgraded, fresh] = [openDatabase(directoryOf(version)), openDatabase(temporaryDirectory())];
    for (const type of ['table', 'index'] as const) expect(ofSchema(upgraded, type)).toEqual(ofSchema(fresh, type));
    for (const database of [upgraded, fresh]) database.close();
  });
});

describe('an upgrade', () => {
  test('does not happen when the copy cannot be made', () => {
    const directory = directoryOf(1);
    mkdirSync(join(directory, 'duebook.db.before-upgrade-1'));
    const before = rowsOf(join(directory, 'duebook.db'));
    expect(failureFrom(() => openDatabase(directory))).toMatch(
      /^DatabaseRefused: the database is not upgraded, because /,
    );
    expect(rowsOf(join(directory, 'duebook.db'))).toEqual(before);
    expect(readdirSync(directory).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  test('does not happen under a server of the older version', async () => {
    const directory = directoryOf(1);
    const holder = await holdInAnotherProcess(directory);
    expect(failureFrom(() => openDatabase(directory))).toContain('another duebook is running');
    expect(rowsOf(join(directory, 'duebook.db'))).toMatchObject({ version: 1 });
    await holder.kill();
    openDatabase(directory).close(true);
    expect(rowsOf(join(directory, 'duebook.db'))).toMatchObject({ version: schemaVersion });
  });

  test('runs under the directory lock of the process that opens the database', () => {
    const directory = directoryOf(1);
    const hold = lockDirectory(directory);
    openDatabase(directory, hold).close(true);
    hold.release();
    expect(rowsOf(join(directory, 'duebook.db'))).toMatchObject({ version: schemaVersion });
  });

  test('of many processes at once happens once, and all go on', async () => {
    const directory = directoryOf(1);
    const module = JSON.stringify(join(import.meta.dir, '../../../src/store/database/database.ts'));
    const script = `
      const { openDatabase } = await import(${module});
      openDatabase(${JSON.stringify(directory)}).close(true);
      process.exit(0);`;
    const children = Array.from({ length: 4 }, () => Bun.spawn([process.execPath, '-e', script], { stderr: 'pipe' }));
    const failures = await Promise.all(children.map((child) => child.stderr.text()));
    expect(failures).toEqual(children.map(() => ''));
    expect(rowsOf(join(directory, 'duebook.db.before-upgrade-1'))).toMatchObject({ version: 1 });
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

test('a process that finds an older database, which another process upgrades, makes no second copy and reports nothing', () => {
  const directory = directoryOf(1);
  const path = join(directory, 'duebook.db');
  const overtaken = new Overtaken(path, () => {
    const { stdout, stderr } = Bun.spawnSync([binary, 'keys', 'list', '--data-dir', directory]);
    expect([stdout.toString() === '', stderr.toString()]).toEqual([
      false,
      expect.stringContaining('was upgraded from schema version 1'),
    ]);
  });
  const told: Upgraded[] = [];
  upgrade(overtaken, path, undefined, (upgraded) => told.push(upgraded));
  overtaken.close();
  expect(told).toEqual([]);
  expect(readdirSync(directory).filter((name) => name.includes('before-upgrade'))).toEqual([
    'duebook.db.before-upgrade-1',
  ]);
  expect(rowsOf(`${path}.before-upgrade-1`)).toMatchObject({ version: 1 });
  expect(rowsOf(path)).toMatchObject({ version: schemaVersion });
});

describe('the refusal of a newer database', () => {
  function newerDirectory(): string {
    const directory = directoryOf(1);
    openDatabase(directory).close(true);
    const database = new Database(join(directory, 'duebook.db'));
    database.run('PRAGMA journal_mode = DELETE');
    database.run('PRAGMA user_version = 99');
    database.close();
    return directory;
  }

  test('names both versions, the newer program and the file to go back to', () => {
    const directory = newerDirectory();
    const before = readFileSync(join(directory, 'duebook.db'));
    const refusal = failureFrom(() => openDatabase(directory)) ?? '';
    for (const part of ['schema version 99', `supports up to ${schemaVersion}`, 'start a newer Duebook']) {
      expect(refusal).toContain(part);
    }
    expect(refusal).toContain(`"duebook restore ${directory}/duebook.db.before-upgrade-1 --data-dir ${directory}"`);
    expect(readFileSync(join(directory, 'duebook.db')).equals(before)).toBe(true);
  });

  test('names the newest of several copies that this version can open', () => {
    const directory = newerDirectory();
    const copy = (version: number) => join(directory, `duebook.db.before-upgrade-${version}`);
    for (const version of [2, schemaVersion, 98]) copyFileSync(copy(1), copy(version));
    expect(failureFrom(() => openDatabase(directory))).toContain(`"duebook restore ${copy(schemaVersion)} --data-dir`);
  });
});
