import type { Database } from 'bun:sqlite';
import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { pageOf, type Page, type Paged } from '../sqlite/page.ts';
import { guarded, prepareQuery, type PreparedQuery } from '../sqlite/statement.ts';
import { filtersIn, pathOf, type AuditFilters } from './filters.ts';
import { readPastRemoved } from './pastRemoved.ts';
import { isOfSubscription } from '../entities/audit.ts';
import { findRemovedRecords } from './removedRecords.ts';

// An audit entry of a subscription in the form that clients see. The metadata is JSON already; ids, instants and
// actions need no escaping.
const entryJson = sql<string>`'{"id":"' || ${auditEntries.id}
  || '","subscriptionId":"' || ${auditEntries.entityId} || '","apiKeyId":"' || ${auditEntries.actorId}
  || '","requestId":"' || ${auditEntries.requestId} || '","action":"' || ${auditEntries.action}
  || '","metadata":' || ${auditEntries.metadata} || ',"createdAt":"' || ${auditEntries.createdAt} || '"}'`.as(
  'entryJson',
);

/** Reads the audit trail of the subscriptions of one owner. */
export function readAuditTrail(database: Database) {
  const builder = drizzle(database);
  const removed = findRemovedRecords(database);
  // One statement for each combination of filters that is requested: at most 2⁵.
  const pages = new Map<string, PreparedQuery<{ entryJson: string }>>();
  let entry: PreparedQuery<{ entryJson: string }> | undefined;
  let pastRemoved: ReturnType<typeof readPastRemoved> | undefined;

  function pageStatement(filters: AuditFilters) {
    const key = filtersIn(filters).join(' ');
    let statement = pages.get(key);
    if (statement === undefined) {
      const { entries, isWanted, order } = pathOf(filters);
      const query = builder
        .select({ entryJson })
        .from(entries)
        .where(isWanted)
        .orderBy(...order);
      const page = query.limit(sql.placeholder('limit')).offset(sql.placeholder('offset'));
      statement = guarded(() => prepareQuery(database, page));
      pages.set(key, statement);
    }
    return statement;
  }

  function prepareEntry() {
    const ofOwner = and(eq(auditEntries.ownerId, sql.placeholder('ownerId')), isOfSubscription);
    const isEntry = and(ofOwner, eq(auditEntries.sequence, sql.placeholder('sequence')));
    return guarded(() => prepareQuery(database, builder.select({ entryJson }).from(auditEntries).where(isEntry)));
  }

  async function listPastRemoved(ownerId: number, filters: AuditFilters, page: Page): Promise<Paged<string>> {
    pastRemoved ??= readPastRemoved(database);
    const { items, hasMore } = await pastRemoved(ownerId, filters, page);
    const found = (entry ??= prepareEntry());
    // An entry may have been deleted since its sequence number was read.
    return { items: items.flatMap((sequence) => found.first({ ownerId, sequence })?.entryJson ?? []), hasMore };
  }

  return {
    /**
     * One page of the owner's entries that pass every filter, each as JSON, newest first. It skips entries of deleted records
     * that are not purged yet, and takes longer while there are any.
     */
    list(ownerId: number, filters: AuditFilters, page: Page): Paged<string> | Promise<Paged<string>> {
      const { subscriptionId } = filters;
      if (removed.isAny()) {
        if (subscriptionId === undefined) return listPastRemoved(ownerId, filters, page);
        if (removed.has(subscriptionId)) return { items: [], hasMore: false };
      }
      const statement = pageStatement(filters);
      return pageOf(page, (limit) =>
        statement.all({ ownerId, ...filters, limit, offset: page.offset }).map((row) => row.entryJson),
      );
    },
  };
}
