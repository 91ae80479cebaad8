import type { Db } from '../../../core/database/db.ts';
import { revertibleActions, type EntityType } from '../../../core/audit/auditEntry.ts';
import { collectLaterChanges, type LaterChanges } from '../../../core/audit/revert.ts';
import { columns, type Rows } from '../../../core/database/columns.ts';
import { prepareQuery } from '../../../core/database/statement.ts';

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
export function readUpdateTrail(database: Db) {
  const byId = prepareEntry(database);
  const older = prepareOlder(database);
  const ofRequest = prepareQuery<{ id: string }>(
    database,
    `SELECT id FROM audit_entries INDEXED BY audit_entries_by_request
      WHERE request_id = $requestId AND owner_id = $ownerId ORDER BY sequence DESC LIMIT $limit`,
  );

  return {
    /** One of an owner's entries. */
    find: (ownerId: number, id: string) => byId.first({ ownerId, id }),

    /** The entries of an owner that a request has written, newest first. */
    ofRequest: (ownerId: number, requestId: string, limit: number) => ofRequest.all({ ownerId, requestId, limit }),

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
        const rows = older.all({ ...entity, after: sequence, before, limit: entriesAtOnce });
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
function prepareEntry(database: Db) {
  const read = ['sequence', 'entityType', 'entityId', 'action', 'metadata'] as const;
  // Without the index, SQLite uses one on the owner, and reads the owner's whole trail.
  return prepareQuery<Pick<Rows['audit_entries'], (typeof read)[number]>>(
    database,
    `SELECT ${columns('audit_entries', read)} FROM audit_entries
      WHERE id = $id AND owner_id = $ownerId`,
  );
}

/**
 * Compiles the query for the entries of an entity after one entry and before another, newest first, with the facts that a
 * revert needs.
 */
function prepareOlder(database: Db) {
  type Older = Pick<Rows['audit_entries'], 'sequence' | 'action' | 'metadata'> & {
    readonly entryId: string | null;
    readonly reverts: number | null;
  };
  // Without the index, SQLite uses one on the owner, and reads all that the owner has written since.
  return prepareQuery<Older>(
    database,
    `SELECT sequence, action, metadata, iif(metadata ->> '$.reverts' IS NULL, NULL, id) AS entryId,
        (SELECT reverted.sequence FROM audit_entries AS reverted
          WHERE reverted.id = audit_entries.metadata ->> '$.reverts') AS reverts
      FROM audit_entries
      WHERE entity_id = $entityId AND entity_type = $entityType AND owner_id = $ownerId
        AND sequence > $after AND sequence < $before
      ORDER BY sequence DESC LIMIT $limit`,
  );
}
