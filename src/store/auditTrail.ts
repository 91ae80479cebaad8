import type { Database } from 'bun:sqlite';
import { and, desc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { pageOf, type Page } from './page.ts';
import { auditEntries } from './schema.ts';
import { prepareQuery } from './statement.ts';

// An entry as clients see it. The metadata is JSON already; the rest is ids, instants and words that need no escaping.
const entryJson = sql<string>`'{"id":"' || ${auditEntries.id}
  || '","subscriptionId":"' || ${auditEntries.subscriptionId} || '","apiKeyId":"' || ${auditEntries.apiKeyId}
  || '","requestId":"' || ${auditEntries.requestId} || '","action":"' || ${auditEntries.action}
  || '","metadata":' || ${auditEntries.metadata} || ',"createdAt":"' || ${auditEntries.createdAt} || '"}'`.as(
  'entryJson',
);

/** Reads the trail of writes, always one owner's. */
export function readAuditTrail(database: Database) {
  const isOwners = eq(auditEntries.ownerId, sql.placeholder('ownerId'));
  const isAbout = eq(auditEntries.subscriptionId, sql.placeholder('subscriptionId'));
  const select = () => drizzle(database).select({ entryJson }).from(auditEntries).$dynamic();
  const newestFirst = (query: ReturnType<typeof select>) =>
    query.orderBy(desc(auditEntries.sequence)).limit(sql.placeholder('limit')).offset(sql.placeholder('offset'));
  const whole = prepareQuery(database, newestFirst(select().where(isOwners)));
  const ofSubscription = prepareQuery(database, newestFirst(select().where(and(isOwners, isAbout))));

  return {
    /** One page of the owner's entries, each as JSON, newest first; with a subscription's id (lower case), of that one alone. */
    list(ownerId: number, subscriptionId: string | undefined, page: Page) {
      return pageOf(page, (limit) => {
        const bindings = { ownerId, limit, offset: page.offset };
        const rows =
          subscriptionId === undefined ? whole.all(bindings) : ofSubscription.all({ ...bindings, subscriptionId });
        return rows.map((row) => row.entryJson);
      });
    },
  };
}
