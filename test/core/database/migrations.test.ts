import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, openDatabaseInMemory } from '../../../src/core/database/database.ts';
import { applicationId, migrate, schemaVersion, schemaVersionOf } from '../../../src/core/database/migrations.ts';
import { auditEntries } from '../../../src/core/audit/table.ts';
import { channels } from '../../../src/modules/channels/table.ts';
import { feeds } from '../../../src/modules/feeds/table.ts';
import { idempotencyKeys } from '../../../src/core/writer/table.ts';
import { installation } from '../../../src/core/directory/table.ts';
import { imports } from '../../../src/modules/imports/table.ts';
import { apiKeys, memberships, owners, removedNames, signInCodes, users } from '../../../src/core/access/table.ts';
import { payments } from '../../../src/modules/payments/table.ts';
import { deliveries, deliveryChanges, deliveryItems } from '../../../src/modules/deliveries/table.ts';
import { rates, referenceRates } from '../../../src/modules/rates/table.ts';
import { reminderProgress, reminders, restores } from '../../../src/modules/reminders/table.ts';
import { jobRuns } from '../../../src/core/jobs/table.ts';
import { subscriptions } from '../../../src/modules/subscriptions/table.ts';
import { knownHosts } from '../../../src/modules/sessions/table.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const people = [users, memberships, removedNames, signInCodes, knownHosts, channels, feeds];
const reminding = [reminders, reminderProgress, deliveries, deliveryChanges, deliveryItems, restores];
const tables = [
  owners,
  apiKeys,
  subscriptions,
  auditEntries,
  payments,
  idempotencyKeys,
  imports,
  installation,
  jobRuns,
  rates,
  referenceRates,
  ...people,
  ...reminding,
];
const tablesByName = tables.map((table) => [getTableConfig(table).name, table] as const);
const root = temporaryDirectory();

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

interface ForeignKeyRow {
  readonly from: string;
  readonly table: string;
  readonly to: string;
  readonly on_delete: string;
}

interface IndexRow {
  readonly name: string;
  readonly unique: number;
  readonly origin: string;
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

describe('a fresh database equals the schema in code', () => {
  const database = openDatabaseInMemory();

  test('it has the same tables', () => {
    const rows = database
      .query<{ name: string }, []>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
      )
      .all();
    expect(rows.sort(byName)).toEqual(tablesByName.map(([name]) => ({ name })).sort(byName));
  });

  test.each(tablesByName)('%s has the same columns', (name, table) => {
    const rows = database.query<ColumnRow, []>(`PRAGMA table_info(${name})`).all();
    const { columns, primaryKeys } = getTableConfig(table);
    // Of a key of several columns, SQLite numbers each from 1.
    const keyColumns = primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
    const expected = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      notnull: column.notNull ? 1 : 0,
      pk: column.primary ? 1 : keyColumns.indexOf(column.name) + 1,
    }));
    const actual = rows.map(({ name: column, type, notnull, pk }) => ({
      name: column,
      type: type.toLowerCase(),
      notnull,
      pk,
    }));
    expect(actual).toEqual(expected);
  });

  test.each(tablesByName)('%s has the same references', (name, table) => {
    const rows = database.query<ForeignKeyRow, []>(`PRAGMA foreign_key_list(${name})`).all();
    const expected = getTableConfig(table).foreignKeys.flatMap((key) => {
      const { columns, foreignColumns, foreignTable } = key.reference();
      return columns.map(({ name: from }, place) => ({
        from,
        table: getTableConfig(foreignTable).name,
        to: foreignColumns[place]?.name ?? '',
        on_delete: (key.onDelete ?? 'no action').toUpperCase(),
      }));
    });
    const actual = rows.map(({ from, table: target, to, on_delete }) => ({ from, table: target, to, on_delete }));
    const placeOf = ({ from, table: target }: ForeignKeyRow) => `${from} ${target}`;
    const inOrder = (a: ForeignKeyRow, b: ForeignKeyRow) => (placeOf(a) < placeOf(b) ? -1 : 1);
    expect(actual.sort(inOrder)).toEqual(expected.sort(inOrder));
  });

  test.each(tablesByName)('%s has the same indexes', (name, table) => {
    const rows = database.query<IndexRow, []>(`PRAGMA index_list(${name})`).all();
    const actual = rows
      .filter(({ origin }) => origin === 'c')
      .map((row) => ({
        name: row.name,
        unique: row.unique === 1,
        columns: database
          .query<{ name: string }, []>(`PRAGMA index_info(${row.name})`)
          .all()
          .map((column) => column.name),
      }));
    const { indexes, columns } = getTableConfig(table);
    const expected = indexes.map(({ config }) => ({
      name: config.name,
      unique: config.unique,
      columns: config.columns.map((column) => ('name' in column ? column.name : '')),
    }));
    for (const { isUnique, uniqueName, name: column } of columns) {
      if (isUnique) expected.push({ name: uniqueName ?? '', unique: true, columns: [column] });
    }
    expect(actual.sort(byName)).toEqual(expected.sort(byName));
  });

  test.each([
    ['an amount below zero', 'amount_hundredths = -1'],
    ['an amount of a million', 'amount_hundredths = 100000000'],
    ['an interval of a monthly period', 'custom_days = 5'],
    ['a custom period without interval', "period = 'custom'"],
    ['an owner who is none', 'owner_id = 99'],
  ])('it refuses %s even when no check has', (_, change) => {
    const strict = openDatabaseInMemory();
    strict.run('PRAGMA foreign_keys = ON');
    strict.run("INSERT INTO owners (id, name, created_at) VALUES (1, 'first', '')");
    strict.run(`INSERT INTO subscriptions (id, owner_id, name, name_folded, name_normalised, category, amount_hundredths,
        currency, period, last_payment_date, next_payment_date, notification_enabled, status, created_at, updated_at)
      VALUES ('id', 1, 'n', 'n', 'n', 'c', 100, 'USD', 'monthly', '', '', 1, 'active', '', '')`);
    expect(() => strict.run(`UPDATE subscriptions SET ${change}`)).toThrow('constraint failed');
  });
});

describe('migrating', () => {
  test('has the version that the list of changes names', async () => {
    const changes = await Bun.file(join(import.meta.dir, '../../../CHANGELOG.md')).text();
    expect(/^- Schema version (\d+)/m.exec(changes)?.[1]).toBe(String(schemaVersion));
  });

  test('marks the database as Duebook’s and as of the present version', () => {
    const database = new Database(':memory:', { strict: true });
    expect(schemaVersionOf(database)).toBe(0);
    migrate(database);
    expect(schemaVersionOf(database)).toBe(schemaVersion);
    expect(database.query('PRAGMA application_id').get()).toEqual({ application_id: applicationId });
  });

  test('a second time changes nothing', () => {
    const database = new Database(':memory:', { strict: true });
    migrate(database);
    database.run("INSERT INTO owners (name, created_at) VALUES ('first', '')");
    const schemaBefore = database.query('SELECT * FROM sqlite_schema').all();
    migrate(database);
    expect(database.query('SELECT * FROM sqlite_schema').all()).toEqual(schemaBefore);
    expect(database.query('SELECT name FROM owners').all()).toEqual([{ name: 'first' }]);
  });

  test('that fails half-way leaves nothing behind', () => {
    const database = new Database(':memory:', { strict: true });
    database.run('CREATE TABLE subscriptions (in_the_way)');
    expect(() => migrate(database)).toThrow('already exists');
    expect(database.query('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'subscriptions' }]);
    expect(schemaVersionOf(database)).toBe(0);
    expect(database.inTransaction).toBe(false);
  });

  test('many processes that open the same new directory at once all succeed, and migrate it once', async () => {
    const modulePath = JSON.stringify(join(import.meta.dir, '../../../src/core/database/database.ts'));
    for (let round = 0; round < 3; round += 1) {
      const directory = mkdtempSync(join(root, 'data-'));
      const script = `
        const { openDatabase } = await import(${modulePath});
        process.stdout.write('ready');
        for await (const _ of process.stdin) break;
        const database = openDatabase(${JSON.stringify(directory)});
        database.run('INSERT INTO owners (name, created_at) VALUES (?, ?)', [String(process.pid), '']);
        database.close();
        process.exit(0);`;
      const start = () =>
        Bun.spawn([process.execPath, '-e', script], { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' });
      const children = Array.from({ length: 4 }, start);
      await Promise.all(children.map((child) => child.stdout.getReader().read()));
      for (const child of children) await child.stdin.write('go\n');
      for (const child of children) await child.stdin.end();
      const failures = await Promise.all(children.map((child) => child.stderr.text()));
      expect(failures).toEqual(children.map(() => ''));
      const database = openDatabase(directory);
      expect(database.query('SELECT count(*) AS owners FROM owners').get()).toEqual({ owners: children.length });
      database.close();
    }
  });
});
