import type { Database } from 'bun:sqlite';
import type { StagedRecord, StagedRow } from '../../commands/import.ts';
import { ownDetailColumns } from '../entities/details.ts';
import { paymentColumns } from '../entities/payments.ts';
import { recordColumns } from '../entities/subscriptions.ts';
import { columnName } from '../schema/columns.ts';
import { change, prepareChange, prepareQuery } from '../sqlite/statement.ts';

/** A staged record; the row of a new subscription is in a table. */
export type Staged = Omit<StagedRecord, 'row'>;

const stagingOf = new WeakMap<Database, ReturnType<typeof openStaging>>();

/** What is staged on a connection: in memory, so that nothing of it is left when the process ends. */
export function stagingOn(database: Database) {
  const staging = stagingOf.get(database) ?? openStaging(database);
  stagingOf.set(database, staging);
  return staging;
}

function openStaging(database: Database) {
  // By the ids of their entries: a piece is added twice when the group of its command is repeated.
  const imports = new Map<string, Map<string, Staged>>();
  const subscriptions = stageRows(database, 'subscriptions', [...recordColumns, ...ownDetailColumns]);
  const payments = stageRows(
    database,
    'payments',
    paymentColumns.filter((name) => name !== 'ownerId'),
  );
  const findTwin = prepareQuery<{ id: string }>(
    database,
    `SELECT staged.id FROM temp.staged_subscriptions AS staged WHERE staged.import_id = $importId AND EXISTS (
       SELECT 1 FROM subscriptions AS other
       WHERE other.owner_id = $ownerId AND other.name_normalised = staged.name_normalised
         AND other.currency = staged.currency AND other.period = staged.period
         AND other.custom_days IS staged.custom_days AND other.every_months IS staged.every_months) LIMIT 1`,
  );

  return {
    /** Keeps some records and payments of an import until it is stored on this connection. */
    add(importId: string, records: readonly StagedRecord[], rows: readonly StagedRow[]): void {
      const known = imports.get(importId) ?? new Map<string, Staged>();
      imports.set(importId, known);
      subscriptions.add(
        importId,
        records.flatMap(({ row }) => (row === undefined ? [] : [row])),
      );
      payments.add(importId, rows);
      for (const { row: _row, ...record } of records) known.set(record.auditEntryId, record);
    },

    /** The staged records of an import; undefined when there are not so many to create and to update, or not so many payments. */
    find(
      importId: string,
      counts: Readonly<Record<'created' | 'updated' | 'payments', number>>,
    ): readonly Staged[] | undefined {
      const known = imports.get(importId);
      const isComplete =
        known?.size === counts.created + counts.updated &&
        subscriptions.count(importId) === counts.created &&
        payments.count(importId) === counts.payments;
      return isComplete ? Array.from(known.values()) : undefined;
    },

    /** Whether an owner has a subscription now that a new one of an import would duplicate. */
    hasTwin: (importId: string, ownerId: number): boolean => findTwin.first({ importId, ownerId }) !== undefined,

    /** Stores the rows of the new subscriptions, in the order of the file, and those of their payments. */
    copyRows(importId: string, ownerId: number): void {
      subscriptions.copy(importId, ownerId);
      payments.copy(importId, ownerId);
    },

    /** Forgets what is staged of an import. */
    drop(importId: string): void {
      imports.delete(importId);
      subscriptions.remove(importId);
      payments.remove(importId);
    },
  };
}

/**
 * Stages rows of a table in a temporary one. Copying them within SQLite takes half the time of inserts one by one, and the
 * transaction that stores them holds up all other writes.
 */
function stageRows(database: Database, table: 'subscriptions' | 'payments', names: readonly string[]) {
  const columns = names.map(columnName).join(', ');
  const values = names.map((name) => `$${name}`).join(', ');
  const staged = `temp.staged_${table}`;
  const ofImport = `FROM ${staged} WHERE import_id = $importId`;
  const insert = prepareChange(database, `INSERT INTO ${staged} (import_id, ${columns}) VALUES ($importId, ${values})`);
  const copied = `INSERT INTO ${table} (owner_id, ${columns}) SELECT $ownerId, ${columns} ${ofImport} ORDER BY rowid`;
  const copy = prepareChange(database, copied);
  const count = prepareQuery<{ rows: number }>(database, `SELECT count(*) AS rows ${ofImport}`);
  const remove = prepareChange(database, `DELETE ${ofImport}`);
  // Each time: a transaction that is rolled back takes along the table that it has created.
  const create = () =>
    change(
      database,
      `CREATE TEMP TABLE IF NOT EXISTS staged_${table} AS SELECT '' AS import_id, ${columns} FROM ${table} WHERE 0`,
    );

  return {
    add(importId: string, rows: readonly StagedRow[]): void {
      create();
      for (const row of rows) insert({ ...row, importId });
    },
    count(importId: string): number {
      create();
      return count.first({ importId })?.rows ?? 0;
    },
    copy: (importId: string, ownerId: number): number => copy({ importId, ownerId }),
    remove(importId: string): void {
      create();
      remove({ importId });
    },
  };
}
