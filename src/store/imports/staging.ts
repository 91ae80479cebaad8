import type { Database } from 'bun:sqlite';
import type { StagedRecord } from '../../commands/import.ts';
import { ownDetailColumns } from '../entities/details.ts';
import { recordColumns } from '../entities/subscriptions.ts';
import { columnName } from '../schema/columns.ts';
import { change, prepareChange, prepareQuery } from '../sqlite/statement.ts';

// Rows of new subscriptions wait in a temporary table, in memory: copying them within SQLite takes half the time of inserts one
// by one, and the transaction that stores them holds up all writes. Nothing of it is left when the process ends.
const table = 'temp.staged_subscriptions';

const names = [...recordColumns, ...ownDetailColumns];
const columns = names.map(columnName).join(', ');

/** A staged record; the row of a new subscription is in the table. */
export type Staged = Omit<StagedRecord, 'row'>;

const stagingOf = new WeakMap<Database, ReturnType<typeof openStaging>>();

/** The staged records of a connection. */
export function stagingOn(database: Database) {
  const staging = stagingOf.get(database) ?? openStaging(database);
  stagingOf.set(database, staging);
  return staging;
}

function openStaging(database: Database) {
  const imports = new Map<string, Staged[]>();
  const ofImport = 'WHERE import_id = $importId';
  const values = names.map((name) => `$${name}`).join(', ');
  const insert = prepareChange(database, `INSERT INTO ${table} (import_id, ${columns}) VALUES ($importId, ${values})`);
  const count = prepareQuery<{ rows: number }>(database, `SELECT count(*) AS rows FROM ${table} ${ofImport}`);
  const copy = prepareChange(
    database,
    `INSERT INTO subscriptions (owner_id, ${columns}) SELECT $ownerId, ${columns} FROM ${table} ${ofImport} ORDER BY rowid`,
  );
  const findTwin = prepareQuery<{ id: string }>(
    database,
    `SELECT staged.id FROM ${table} AS staged WHERE staged.import_id = $importId AND EXISTS (
       SELECT 1 FROM subscriptions AS other INDEXED BY subscriptions_by_normalised_name
       WHERE other.owner_id = $ownerId AND other.name_normalised = staged.name_normalised
         AND other.currency = staged.currency AND other.period = staged.period
         AND other.custom_days IS staged.custom_days AND other.every_months IS staged.every_months) LIMIT 1`,
  );
  const remove = prepareChange(database, `DELETE FROM ${table} ${ofImport}`);
  // A transaction that is rolled back takes a table along that it has created.
  const createTable = () =>
    change(
      database,
      `CREATE TEMP TABLE IF NOT EXISTS staged_subscriptions AS SELECT '' AS import_id, ${columns} FROM subscriptions WHERE 0`,
    );

  return {
    /** Keeps records of an import until it is stored on this connection. */
    add(importId: string, records: readonly StagedRecord[]): void {
      createTable();
      const known = imports.get(importId) ?? [];
      imports.set(importId, known);
      for (const { row, ...record } of records) {
        if (row !== undefined) insert({ ...row, importId });
        known.push(record);
      }
    },

    /** The staged records of an import; undefined when there are not so many to create and to update. */
    find(importId: string, created: number, updated: number): readonly Staged[] | undefined {
      const known = imports.get(importId) ?? [];
      if (known.length !== created + updated || known.length === 0) return undefined;
      createTable();
      return count.first({ importId })?.rows === created ? known : undefined;
    },

    /** Whether an owner has a subscription now that a new one of an import would duplicate. */
    hasTwin: (importId: string, ownerId: number): boolean => findTwin.first({ importId, ownerId }) !== undefined,

    /** Stores the rows of the new subscriptions, in the order of the file. */
    copyRows: (importId: string, ownerId: number): number => copy({ importId, ownerId }),

    /** Forgets the staged records of an import. */
    drop(importId: string): void {
      imports.delete(importId);
      createTable();
      remove({ importId });
    },
  };
}
