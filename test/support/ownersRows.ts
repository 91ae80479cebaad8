import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { tablesToCopy } from '../../src/store/move/copyOwner.ts';

type Row = Record<string, unknown>;

// Numbers that each database gives on its own: only their order and their differences mean something.
const sequences: Readonly<Record<string, string>> = {
  delivery_sequence: 'deliveries',
  entries_after: 'audit_entries',
  entries_until: 'audit_entries',
};

/** Opens the database of a data directory, as another program would, and closes it after an action. */
export function inDatabase<Result>(directory: string, action: (database: Database) => Result): Result {
  const database = new Database(join(directory, 'duebook.db'), { readwrite: true, strict: true });
  try {
    return action(database);
  } finally {
    database.close();
  }
}

/** The id of an owner; 0 if there is none. */
export function ownerIdIn(database: Database, owner: string): number {
  return database.query<{ id: number }, [string]>('SELECT id FROM owners WHERE name = ?').get(owner)?.id ?? 0;
}

/**
 * All rows of an owner, by table, so that two databases can be compared: without the id of the owner, with sequence numbers
 * counted from the first one of the owner, and without the secrets of channels, which no two databases have in the same form.
 */
export function ownersRowsIn(directory: string, owner: string): Readonly<Record<string, readonly Row[]>> {
  return inDatabase(directory, (database) => {
    const ownerId = ownerIdIn(database, owner);
    const raw = Object.fromEntries(
      tablesToCopy(database).map(({ table, where }) => [
        table,
        database
          .query<Row, [{ ownerId: number }]>(`SELECT * FROM ${table} WHERE ${where} ORDER BY rowid`)
          .all({ ownerId }),
      ]),
    );
    const firstOf = (table: string) => Math.min(...(raw[table] ?? []).map((row) => Number(row['sequence'])));
    const compared = (table: string, row: Row): Row =>
      Object.fromEntries(
        Object.entries(row).flatMap(([column, value]) => {
          const counted = column === 'sequence' ? table : sequences[column];
          if (counted !== undefined) return [[column, Number(value) - firstOf(counted)]];
          if (column === 'secrets_json') return [[column, Object.keys(JSON.parse(String(value)) as object)]];
          const isId = column === 'owner_id' || (table === 'owners' && column === 'id');
          const namesOwner = row['entity_type'] === 'owner' && column === 'entity_id' && value === String(ownerId);
          return isId ? [] : [[column, namesOwner || value === `service ${ownerId}` ? 'owner' : value]];
        }),
      );
    return Object.fromEntries(
      // Tables without sequence numbers have no order.
      Object.entries(raw).map(([table, rows]) => [
        table,
        rows
          .map((row) => compared(table, row))
          .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
      ]),
    );
  });
}
