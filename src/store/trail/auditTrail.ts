import type { Database } from 'bun:sqlite';
import { and, eq, notExists, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { pageOf, type Page, type Paged } from '../sqlite/page.ts';
import { guarded, prepareQuery, type PreparedQuery } from '../sqlite/statement.ts';
import { actorJson } from './actors.ts';
import { filtersIn, pathOf, type AuditFilters } from './filters.ts';
import { readPastRemoved } from './pastRemoved.ts';
import { isOfSubscription } from '../entities/audit.ts';
import { findRemovedRecords, selectRemovedRecords } from './removedRecords.ts';

// An audit entry of a subscription in the form that clients see. The metadata is JSON already; ids, instants and
// actions need no escaping.
const members = sql`'{"id":"' || ${auditEntries.id}
  || '","subscriptionId":"' || ${auditEntries.entityId} || '","apiKeyId":"' || ${auditEntries.actorId}
  || '","requestId":"' || ${auditEntries.requestId} || '","action":"' || ${auditEntries.action}
  || '","metadata":' || ${auditEntries.metadata} || ',"createdAt":"' || ${auditEntries.createdAt} || '"'`;
const entryJsonOf = (withActors: boolean) =>
  (withActors ? sql<string>`${members} || ',"actor":' || ${actorJson} || '}'` : sql<string>`${members} || '}'`).as(
    'entryJson',
  );

const emptyPage = { items: [], hasMore: false };

/** Reads the audit trail of the subscriptions of one owner. */
export function readAuditTrail(database: Database) {
  const removed = findRemovedRecords(database);
  // One statement for each combination of filters that is requested, with and without actors: at most 2⁶.
  const pages = new Map<string, PreparedQuery<{ entryJson: string }>>();
  const entry = new Map<boolean, PreparedQuery<{ entryJson: string }>>();
  let pastRemoved: ReturnType<typeof readPastRemoved> | undefined;

  function pageStatement(filters: AuditFilters, withActors: boolean) {
    const key = `${filtersIn(filters).join(' ')} ${withActors}`;
    let statement = pages.get(key);
    if (statement === undefined) {
      statement = preparePage(database, filters, withActors);
      pages.set(key, statement);
    }
    return statement;
  }

  function entryStatement(withActors: boolean) {
    const known = entry.get(withActors) ?? prepareEntry(database, withActors);
    entry.set(withActors, known);
    return known;
  }

  async function listPastRemoved(
    ownerId: number,
    filters: AuditFilters,
    page: Page,
    withActors: boolean,
  ): Promise<Paged<string>> {
    pastRemoved ??= readPastRemoved(database);
    const { items, hasMore } = await pastRemoved(ownerId, filters, page);
    const found = entryStatement(withActors);
    // An entry may have been deleted since its sequence number was read.
    return { items: items.flatMap((sequence) => found.first({ ownerId, sequence })?.entryJson ?? []), hasMore };
  }

  return {
    /**
     * One page of the owner's entries that pass every filter, each as JSON, newest first. It skips entries of deleted records
     * that are not purged yet, and takes longer while there are any.
     *
     * @param withActors whether each entry says who made the change
     */
    list(
      ownerId: number,
      filters: AuditFilters,
      page: Page,
      withActors = false,
    ): Paged<string> | Promise<Paged<string>> {
      const { subscriptionId } = filters;
      if (subscriptionId !== undefined && removed.isAny() && removed.has(subscriptionId)) return emptyPage;
      const statement = pageStatement(filters, withActors);
      const list = () =>
        pageOf(page, (limit) =>
          statement.all({ ownerId, ...filters, limit, offset: page.offset }).map((row) => row.entryJson),
        );
      const listed = list();
      if (subscriptionId !== undefined || listed.items.length > 0) return listed;
      // The statement gives nothing while there are removed records: asking for them first would cost each read more.
      // Without any, they may have been purged since, so it is asked again.
      return removed.isAny() ? listPastRemoved(ownerId, filters, page, withActors) : list();
    },
  };
}

function preparePage(database: Database, filters: AuditFilters, withActors: boolean) {
  const { entries, isWanted, order } = pathOf(filters);
  const isNothingRemoved = notExists(selectRemovedRecords(database));
  const query = drizzle(database)
    .select({ entryJson: entryJsonOf(withActors) })
    .from(entries)
    .where(filters.subscriptionId === undefined ? and(isWanted, isNothingRemoved) : isWanted)
    .orderBy(...order);
  const page = query.limit(sql.placeholder('limit')).offset(sql.placeholder('offset'));
  return guarded(() => prepareQuery(database, page));
}

function prepareEntry(database: Database, withActors: boolean) {
  const ofOwner = and(eq(auditEntries.ownerId, sql.placeholder('ownerId')), isOfSubscription);
  const isEntry = and(ofOwner, eq(auditEntries.sequence, sql.placeholder('sequence')));
  const query = drizzle(database)
    .select({ entryJson: entryJsonOf(withActors) })
    .from(auditEntries);
  return guarded(() => prepareQuery(database, query.where(isEntry)));
}
