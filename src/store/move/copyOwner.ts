import type { Database } from 'bun:sqlite';
import { nextOwnerId } from '../entities/owners.ts';
import { tablesOfOwners } from '../writer/purge.ts';

/** A value as SQLite stores it. */
type Value = string | number | Uint8Array | null;
type Row = Readonly<Record<string, Value>>;

/** The rows of an owner in a table. */
interface OwnersRows {
  readonly table: string;
  /** An SQL condition with the parameter `$ownerId`. */
  readonly where: string;
}

const keyIds = 'SELECT id FROM api_keys WHERE owner_id = $ownerId';
// Also removed users, who are kept while a session names them.
const userIds = `SELECT user_id FROM memberships WHERE owner_id = $ownerId
  UNION SELECT user_id FROM api_keys WHERE owner_id = $ownerId`;
const idsThatEnd = `${keyIds} UNION ${userIds} UNION SELECT id FROM feeds WHERE owner_id = $ownerId`;
const ofDeliveries = 'delivery_sequence IN (SELECT sequence FROM deliveries WHERE owner_id = $ownerId)';

// Those without a column `owner_id`.
const furtherTables: readonly OwnersRows[] = [
  { table: 'owners', where: 'id = $ownerId' },
  { table: 'users', where: `id IN (${userIds})` },
  { table: 'delivery_items', where: ofDeliveries },
  { table: 'delivery_changes', where: ofDeliveries },
  { table: 'credential_ends', where: `id IN (${idsThatEnd})` },
];

/** The tables of a database as a whole: an owner takes nothing of them along. */
export const tablesOfInstallation: readonly string[] = ['job_runs', 'known_hosts', 'removed_owners', 'restores'];

/** The tables with rows of an owner. */
export function tablesToCopy(database: Database): readonly OwnersRows[] {
  const names = database.query<{ name: string }, []>(tablesOfOwners).all();
  const owned = names.filter(({ name }) => !tablesOfInstallation.includes(name));
  return [...owned.map(({ name }) => ({ table: name, where: 'owner_id = $ownerId' })), ...furtherTables];
}

/** What the rows of an owner get in another database. */
interface Place {
  readonly ownerId: number;
  /** By table: what is added to its sequence numbers, so that they come after all that the other database has used. */
  readonly offsets: ReadonlyMap<string, number>;
  /** By channel: its secrets, encrypted with the key of the other directory. */
  readonly secrets: ReadonlyMap<string, string>;
  /** When a backup was last restored in the source, ISO 8601 UTC; null if never. */
  readonly restoredAt: string | null;
}

/**
 * Copies every row of an owner into another database, within a transaction of the caller. Ids stay; the numbers that a
 * database gives, which are those of owners and of sequences, are new.
 *
 * @param secrets the secrets of its channels as they are stored there, by the id of the channel
 * @param at the instant of the move, ISO 8601 UTC
 * @returns the number of rows
 * @throws {SQLiteError} when an id is taken there
 */
export function copyOwner(
  source: Database,
  target: Database,
  { ownerId, secrets, at }: { readonly ownerId: number; readonly at: string } & Pick<Place, 'secrets'>,
): number {
  const tables = tablesToCopy(source);
  const offsets = new Map(tables.map((rows) => [rows.table, offsetOf(source, target, { ...rows, ownerId })]));
  const place: Place = { ownerId: nextOwnerId(target), offsets, secrets, restoredAt: restoredAtIn(source, at) };
  // A reference may lead to a later row.
  target.run('PRAGMA defer_foreign_keys = ON');
  forgetEnds(source, target, ownerId);
  return tables.reduce((copied, rows) => copied + copyRows(source, target, { ...rows, ownerId }, place), 0);
}

type Copied = OwnersRows & { readonly ownerId: number };

function offsetOf(source: Database, target: Database, { table, where, ownerId }: Copied): number {
  if (!columnsOf(source, table).includes('sequence')) return 0;
  const select = `SELECT min(sequence) AS first FROM ${table} WHERE ${where}`;
  const first = source.query<{ first: number | null }, [{ ownerId: number }]>(select).get({ ownerId })?.first ?? 0;
  const used = target.query<{ seq: number }, [string]>('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table);
  return (used?.seq ?? 0) + 1 - first;
}

function restoredAtIn(database: Database, at: string): string | null {
  // A clock that was ahead may have left a later one.
  const select = 'SELECT max(restored_at) AS restoredAt FROM restores WHERE restored_at <= ?';
  return database.query<{ restoredAt: string | null }, [string]>(select).get(at)?.restoredAt ?? null;
}

function columnsOf(database: Database, table: string): readonly string[] {
  const columns = database.query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)').all(table);
  return columns.map(({ name }) => name);
}

/** An owner that comes back was deleted there when it left: its keys and users have ended only if they did so elsewhere. */
function forgetEnds(source: Database, target: Database, ownerId: number): void {
  const forget = target.query('DELETE FROM credential_ends WHERE id = ?');
  for (const { id } of source.query<{ id: string | null }, [{ ownerId: number }]>(idsThatEnd).all({ ownerId }))
    forget.run(id);
}

function copyRows(source: Database, target: Database, { table, where, ownerId }: Copied, place: Place): number {
  const columns = columnsOf(source, table);
  const names = columns.join(', ');
  const changes = columns.map((column) => changeOf(table, column));
  const insert = target.query(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`);
  const select = `SELECT ${names} FROM ${table} WHERE ${where} ORDER BY rowid`;
  let copied = 0;
  for (const row of source.query<Row, [{ ownerId: number }]>(select).iterate({ ownerId })) {
    insert.run(...columns.map((column, position) => changes[position]?.(place, row) ?? row[column] ?? null));
    copied += 1;
  }
  return copied;
}

/** Gives the value of a cell in the other database; undefined for the same one. */
type Change = (place: Place, row: Row) => Value | undefined;

const ownerIdThere: Change = ({ ownerId }) => ownerId;

/** The change of a column with the sequence numbers of a table. */
function shifted(column: string, table: string): Change {
  return ({ offsets }, row) => Number(row[column]) + (offsets.get(table) ?? 0);
}

const changesByColumn: Readonly<Record<string, Change>> = {
  owner_id: ownerIdThere,
  'owners.id': ownerIdThere,
  delivery_sequence: shifted('delivery_sequence', 'deliveries'),
  entries_after: shifted('entries_after', 'audit_entries'),
  entries_until: shifted('entries_until', 'audit_entries'),
  'audit_entries.entity_id': ({ ownerId }, row) => (row['entity_type'] === 'owner' ? String(ownerId) : undefined),
  'api_keys.hash': ({ ownerId }, row) => (row['kind'] === 'service' ? `service ${ownerId}` : undefined),
  // The restore does not move, and what was due before it is not sent again.
  'reminder_progress.planned_until': ({ restoredAt }, { planned_until: until }) =>
    restoredAt !== null && restoredAt > String(until) ? restoredAt : undefined,
  'channels.secrets_json': ({ secrets }, row) => secrets.get(String(row['id'])),
};

function changeOf(table: string, column: string): Change | undefined {
  if (column === 'sequence') return shifted(column, table);
  return changesByColumn[`${table}.${column}`] ?? changesByColumn[column];
}
