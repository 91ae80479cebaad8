import type { Database } from 'bun:sqlite';
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { priceHistory, type PriceEntry, type RecordedWrite } from '../../domain/subscriptions/prices.ts';
import { isOfSubscription } from '../entities/audit.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, guarded, inTransaction, prepareQuery } from '../sqlite/statement.ts';

/** A change of the amount of a subscription. */
export interface PriceChange extends PriceEntry {
  readonly subscriptionId: string;
  /** The present name of the subscription. */
  readonly name: string;
  readonly previousAmount: number;
}

/** Reads the prices that the subscriptions of one owner have had, from their audit entries. */
export function readPrices(database: Database) {
  let prepared: ReturnType<typeof preparePrices> | undefined;
  const statements = () => (prepared ??= guarded(() => preparePrices(database)));

  function history(ownerId: number, subscriptionId: string): readonly PriceEntry[] {
    const rows = statements().moves.all({ ownerId, subscriptionId });
    return priceHistory(rows.map(({ metadata, ...row }) => ({ ...row, metadata: JSON.parse(metadata) as Recorded })));
  }

  function changesOf(ownerId: number, { id, name }: { id: string; name: string }): readonly PriceChange[] {
    return history(ownerId, id).flatMap((entry) => {
      const { previousAmount } = entry;
      const isChange = previousAmount !== undefined && previousAmount !== entry.price.amount;
      return isChange ? [{ ...entry, subscriptionId: id, name, previousAmount }] : [];
    });
  }

  return {
    /** The prices of the owner's subscription with an id (lower case), newest first; none for an unknown one. */
    history,

    /** The changes of amounts of all subscriptions of the owner since an instant, ISO 8601 UTC, newest first. */
    changesSince(ownerId: number, since: string): readonly PriceChange[] {
      const changes = inTransaction(database, 'deferred', () =>
        statements()
          .movedSince.all({ ownerId, since })
          .flatMap((record) => changesOf(ownerId, record)),
      );
      return changes.filter((change) => change.since >= since).sort(newestFirst);
    },
  };
}

type Recorded = RecordedWrite['metadata'];

function newestFirst(one: PriceChange, other: PriceChange): number {
  if (one.since !== other.since) return one.since < other.since ? 1 : -1;
  return other.sequence - one.sequence;
}

// What a price consists of, in the metadata of an entry.
const pathsOfPrice = ['amount', 'currency', 'period', 'customDate'].map((field) => ['', field] as const);
const movesPrice = sql.join(
  [...pathsOfPrice, ['details.', 'everyMonths'] as const].map(([within, field]) => {
    const [before, after] = ['before', 'after'].map(
      (state) => sql`${auditEntries.metadata} ->> ${sql.raw(`'$.${within}${state}.${field}'`)}`,
    );
    return sql`(${before}) is not (${after})`;
  }),
  sql` or `,
);

function preparePrices(database: Database) {
  const builder = drizzle(database);
  const { sequence, createdAt, ownerId, entityId } = auditEntries;
  const isOwners = and(eq(ownerId, sql.placeholder('ownerId')), isOfSubscription, sql`(${movesPrice})`);
  const columns = columnsOf(auditEntries);
  const moves = builder
    .select({
      sequence: columns.sequence,
      id: columns.id,
      at: sql<string>`${createdAt}`.as('at'),
      metadata: columns.metadata,
    })
    .from(sql`${auditEntries} indexed by audit_entries_by_entity`)
    .where(and(isOwners, eq(entityId, sql.placeholder('subscriptionId'))))
    .orderBy(asc(sequence));
  // The join leaves out deleted records, whose entries may not be purged yet.
  const isOfOwner = eq(subscriptions.ownerId, sql.placeholder('ownerId'));
  const moved = builder
    .select({ id: sql`${entityId}`.as('entityId') })
    .from(sql`${auditEntries} indexed by audit_entries_by_time`)
    .where(and(isOwners, eq(auditEntries.action, 'subscription.update'), gte(createdAt, sql.placeholder('since'))));
  const records = columnsOf(subscriptions);
  const movedSince = builder
    .select({ id: records.id, name: records.name })
    .from(sql`${subscriptions} indexed by subscriptions_id`)
    .where(and(isOfOwner, sql`${subscriptions.id} in ${moved}`));
  return { moves: prepareQuery(database, moves), movedSince: prepareQuery(database, movedSince) };
}
