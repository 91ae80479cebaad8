import type { Db } from '../../../core/database/db.ts';
import type { AuditAction } from '../../../core/audit/auditEntry.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { inTransaction, prepareQuery, type PreparedQuery } from '../../../core/database/statement.ts';
import { actorColumns, actorOf, entryJson, type ActorRow } from './entries.ts';

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

const conditions: Readonly<Record<Filter, string>> = {
  subscriptionId: 'entity_id = $subscriptionId',
  action: 'action = $action',
  apiKeyId: 'actor_id = $apiKeyId',
  since: 'created_at >= $since',
  until: 'created_at < $until',
};
const filterNames = Object.keys(conditions) as readonly Filter[];

interface EntryRow extends Partial<ActorRow> {
  readonly id: string;
  readonly subscriptionId: string;
  readonly apiKeyId: string;
  readonly requestId: string;
  readonly action: AuditAction;
  readonly metadata: string;
  readonly createdAt: string;
}

/** An audit entry of a subscription in the form that clients see. */
function viewOf({ metadata, createdAt, actorKind, actorName = null, ...before }: EntryRow): string {
  const actor = actorKind === undefined ? {} : { actor: actorOf({ actorKind, actorName }) };
  return entryJson(before, metadata, { createdAt, ...actor });
}

/** Reads the audit trail of the subscriptions of one owner. */
export function readAuditTrail(database: Db) {
  // One statement for each combination of filters that is requested, with and without actors: at most 2⁷.
  const pages = new Map<string, PreparedQuery<EntryRow>>();

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
      return inTransaction(database, 'deferred', () => {
        const statement = pageStatement(filters, withActors);
        return pageOf(page, (limit) => statement.all({ ownerId, ...filters, limit, offset: page.offset }).map(viewOf));
      });
    },
  };
}

// SQLite alone would use another index for some filters.
function preparePage(database: Db, filters: AuditFilters, withActors: boolean) {
  const wanted = filtersIn(filters).map((name) => `AND ${conditions[name]}`);
  const { index, order } = pathOf(filters);
  const shown = 'id, entity_id AS subscriptionId, actor_id AS apiKeyId, request_id AS requestId, action, metadata';
  const page = `SELECT ${shown}, created_at AS createdAt${withActors ? `, ${actorColumns}` : ''} FROM audit_entries INDEXED BY ${index}
    WHERE owner_id = $ownerId AND entity_type = 'subscription' ${wanted.join(' ')}
    ORDER BY ${order} LIMIT $limit OFFSET $offset`;
  return prepareQuery<EntryRow>(database, page);
}

/** The names of the filters that are set, always in the same order. */
function filtersIn(filters: AuditFilters): readonly Filter[] {
  return filterNames.filter((name) => filters[name] !== undefined);
}

/**
 * The index by which entries that pass these filters are read, and its order, newest first: that of their instants for a
 * span of time, otherwise that of the writes.
 */
function pathOf({ subscriptionId, since, until }: AuditFilters): { readonly index: string; readonly order: string } {
  if (subscriptionId !== undefined) return { index: 'audit_entries_by_entity', order: 'sequence DESC' };
  return since === undefined && until === undefined
    ? { index: 'audit_entries_by_owner', order: 'sequence DESC' }
    : { index: 'audit_entries_by_time', order: 'created_at DESC, sequence DESC' };
}
