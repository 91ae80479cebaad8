import type { Db } from '../../../core/database/db.ts';
import { entityTypes, type AuditAction, type EntityType } from '../../../core/audit/auditEntry.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { inTransaction, prepareQuery, type PreparedQuery } from '../../../core/database/statement.ts';
import { actorColumns, actorOf, entryJson, type ActorRow } from './entries.ts';

/** Filters of an owner's activity; an absent filter does not restrict. */
export interface ActivityFilters {
  readonly entityType?: EntityType;
  /** In lower case. */
  readonly entityId?: string;
}

type Numbers = PreparedQuery<{ sequence: number }>;

interface Wanted {
  readonly types: readonly EntityType[];
  readonly isOfOneEntity: boolean;
}

/** Reads what was changed for one owner: its records, payments, keys, users, sessions and preferences, by whom. */
export function readActivity(database: Db) {
  // One statement for each combination of types and filters that is requested.
  const statements = new Map<string, Numbers>();
  const entries = prepareEntries(database);

  function numbersOf(types: readonly EntityType[], { entityId }: ActivityFilters): Numbers {
    const wanted = { types, isOfOneEntity: entityId !== undefined };
    const key = Object.values(wanted).join(' ');
    const known = statements.get(key) ?? prepareNumbers(database, wanted);
    statements.set(key, known);
    return known;
  }

  /** The entries with these numbers, each as JSON, newest first. */
  function entriesWith(ownerId: number, numbers: readonly number[]): string[] {
    if (numbers.length === 0) return [];
    return entries.all({ ownerId, sequences: JSON.stringify(numbers) }).map(viewOf);
  }

  return {
    /** One page of the owner's entries that pass every filter, each as JSON, newest first. */
    list(ownerId: number, filters: ActivityFilters, page: Page): Paged<string> {
      const { entityType, entityId = '' } = filters;
      return inTransaction(database, 'deferred', () => {
        const numbers = numbersOf(entityType === undefined ? entityTypes : [entityType], filters);
        const bindings = { ownerId, entityId, offset: page.offset };
        const { items, hasMore } = pageOf(page, (limit) => numbers.all({ ...bindings, limit }));
        const sequences = items.map(({ sequence }) => sequence);
        return { items: entriesWith(ownerId, sequences), hasMore };
      });
    },
  };
}

/**
 * Compiles the query for the numbers of the newest entries about some types of entities. Each type is read in the order of
 * the index, so that the entries of all are merged and not sorted.
 */
function prepareNumbers(database: Db, { types, isOfOneEntity }: Wanted): Numbers {
  const index = isOfOneEntity ? 'audit_entries_by_entity' : 'audit_entries_by_owner';
  const ofEntity = isOfOneEntity ? 'AND entity_id = $entityId' : '';
  const ofType = (type: EntityType) =>
    `SELECT sequence FROM audit_entries INDEXED BY ${index}
      WHERE owner_id = $ownerId AND entity_type = '${type}' ${ofEntity}`;
  const numbers = types.map(ofType).join(' UNION ALL ');
  return prepareQuery(database, `${numbers} ORDER BY 1 DESC LIMIT $limit OFFSET $offset`);
}

interface EntryRow extends ActorRow {
  readonly id: string;
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly action: AuditAction;
  readonly requestId: string;
  readonly metadata: string;
  readonly createdAt: string;
}

/** Compiles the query for entries. */
function prepareEntries(database: Db) {
  // Without the plus, SQLite uses an index on the owner, and reads the owner's whole trail.
  const entries = `SELECT id, entity_type AS entityType, entity_id AS entityId, action, ${actorColumns},
      request_id AS requestId, metadata, created_at AS createdAt
    FROM audit_entries WHERE sequence IN (SELECT value FROM json_each($sequences)) AND +owner_id = $ownerId
    ORDER BY sequence DESC`;
  return prepareQuery<EntryRow>(database, entries);
}

/** An entry as clients see it. The API has no id of an owner. */
function viewOf({ id, entityType, entityId, action, requestId, metadata, createdAt, ...actor }: EntryRow): string {
  const shownId = entityType === 'owner' ? null : entityId;
  const before = { id, entityType, entityId: shownId, action, actor: actorOf(actor), requestId };
  return entryJson(before, entityType === 'channel' ? withoutSettings(metadata) : metadata, { createdAt });
}

/** Who may read the activity may not always read channels. Their reverts need the settings. */
function withoutSettings(metadata: string): string {
  const { settings: _settings, ...others } = JSON.parse(metadata) as Record<string, unknown>;
  return JSON.stringify(others);
}
