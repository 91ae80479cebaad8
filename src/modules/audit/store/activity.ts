import { and, desc, eq, inArray } from 'drizzle-orm';
import { auditEntries } from '../../../core/audit/table.ts';
import type { Db } from '../../../core/database/db.ts';
import { entityTypes, type EntityType } from '../../../core/audit/auditEntry.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { actorOf, actorShown, entryJson, joinActors } from './entries.ts';

/** Filters of an owner's activity; an absent filter does not restrict. */
export interface ActivityFilters {
  readonly entityType?: EntityType;
  /** In lower case. */
  readonly entityId?: string;
}

/** Reads what was changed for one owner: its records, payments, keys, users, sessions and preferences, by whom. */
export function readActivity(db: Db) {
  return {
    /** One page of the owner's entries that pass every filter, each as JSON, newest first. */
    list(ownerId: number, filters: ActivityFilters, page: Page): Paged<string> {
      const numbers = selectNumbers(db, ownerId, filters);
      return pageOf(page, (limit) => selectEntries(db, numbers.limit(limit).offset(page.offset)).all().map(viewOf));
    },
  };
}

/**
 * The numbers of the newest entries. Each type of entity is read in the order of the index, so that the entries of all are merged
 * and not sorted.
 */
function selectNumbers(db: Db, ownerId: number, { entityType, entityId }: ActivityFilters) {
  const { sequence } = auditEntries;
  const ofEntity = entityId === undefined ? undefined : eq(auditEntries.entityId, entityId);
  const ofType = (type: EntityType) =>
    db
      .select({ sequence })
      .from(auditEntries)
      .where(and(eq(auditEntries.ownerId, ownerId), eq(auditEntries.entityType, type), ofEntity))
      .$dynamic();
  const types = entityType === undefined ? entityTypes : [entityType];
  return types
    .map(ofType)
    .reduce((all, one) => all.unionAll(one))
    .orderBy(desc(sequence));
}

/** The entries with some numbers, newest first. */
function selectEntries(db: Db, numbers: ReturnType<typeof selectNumbers>) {
  const { sequence, id, entityType, entityId, action, requestId, metadata, createdAt } = auditEntries;
  const entries = db
    .select({ id, entityType, entityId, action, ...actorShown, requestId, metadata, createdAt })
    .from(auditEntries)
    .where(inArray(sequence, numbers))
    .orderBy(desc(sequence));
  return joinActors(entries.$dynamic());
}

type EntryRow = ReturnType<ReturnType<typeof selectEntries>['all']>[number];

// The API has no id of an owner, and the deleted record is no more.
const withoutId: ReadonlySet<EntityType> = new Set(['owner', 'deletion']);

/** An entry as clients see it. */
function viewOf({ id, entityType, entityId, action, requestId, metadata, createdAt, ...actor }: EntryRow): string {
  const shownId = withoutId.has(entityType) ? null : entityId;
  const before = { id, entityType, entityId: shownId, action, actor: actorOf(actor), requestId };
  return entryJson(before, entityType === 'channel' ? withoutSettings(metadata) : metadata, { createdAt });
}

/** Who may read the activity may not always read channels. Their reverts need the settings. */
function withoutSettings(metadata: string): string {
  const { settings: _settings, ...others } = JSON.parse(metadata) as Record<string, unknown>;
  return JSON.stringify(others);
}
