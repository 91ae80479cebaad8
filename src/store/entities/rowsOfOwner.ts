import type { Database } from 'bun:sqlite';
import { and, count, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { isOfSubscription } from './audit.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { payments } from '../schema/tables/payments.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { guarded, prepareQuery, type PreparedQuery } from '../sqlite/statement.ts';

/** Counts the rows of one owner up to a maximum, so that the cost does not grow with the owner. */
export function countRowsOfOwner(database: Database) {
  let prepared: ReturnType<typeof prepareCounts> | undefined;
  // Prepared on first use, like the statements of reports.
  const statements = () => (prepared ??= guarded(() => prepareCounts(database)));
  const countedBy = (statement: PreparedQuery<{ rows: number }>, ownerId: number, rowsMax: number): number =>
    statement.first({ ownerId, rowsMax })?.rows ?? 0;

  return {
    /** How many subscriptions an owner has, or `rowsMax` when there are more. */
    subscriptions: (ownerId: number, rowsMax: number): number =>
      countedBy(statements().subscriptions, ownerId, rowsMax),

    /** How many audit entries of subscriptions an owner has, or `rowsMax` when there are more. */
    auditEntries: (ownerId: number, rowsMax: number): number => countedBy(statements().auditEntries, ownerId, rowsMax),

    /** How many audit entries one subscription of an owner has, or `rowsMax` when there are more. */
    auditEntriesOf: (ownerId: number, subscriptionId: string, rowsMax: number): number =>
      statements().auditEntriesOf.first({ ownerId, subscriptionId, rowsMax })?.rows ?? 0,
    /** How many payments an owner has, or `rowsMax` when there are more. */
    payments: (ownerId: number, rowsMax: number): number => countedBy(statements().payments, ownerId, rowsMax),
  };
}

function prepareCounts(database: Database) {
  const builder = drizzle(database);
  const [ownerId, rowsMax] = [sql.placeholder('ownerId'), sql.placeholder('rowsMax')];
  const one = { one: sql<number>`1`.as('one') };
  const ofSubscriptions = builder.select(one).from(subscriptions).where(eq(subscriptions.ownerId, ownerId));
  const ofEntries = builder
    .select(one)
    .from(auditEntries)
    .where(and(eq(auditEntries.ownerId, ownerId), isOfSubscription));
  const isAbout = eq(auditEntries.entityId, sql.placeholder('subscriptionId'));
  const ofSubscription = builder
    .select(one)
    .from(auditEntries)
    .where(and(isAbout, eq(auditEntries.ownerId, ownerId), isOfSubscription));
  const ofPayments = builder.select(one).from(payments).where(eq(payments.ownerId, ownerId));
  const rows = { rows: count().as('rows') };
  return {
    subscriptions: prepareQuery(database, builder.select(rows).from(ofSubscriptions.limit(rowsMax).as('some'))),
    payments: prepareQuery(database, builder.select(rows).from(ofPayments.limit(rowsMax).as('some'))),
    auditEntries: prepareQuery(database, builder.select(rows).from(ofEntries.limit(rowsMax).as('some'))),
    auditEntriesOf: prepareQuery(database, builder.select(rows).from(ofSubscription.limit(rowsMax).as('some'))),
  };
}
