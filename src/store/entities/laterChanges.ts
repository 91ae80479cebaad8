import type { Database } from 'bun:sqlite';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import {
  changedFields,
  collectLaterChanges,
  type LaterChanges,
  type RecordedUpdate,
  type RevertibleField,
} from '../../domain/subscriptions/revert.ts';
import { isOfSubscription } from './audit.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { columnsOf, prepareQuery } from '../sqlite/statement.ts';

/** The entry to revert, and the fields to search for in later entries. */
interface Reverted {
  readonly ownerId: number;
  readonly subscriptionId: string;
  readonly sequence: number;
  readonly changed: readonly RevertibleField[];
}

/**
 * How many later entries of usual length a revert reads at most. Reading so many took 10 to 25 ms of CPU time, for which
 * all writes wait.
 */
export const laterEntriesMax = 2000;

// A long entry, such as one with long notes, counts as several. Read at once: few, since they may all be long.
const charactersOfEntry = 2000;
const entriesAtOnce = 100;

/**
 * Creates a function that reads the changes of the updates after an entry, newest first, until the result is decided. It
 * returns undefined when there are more than {@link laterEntriesMax} to read.
 */
export function readLaterChanges(database: Database) {
  const older = prepareOlder(database);

  return function laterChanges({ ownerId, subscriptionId, sequence, changed }: Reverted): LaterChanges | undefined {
    const changes = collectLaterChanges(sequence);
    let before = Number.MAX_SAFE_INTEGER;
    for (let left = laterEntriesMax; left > 0;) {
      const { decided, revertedBy } = changes.result();
      // Older entries cannot change the result then.
      if (revertedBy !== undefined && changed.every((field) => decided.has(field))) return changes.result();
      const rows = older.all({ subscriptionId, ownerId, after: sequence, before, limit: entriesAtOnce });
      for (const { metadata, ...row } of rows) {
        changes.add({ ...row, changed: changedFields(JSON.parse(metadata) as RecordedUpdate) });
        left -= Math.ceil(metadata.length / charactersOfEntry);
      }
      if (rows.length < entriesAtOnce) return changes.result();
      before = rows.at(-1)?.sequence ?? before;
    }
    return undefined;
  };
}

/**
 * Compiles the query for the updates of a subscription between two entries, newest first, with the facts that a revert
 * needs.
 */
function prepareOlder(database: Database) {
  const { id, metadata, ownerId, sequence, entityId } = auditEntries;
  const reverts = sql<number | null>`(select reverted.sequence from ${auditEntries} as reverted
    where reverted.id = ${auditEntries}.metadata ->> '$.reverts')`;
  const selection = {
    sequence: columnsOf(auditEntries).sequence,
    entryId: sql<string | null>`iif(${metadata} ->> '$.reverts' is null, null, ${id})`.as('entryId'),
    reverts: reverts.as('reverts'),
    metadata: columnsOf(auditEntries).metadata,
  };
  const isBetween = and(
    eq(entityId, sql.placeholder('subscriptionId')),
    isOfSubscription,
    eq(ownerId, sql.placeholder('ownerId')),
    gt(sequence, sql.placeholder('after')),
    lt(sequence, sql.placeholder('before')),
  );
  // Without this, SQLite uses the index on the owner, and reads all that the owner has written since.
  const trail = sql`${auditEntries} indexed by audit_entries_by_entity`;
  const query = drizzle(database).select(selection).from(trail).where(isBetween);
  return prepareQuery(database, query.orderBy(desc(sequence)).limit(sql.placeholder('limit')));
}
