import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { once, type Db } from '../../../core/database/db.ts';
import { revertibleActions, type EntityType } from '../../../core/audit/auditEntry.ts';
import { collectLaterChanges, type LaterChanges } from '../../../core/audit/revert.ts';
import { auditEntries } from '../../../core/audit/table.ts';

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
 * How many later entries of usual length may follow an update that is reverted. Reading 2,000 took 10 to 25 ms of CPU
 * time, for which all writes wait.
 */
export const laterEntriesMax = 1000;

// A long entry, such as one with long notes, counts as several. Read at once: few, since they may all be long.
const charactersOfEntry = 2000;
const entriesAtOnce = 100;

/** Reads what reverts need of the audit trail. */
export function readUpdateTrail(db: Db) {
  // A request that is reverted may have many entries.
  const byId = once(() => prepareEntry(db));
  const older = once(() => prepareOlder(db));

  return {
    /** One of an owner's entries. */
    find: (ownerId: number, id: string) => byId().get({ ownerId, id }),

    /** The entries of an owner that a request has written, newest first. */
    ofRequest: (ownerId: number, requestId: string, limit: number) =>
      db
        .select({ id: auditEntries.id })
        .from(auditEntries)
        .where(and(eq(auditEntries.requestId, requestId), eq(auditEntries.ownerId, ownerId)))
        .orderBy(desc(auditEntries.sequence))
        .limit(limit)
        .all(),

    /**
     * The changes of the updates of an entity after an entry. Reads them newest first, until the result is decided. Returns
     * undefined when more than {@link laterEntriesMax} follow.
     */
    laterChanges({ changed, changedBy, sequence, ...entity }: Reverted): LaterChanges | undefined {
      const changes = collectLaterChanges(sequence);
      let before = Number.MAX_SAFE_INTEGER;
      for (let left = laterEntriesMax; left >= 0;) {
        const { decided, revertedBy } = changes.result();
        // Older entries cannot change the result then.
        if (revertedBy !== undefined && changed.every((field) => decided.has(field))) return changes.result();
        const rows = older().all({ ...entity, after: sequence, before, limit: entriesAtOnce });
        for (const { action, metadata, ...row } of rows) {
          changes.add({ ...row, changed: revertibleActions.includes(action) ? changedBy(metadata) : [] });
          left -= Math.ceil(metadata.length / charactersOfEntry);
        }
        if (left >= 0 && rows.length < entriesAtOnce) return changes.result();
        before = rows.at(-1)?.sequence ?? before;
      }
      return undefined;
    },
  };
}

/** Compiles the query for one of an owner's audit entries. */
function prepareEntry(db: Db) {
  const { sequence, entityType, entityId, action, metadata, id, ownerId } = auditEntries;
  return db
    .select({ sequence, entityType, entityId, action, metadata })
    .from(auditEntries)
    .where(and(eq(id, sql.placeholder('id')), eq(ownerId, sql.placeholder('ownerId'))))
    .prepare();
}

/**
 * Compiles the query for the entries of an entity after one entry and before another, newest first, with the facts that a
 * revert needs.
 */
function prepareOlder(db: Db) {
  const { sequence, id, entityId, entityType, ownerId, action, metadata } = auditEntries;
  const revertedId = sql`${metadata} ->> '$.reverts'`;
  const reverted = alias(auditEntries, 'reverted');
  const reverts = db.select({ sequence: reverted.sequence }).from(reverted).where(eq(reverted.id, revertedId));
  return db
    .select({
      sequence,
      action,
      metadata,
      entryId: sql<string | null>`iif(${revertedId} is null, null, ${id})`,
      reverts: sql<number | null>`${reverts}`,
    })
    .from(auditEntries)
    .where(
      and(
        eq(entityId, sql.placeholder('entityId')),
        eq(entityType, sql.placeholder('entityType')),
        eq(ownerId, sql.placeholder('ownerId')),
        gt(sequence, sql.placeholder('after')),
        lt(sequence, sql.placeholder('before')),
      ),
    )
    .orderBy(desc(sequence))
    .limit(sql.placeholder('limit'))
    .prepare();
}
