import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../core/database/db.ts';
import type { AuditAction } from '../../../core/audit/auditEntry.ts';
import { auditEntries } from '../../../core/audit/table.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { plainRows } from '../../../core/database/plainRows.ts';
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
  // One statement for each combination of filters that is requested: at most 2⁵, with and without actors.
  const lists = new Map<string, ReturnType<typeof prepareEntries>>();

  function listOf(names: readonly Filter[], withActors: boolean) {
    const key = [withActors, ...names].join(' ');
    const list = lists.get(key) ?? prepareEntries(db, names, withActors);
    lists.set(key, list);
    return list;
  }

  return {
    /**
     * One page of the owner's entries that pass every filter, each as JSON, newest first.
     *
     * @param withActors whether each entry says who made the change
     */
    list(ownerId: number, filters: AuditFilters, page: Page, withActors = false): Paged<string> {
      const entries = listOf(
        filterNames.filter((name) => filters[name] !== undefined),
        withActors,
      );
      const { offset } = page;
      return pageOf(page, (limit) => entries({ ...filters, ownerId, limit, offset }).map(viewOf));
    },
  };
}

type Filter = keyof AuditFilters;
const filterNames: readonly Filter[] = ['subscriptionId', 'action', 'apiKeyId', 'since', 'until'];

type EntryRow = ReturnType<ReturnType<typeof prepareEntries>>[number];

/** An audit entry of a subscription in the form that clients see. */
function viewOf({ metadata, createdAt, actorKind, actorName = null, ...before }: EntryRow): string {
  const actor = actorKind === undefined ? {} : { actor: actorOf({ actorKind, actorName }) };
  return entryJson(before, metadata, { createdAt, ...actor });
}

/** Prepares the query of one page. */
function prepareEntries(db: Db, names: readonly Filter[], withActors: boolean) {
  const { id, entityId: subscriptionId, actorId: apiKeyId, requestId, action, metadata, createdAt } = auditEntries;
  const shown = { id, subscriptionId, apiKeyId, requestId, action, metadata, createdAt };
  const selected = { ...shown, ...(withActors && actorShown) };
  const entries = db
    .select(selected)
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.ownerId, sql.placeholder('ownerId')),
        eq(auditEntries.entityType, 'subscription'),
        conditionOf(names),
      ),
    )
    .orderBy(...orderOf(names))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .$dynamic();
  const query = (withActors ? joinActors(entries) : entries).prepare();
  return (values: Record<string, unknown>) => plainRows(query, selected as Columns<typeof query>, values);
}

type Columns<Query extends { all(): object[] }> = Readonly<Record<keyof ReturnType<Query['all']>[number], unknown>>;

/** What entries that pass these filters fulfil. */
function conditionOf(names: readonly Filter[]): SQL | undefined {
  const isFiltered = (name: Filter) => names.includes(name);
  // A subscription has few entries: with the plus, they are found by it, and not by their instants.
  const at = isFiltered('subscriptionId') ? sql`+${auditEntries.createdAt}` : sql`${auditEntries.createdAt}`;
  const conditions: Readonly<Record<Filter, SQL>> = {
    subscriptionId: eq(auditEntries.entityId, sql.placeholder('subscriptionId')),
    action: eq(auditEntries.action, sql.placeholder('action')),
    apiKeyId: eq(auditEntries.actorId, sql.placeholder('apiKeyId')),
    since: gte(at, sql.placeholder('since')),
    until: lt(at, sql.placeholder('until')),
  };
  return and(...names.map((name) => conditions[name]));
}

/**
 * The order of entries that pass these filters, newest first, which an index has: that of their instants for a span of time,
 * otherwise that of the writes.
 */
function orderOf(names: readonly Filter[]): SQL[] {
  const { sequence, createdAt } = auditEntries;
  const isOfSpan = !names.includes('subscriptionId') && (names.includes('since') || names.includes('until'));
  return isOfSpan ? [desc(createdAt), desc(sequence)] : [desc(sequence)];
}
