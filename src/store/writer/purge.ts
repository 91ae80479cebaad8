import type { Database } from 'bun:sqlite';
import type { OutcomeOf } from '../../commands/commands.ts';
import { remindersOfMessageMax } from '../../domain/reminders/delivery.ts';
import { deleteForgottenUsers } from '../credentials/users.ts';
import { change, prepareQuery } from '../sqlite/statement.ts';
import { removedRecordsOwnerId, retireOwnerId } from '../entities/owners.ts';
import type { Tools } from '../entities/verbs.ts';

// Deleted by one command. An audit entry takes about 10 µs here: other writes must not wait long.
const rowsOfCommand = 500;
const rowsOfRecord = 3;

/** Creates a function that tells whether there are rows of deleted owners, or of deleted records with many rows. */
export function findRemoved(database: Database): () => boolean {
  // With the condition, SQLite searches; otherwise it would walk through the table.
  const removed = prepareQuery(
    database,
    `SELECT owner_id FROM removed_owners WHERE owner_id >= ${removedRecordsOwnerId} LIMIT 1`,
  );
  return () => removed.first({}) !== undefined;
}

/**
 * Deletes some rows of deleted records and owners. The remaining rows are its only state, so it does no harm when the
 * process ends between two commands.
 */
export function purge({ database, records }: Tools): OutcomeOf<'purge'> {
  // Owner 0 comes first: its records have entries of their earlier owners.
  const removed = database.query<{ owner_id: number }, []>('SELECT owner_id FROM removed_owners ORDER BY owner_id');
  let left = rowsOfCommand;
  for (let owner = removed.get(); owner !== null && left > 0; owner = removed.get())
    left -= purgeOwner(database, owner.owner_id, left);
  records.room.noteDeletions();
  return { outcome: 'purged' };
}

/** Deletes some rows of an owner, up to a maximum, and the owner last; returns how many. */
function purgeOwner(database: Database, ownerId: number, rowsMax: number): number {
  const outcomes = deleteSome(database, 'idempotency_keys WHERE owner_id = ?1', ownerId, rowsMax);
  if (outcomes > 0) return outcomes;
  const records = database.query<{ id: string }, [number]>('SELECT id FROM subscriptions WHERE owner_id = ? LIMIT 1');
  const record = records.get(ownerId);
  if (record !== null) return purgeRecord(database, record.id, rowsMax);
  // Each takes its reminders along.
  const deliveriesMax = Math.ceil(rowsMax / remindersOfMessageMax);
  const deliveries = deleteSome(database, 'deliveries WHERE owner_id = ?1', ownerId, deliveriesMax);
  if (deliveries > 0) return deliveries * remindersOfMessageMax;
  const entries = deleteSome(database, 'audit_entries WHERE owner_id = ?1', ownerId, rowsMax);
  return entries > 0 ? entries : purgeRest(database, ownerId);
}

/** Deletes some payments and entries of a record, up to a maximum, and the record last; returns how many rows. */
function purgeRecord(database: Database, id: string, rowsMax: number): number {
  const ofRecord = `audit_entries WHERE entity_id = ?1 AND entity_type = 'subscription'`;
  const payments = 'payments WHERE subscription_id = ?1 ORDER BY owner_id, due_on, sequence';
  // The entries of these payments go first: without the payments, nothing would lead to them.
  const corrections = `audit_entries WHERE entity_type = 'payment' AND entity_id IN (SELECT id FROM ${payments} LIMIT ?2)`;
  const corrected = deleteSome(database, corrections, id, rowsMax);
  if (corrected > 0) return corrected;
  const paid = deleteSome(database, payments, id, rowsMax);
  // A backup in the meantime must not find a record without an entry, so the first one stays until the record is
  // deleted. All entries have the same owner, and the index has this order.
  const inOrder = `${ofRecord} ORDER BY owner_id, sequence`;
  const rows = paid + deleteSome(database, inOrder, id, rowsMax - paid, 1);
  if (rows > 0) return rows;
  database.query(`DELETE FROM ${ofRecord}`).run(id);
  database.query('DELETE FROM subscriptions WHERE id = ?').run(id);
  return rowsOfRecord;
}

/** Selects the name of each table with an `owner_id`. */
const tablesOfOwners = `SELECT name FROM sqlite_schema
  WHERE type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) AS own WHERE own.name = 'owner_id')`;

/** Deletes an owner without records, and its rows in every table; returns the number of rows that this counts as. */
function purgeRest(database: Database, ownerId: number): number {
  // Those whose rows are deleted in pieces have none of the owner any more.
  for (const { name } of database.query<{ name: string }, []>(tablesOfOwners).all())
    database.query(`DELETE FROM ${name} WHERE owner_id = ?`).run(ownerId);
  // Users whose only membership was that of this owner, and whom no session names any more.
  change(database, deleteForgottenUsers);
  database.query('DELETE FROM owners WHERE id = ?').run(ownerId);
  retireOwnerId(database, ownerId);
  return 1;
}

/** Deletes rows of a table under a condition on a value, after so many that stay; returns their number. */
function deleteSome(database: Database, where: string, value: string | number, rowsMax: number, stay = 0): number {
  const [table] = where.split(' ');
  const rows = `SELECT sequence FROM ${where} LIMIT ?2 OFFSET ?3`;
  return database.query(`DELETE FROM ${table} WHERE sequence IN (${rows})`).run(value, rowsMax, stay).changes;
}
