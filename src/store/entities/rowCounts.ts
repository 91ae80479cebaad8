import type { Database } from 'bun:sqlite';
import { and, between, count, eq, inArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { isOfSubscription } from './audit.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { removedRecordsOwnerId } from '../schema/tables/owners.ts';
import { payments } from '../schema/tables/payments.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { guarded, prepareQuery, type Bindings, type PreparedQuery } from '../sqlite/statement.ts';

/** Counts the rows of one owner up to a maximum, so that the cost does not grow with the owner. */
export function countRows(database: Database) {
  let prepared: ReturnType<typeof prepareCounts> | undefined;
  // Prepared on first use, like the statements of reports.
  const statements = () => (prepared ??= guarded(() => prepareCounts(database)));
  const countedBy = (statement: PreparedQuery<{ rows: number }>, bindings: Bindings): number =>
    statement.first(bindings)?.rows ?? 0;

  return {
    /** How many subscriptions an owner has, or `rowsMax` when there are more. */
    subscriptions: (ownerId: number, rowsMax: number): number =>
      countedBy(statements().subscriptions, { ownerId, rowsMax }),

    /** How many of them have their next payment from one day to another, `YYYY-MM-DD`, or `rowsMax`. */
    renewals: (ownerId: number, from: string, to: string, rowsMax: number): number =>
      countedBy(statements().renewals, { ownerId, from, to, rowsMax }),

    /** How many audit entries of subscriptions an owner has, or `rowsMax` when there are more. */
    auditEntries: (ownerId: number, rowsMax: number): number =>
      countedBy(statements().auditEntries, { ownerId, rowsMax }),

    /** How many audit entries one subscription of an owner has, or `rowsMax` when there are more. */
    auditEntriesOf: (ownerId: number, subscriptionId: string, rowsMax: number): number =>
      countedBy(statements().auditEntriesOf, { ownerId, subscriptionId, rowsMax }),

    /** How many audit entries of deleted subscriptions are not purged yet, or `rowsMax` when there are more. */
    removedEntries: (ownerId: number, rowsMax: number): number =>
      countedBy(statements().removedEntries, { ownerId, rowsMax }),

    /** How many payments an owner has, or `rowsMax` when there are more. */
    payments: (ownerId: number, rowsMax: number): number => countedBy(statements().payments, { ownerId, rowsMax }),
  };
}

function prepareCounts(database: Database) {
  const builder = drizzle(database);
  const ownerId = sql.placeholder('ownerId');
  const one = { one: sql<number>`1`.as('one') };
  const ofSubscriptions = eq(subscriptions.ownerId, ownerId);
  const isDue = between(subscriptions.nextPaymentDate, sql.placeholder('from'), sql.placeholder('to'));
  const ofEntries = and(eq(auditEntries.ownerId, ownerId), isOfSubscription);
  const isAbout = eq(auditEntries.entityId, sql.placeholder('subscriptionId'));
  const removed = builder
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.ownerId, removedRecordsOwnerId));
  const isOfRemoved = inArray(auditEntries.entityId, removed);
  const some = {
    subscriptions: builder.select(one).from(subscriptions).where(ofSubscriptions).$dynamic(),
    renewals: builder.select(one).from(subscriptions).where(and(ofSubscriptions, isDue)).$dynamic(),
    payments: builder.select(one).from(payments).where(eq(payments.ownerId, ownerId)).$dynamic(),
    auditEntries: builder.select(one).from(auditEntries).where(ofEntries).$dynamic(),
    auditEntriesOf: builder.select(one).from(auditEntries).where(and(isAbout, ofEntries)).$dynamic(),
    removedEntries: builder.select(one).from(auditEntries).where(and(isOfRemoved, ofEntries)).$dynamic(),
  };
  const counted = (rows: (typeof some)[keyof typeof some]) =>
    prepareQuery(
      database,
      builder.select({ rows: count().as('rows') }).from(rows.limit(sql.placeholder('rowsMax')).as('some')),
    );
  return {
    subscriptions: counted(some.subscriptions),
    renewals: counted(some.renewals),
    payments: counted(some.payments),
    auditEntries: counted(some.auditEntries),
    auditEntriesOf: counted(some.auditEntriesOf),
    removedEntries: counted(some.removedEntries),
  };
}
