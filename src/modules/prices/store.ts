import type { Db } from '../../core/database/db.ts';
import { newestPrice, priceHistory, type PriceEntry, type RecordedWrite } from './rules.ts';
import { inTransaction, prepareQuery } from '../../core/database/statement.ts';

/** A change of the amount of a subscription. */
export interface PriceChange extends PriceEntry {
  readonly subscriptionId: string;
  /** The present name of the subscription. */
  readonly name: string;
  readonly previousAmount: number;
}

/** Reads the prices that the subscriptions of one owner have had, from their audit entries. */
export function readPrices(database: Db) {
  const statements = preparePrices(database);

  function history(ownerId: number, subscriptionId: string): readonly PriceEntry[] {
    return priceHistory(statements.moves.all({ ownerId, subscriptionId }).map(writeOf));
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

    /**
     * The price that the owner's subscription with an id (lower case) has got since a day, `YYYY-MM-DD` in UTC, by the last
     * {@link writesReadMax} writes of it; undefined when it has kept its price.
     */
    newestSince: (ownerId: number, subscriptionId: string, since: string): PriceEntry | undefined =>
      newestPrice(statements.lastMoves.all({ ownerId, subscriptionId, since }).map(writeOf)),

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

interface MoveRow extends Omit<RecordedWrite, 'metadata'> {
  readonly metadata: string;
}

function writeOf({ metadata, ...row }: MoveRow): RecordedWrite {
  return { ...row, metadata: JSON.parse(metadata) as Recorded };
}

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

/** A reminder is sent by the write worker, and other writes must not wait for a long trail. */
const writesReadMax = 50;

function preparePrices(database: Db) {
  const isOwners = `owner_id = $ownerId AND entity_type = 'subscription' AND (${movesPrice})`;
  const entries = 'sequence, id, created_at AS at, metadata FROM audit_entries';
  return {
    moves: prepareQuery<MoveRow>(
      database,
      `SELECT ${entries} WHERE ${isOwners} AND entity_id = $subscriptionId ORDER BY sequence`,
    ),
    lastMoves: prepareQuery<MoveRow>(
      database,
      `SELECT * FROM (
         SELECT ${entries} WHERE owner_id = $ownerId AND entity_type = 'subscription' AND entity_id = $subscriptionId
         ORDER BY sequence DESC LIMIT ${writesReadMax}
       ) WHERE at >= $since AND (${movesPrice}) ORDER BY sequence`,
    ),
    // The outer query leaves out deleted records, whose entries may not be purged yet.
    movedSince: prepareQuery<{ id: string; name: string }>(
      database,
      `SELECT id, name FROM subscriptions INDEXED BY subscriptions_id WHERE owner_id = $ownerId AND id IN (
         SELECT entity_id FROM audit_entries
         WHERE ${isOwners} AND action = 'subscription.update' AND created_at >= $since
       )`,
    ),
  };
}
