import type { Database } from 'bun:sqlite';
import { and, desc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { SubscriptionPatch, SubscriptionView } from '../domain/subscription.ts';
import { pageOf, type Page } from './page.ts';
import { auditEntries } from './schema.ts';
import { columnsOf, prepareQuery } from './statement.ts';

/** The state of a subscription around a write; `patch` is what the client asked to change. */
export type AuditMetadata =
  | { readonly after: SubscriptionView }
  | { readonly before: SubscriptionView; readonly after: SubscriptionView; readonly patch: SubscriptionPatch };

/** Reads the trail of writes, always one owner's. */
export function readAuditTrail(database: Database) {
  const { ownerId: _ownerId, sequence: _sequence, ...columns } = columnsOf(auditEntries);
  const isOwners = eq(auditEntries.ownerId, sql.placeholder('ownerId'));
  const isAbout = eq(auditEntries.subscriptionId, sql.placeholder('subscriptionId'));
  const select = () => drizzle(database).select(columns).from(auditEntries).$dynamic();
  const newestFirst = (query: ReturnType<typeof select>) =>
    query.orderBy(desc(auditEntries.sequence)).limit(sql.placeholder('limit')).offset(sql.placeholder('offset'));
  const whole = prepareQuery(database, newestFirst(select().where(isOwners)));
  const ofSubscription = prepareQuery(database, newestFirst(select().where(and(isOwners, isAbout))));

  return {
    /** One page of the owner's entries, newest first; with a subscription's id (lower case), of that one alone. */
    list(ownerId: number, subscriptionId: string | undefined, page: Page) {
      return pageOf(page, (limit) => {
        const bindings = { ownerId, limit, offset: page.offset };
        const rows =
          subscriptionId === undefined ? whole.all(bindings) : ofSubscription.all({ ...bindings, subscriptionId });
        return rows.map((row) => ({ ...row, metadata: parseMetadata(row.metadata) }));
      });
    },
  };
}

function parseMetadata(text: string): AuditMetadata {
  return JSON.parse(text) as AuditMetadata;
}
