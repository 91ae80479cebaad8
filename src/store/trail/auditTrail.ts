import type { Database } from 'bun:sqlite';
import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { AuditAction } from '../../domain/audit/auditEntry.ts';
import { isOfSubscription } from '../entities/audit.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { pageOf, type Page, type Paged } from '../sqlite/page.ts';
import { guarded, prepareQuery, type PreparedQuery } from '../sqlite/statement.ts';
import { actorJson, isShown } from './entries.ts';

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

type Filter = keyof AuditFilters;

const conditions: Readonly<Record<Filter, SQL>> = {
  subscriptionId: eq(auditEntries.entityId, sql.placeholder('subscriptionId')),
  action: eq(auditEntries.action, sql.placeholder('action')),
  apiKeyId: eq(auditEntries.actorId, sql.placeholder('apiKeyId')),
  since: gte(auditEntries.createdAt, sql.placeholder('since')),
  until: lt(auditEntries.createdAt, sql.placeholder('until')),
};
const filterNames = Object.keys(conditions) as readonly Filter[];

/** How a query reads the entries of an owner that pass some filters. */
interface TrailPath {
  /** The table, with the index to use: SQLite alone would use another one for some filters. */
  readonly entries: SQL;
  readonly isWanted: SQL | undefined;
  /** Newest first, in the order of the index. */
  readonly order: readonly SQL[];
}

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

/** Reads the audit trail of the subscriptions of one owner. */
export function readAuditTrail(database: Database) {
  // One statement for each combination of filters that is requested, with and without actors: at most 2⁶.
  const pages = new Map<string, PreparedQuery<{ entryJson: string }>>();

  function pageStatement(filters: AuditFilters, withActors: boolean) {
    const key = `${filtersIn(filters).join(' ')} ${withActors}`;
    const statement = pages.get(key) ?? preparePage(database, filters, withActors);
    pages.set(key, statement);
    return statement;
  }

  return {
    /**
     * One page of the owner's entries that pass every filter, each as JSON, newest first.
     *
     * @param withActors whether each entry says who made the change
     */
    list(ownerId: number, filters: AuditFilters, page: Page, withActors = false): Paged<string> {
      const statement = pageStatement(filters, withActors);
      return pageOf(page, (limit) =>
        statement.all({ ownerId, ...filters, limit, offset: page.offset }).map((row) => row.entryJson),
      );
    },
  };
}

function preparePage(database: Database, filters: AuditFilters, withActors: boolean) {
  const { entries, isWanted, order } = pathOf(filters);
  const query = drizzle(database)
    .select({ entryJson: entryJsonOf(withActors) })
    .from(entries)
    .where(and(isWanted, isShown))
    .orderBy(...order);
  const page = query.limit(sql.placeholder('limit')).offset(sql.placeholder('offset'));
  return guarded(() => prepareQuery(database, page));
}

/** The names of the filters that are set, always in the same order. */
function filtersIn(filters: AuditFilters): readonly Filter[] {
  return filterNames.filter((name) => filters[name] !== undefined);
}

/** Whether entries that pass these filters are read in the order of their instants, not in that of the writes. */
function isByTime({ subscriptionId, since, until }: AuditFilters): boolean {
  return subscriptionId === undefined && (since !== undefined || until !== undefined);
}

/** How to read the entries that pass these filters. */
function pathOf(filters: AuditFilters): TrailPath {
  const { ownerId, createdAt, sequence } = auditEntries;
  const isOwners = and(eq(ownerId, sql.placeholder('ownerId')), isOfSubscription);
  return {
    entries: sql`${auditEntries} indexed by ${sql.raw(indexFor(filters))}`,
    isWanted: and(isOwners, ...filtersIn(filters).map((name) => conditions[name])),
    order: isByTime(filters) ? [desc(createdAt), desc(sequence)] : [desc(sequence)],
  };
}

function indexFor(filters: AuditFilters): string {
  if (filters.subscriptionId !== undefined) return 'audit_entries_by_entity';
  return isByTime(filters) ? 'audit_entries_by_time' : 'audit_entries_by_owner';
}
