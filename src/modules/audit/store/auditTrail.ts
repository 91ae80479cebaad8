import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../core/database/db.ts';
import type { AuditAction } from '../../../core/audit/auditEntry.ts';
import { auditEntries } from '../../../core/audit/table.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { actorOf, actorShown, entryJson, joinActors } from './entries.ts';

/** Filters of an owner's audit trail; an absent filter does not restrict. */
export interface AuditFilters {
  /** In lower case, like every id here. */
  readonly subscriptionId?: string;
  readonly action?: AuditAction;
  readonly apiKeyId?: string;
  /** The first instant to include, ISO 8601 UTC. */
  readonly since?: string;
  /** The first instant to leave out. */
  readonly until?: string;
}

/** Reads the audit trail of the subscriptions of one owner. */
export function readAuditTrail(db: Db) {
  return {
    /**
     * One page of the owner's entries that pass every filter, each as JSON, newest first.
     *
     * @param withActors whether each entry says who made the change
     */
    list(ownerId: number, filters: AuditFilters, page: Page, withActors = false): Paged<string> {
      const entries = selectEntries(db, ownerId, filters, withActors);
      return pageOf(page, (limit) => entries.limit(limit).offset(page.offset).all().map(viewOf));
    },
  };
}

type EntryRow = ReturnType<ReturnType<typeof selectEntries>['all']>[number];

/** An audit entry of a subscription in the form that clients see. */
function viewOf({ metadata, createdAt, actorKind, actorName = null, ...before }: EntryRow): string {
  const actor = actorKind === undefined ? {} : { actor: actorOf({ actorKind, actorName }) };
  return entryJson(before, metadata, { createdAt, ...actor });
}

function selectEntries(db: Db, ownerId: number, filters: AuditFilters, withActors: boolean) {
  const { id, entityId: subscriptionId, actorId: apiKeyId, requestId, action, metadata, createdAt } = auditEntries;
  const shown = { id, subscriptionId, apiKeyId, requestId, action, metadata, createdAt };
  const entries = db
    .select({ ...shown, ...(withActors && actorShown) })
    .from(auditEntries)
    .where(and(eq(auditEntries.ownerId, ownerId), eq(auditEntries.entityType, 'subscription'), conditionOf(filters)))
    .orderBy(...orderOf(filters))
    .$dynamic();
  return withActors ? joinActors(entries) : entries;
}

/** What entries that pass these filters fulfil. */
function conditionOf({ subscriptionId, action, apiKeyId, since, until }: AuditFilters): SQL | undefined {
  // A subscription has few entries: with the plus, they are found by it, and not by their instants.
  const at = subscriptionId === undefined ? sql`${auditEntries.createdAt}` : sql`+${auditEntries.createdAt}`;
  return and(
    subscriptionId === undefined ? undefined : eq(auditEntries.entityId, subscriptionId),
    action && eq(auditEntries.action, action),
    apiKeyId === undefined ? undefined : eq(auditEntries.actorId, apiKeyId),
    since === undefined ? undefined : gte(at, since),
    until === undefined ? undefined : lt(at, until),
  );
}

/**
 * The order of entries that pass these filters, newest first, which an index has: that of their instants for a span of time,
 * otherwise that of the writes.
 */
function orderOf({ subscriptionId, since, until }: AuditFilters): SQL[] {
  const { sequence, createdAt } = auditEntries;
  const isOfSpan = subscriptionId === undefined && (since !== undefined || until !== undefined);
  return isOfSpan ? [desc(createdAt), desc(sequence)] : [desc(sequence)];
}
