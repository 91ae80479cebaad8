import type { Database } from 'bun:sqlite';
import { priceHistory, type PriceEntry, type RecordedWrite } from '../../domain/subscriptions/prices.ts';
import { inTransaction, prepareQuery } from '../sqlite/statement.ts';

/** A change of the amount of a subscription. */
export interface PriceChange extends PriceEntry {
  readonly subscriptionId: string;
  /** The present name of the subscription. */
  readonly name: string;
  readonly previousAmount: number;
}

/** Reads the prices that the subscriptions of one owner have had, from their audit entries. */
export function readPrices(database: Database) {
  const statements = preparePrices(database);

  function history(ownerId: number, subscriptionId: string): readonly PriceEntry[] {
    const rows = statements.moves.all({ ownerId, subscriptionId });
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
        statements.movedSince.all({ ownerId, since }).flatMap((record) => changesOf(ownerId, record)),
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
const movesPrice = [...pathsOfPrice, ['details.', 'everyMonths'] as const]
  .map(([within, field]) => {
    const [before, after] = ['before', 'after'].map((state) => `(metadata ->> '$.${within}${state}.${field}')`);
    return `${before} IS NOT ${after}`;
  })
  .join(' OR ');

function preparePrices(database: Database) {
  const isOwners = `owner_id = $ownerId AND entity_type = 'subscription' AND (${movesPrice})`;
  return {
    moves: prepareQuery<{ sequence: number; id: string; at: string; metadata: string }>(
      database,
      `SELECT sequence, id, created_at AS at, metadata FROM audit_entries INDEXED BY audit_entries_by_entity
       WHERE ${isOwners} AND entity_id = $subscriptionId ORDER BY sequence`,
    ),
    // The outer query leaves out deleted records, whose entries may not be purged yet.
    movedSince: prepareQuery<{ id: string; name: string }>(
      database,
      `SELECT id, name FROM subscriptions INDEXED BY subscriptions_id WHERE owner_id = $ownerId AND id IN (
         SELECT entity_id FROM audit_entries INDEXED BY audit_entries_by_time
         WHERE ${isOwners} AND action = 'subscription.update' AND created_at >= $since
       )`,
    ),
  };
}
