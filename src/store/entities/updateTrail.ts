import type { Database } from 'bun:sqlite';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { updateActionOf, type EntityType } from '../../domain/audit/auditEntry.ts';
import { collectLaterChanges, type LaterChanges } from '../../domain/audit/revert.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { columnsOf, prepareQuery } from '../sqlite/statement.ts';

/** The update to revert, and its entity. */
interface Reverted {
  readonly ownerId: number;
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly sequence: number;
  /** The fields to search for in later entries. */
  readonly changed: readonly string[];
  /** The fields that an update changed, given the metadata of its entry. */
  readonly changedBy: (metadata: string) => readonly string[];
}

/**
 * How many later entries of usual length a revert reads at most. Reading so many took 10 to 25 ms of CPU time, for which
 * all writes wait.
 */
export const laterEntriesMax = 2000;

// A long entry, such as one with long notes, counts as several. Read at once: few, since they may all be long.
const charactersOfEntry = 2000;
const entriesAtOnce = 100;

/** Reads what reverts need of the audit trail. */
export function readUpdateTrail(database: Database) {
  const byId = prepareEntry(database);
  const older = prepareOlder(database);

  return {
    /** One of an owner's entries. */
    find: (ownerId: number, id: string) => byId.first({ ownerId, id }),

    /**
     * The changes of the updates of an entity after an entry. Reads them newest first, until the result is decided. Returns
     * undefined when there are more than {@link laterEntriesMax} to read.
     */
    laterChanges({ changed, changedBy, sequence, ...entity }: Reverted): LaterChanges | undefined {
      const updateAction = updateActionOf(entity.entityType);
      const changes = collectLaterChanges(sequence);
      let before = Number.MAX_SAFE_INTEGER;
      for (let left = laterEntriesMax; left > 0;) {
        const { decided, revertedBy } = changes.result();
        // Older entries cannot change the result then.
        if (revertedBy !== undefined && changed.every((field) => decided.has(field))) return changes.result();
        const rows = older.all({ ...entity, after: sequence, before, limit: entriesAtOnce });
        for (const { action, metadata, ...row } of rows) {
          changes.add({ ...row, changed: action === updateAction ? changedBy(metadata) : [] });
          left -= Math.ceil(metadata.length / charactersOfEntry);
        }
        if (rows.length < entriesAtOnce) return changes.result();
        before = rows.at(-1)?.sequence ?? before;
      }
      return undefined;
    },
  };
}

/** Compiles the query for one of an owner's audit entries. */
function prepareEntry(database: Database) {
  const { sequence, entityType, entityId, action, metadata } = columnsOf(auditEntries);
  const isWanted = and(
    eq(auditEntries.id, sql.placeholder('id')),
    eq(auditEntries.ownerId, sql.placeholder('ownerId')),
  );
  // Without this, SQLite uses an index on the owner, and reads the owner's whole trail.
  const entry = sql`${auditEntries} indexed by audit_entries_by_id`;
  const query = drizzle(database).select({ sequence, entityType, entityId, action, metadata });
  return prepareQuery(database, query.from(entry).where(isWanted));
}

/**
 * Compiles the query for the entries of an entity after one entry and before another, newest first, with the facts that a
 * revert needs.
 */
function prepareOlder(database: Database) {
  const { id, metadata, ownerId, sequence, entityType, entityId } = auditEntries;
  const reverts = sql<number | null>`(select reverted.sequence from ${auditEntries} as reverted
    where reverted.id = ${auditEntries}.metadata ->> '$.reverts')`;
  const { action, metadata: metadataJson, sequence: number } = columnsOf(auditEntries);
  const selection = {
    sequence: number,
    entryId: sql<string | null>`iif(${metadata} ->> '$.reverts' is null, null, ${id})`.as('entryId'),
    reverts: reverts.as('reverts'),
    action,
    metadata: metadataJson,
  };
  const isBetween = and(
    eq(entityId, sql.placeholder('entityId')),
    eq(entityType, sql.placeholder('entityType')),
    eq(ownerId, sql.placeholder('ownerId')),
    gt(sequence, sql.placeholder('after')),
    lt(sequence, sql.placeholder('before')),
  );
  // Without this, SQLite uses the index on the owner, and reads all that the owner has written since.
  const trail = sql`${auditEntries} indexed by audit_entries_by_entity`;
  const query = drizzle(database).select(selection).from(trail).where(isBetween);
  return prepareQuery(database, query.orderBy(desc(sequence)).limit(sql.placeholder('limit')));
}
