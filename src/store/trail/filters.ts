import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { AuditAction } from '../../domain/audit/auditEntry.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { isOfSubscription } from '../entities/audit.ts';

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

/** The names of the filters that are set, always in the same order. */
export function filtersIn(filters: AuditFilters): readonly Filter[] {
  return filterNames.filter((name) => filters[name] !== undefined);
}

/** Whether entries that pass these filters are read in the order of their instants, not in that of the writes. */
export function isByTime({ subscriptionId, since, until }: AuditFilters): boolean {
  return subscriptionId === undefined && (since !== undefined || until !== undefined);
}

/** How to read the entries that pass these filters. */
export function pathOf(filters: AuditFilters): TrailPath {
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
