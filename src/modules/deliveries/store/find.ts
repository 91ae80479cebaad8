import { and, eq, gt, lte, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { millisecondsOf } from '../../../core/billing/instants.ts';
import type { Db } from '../../../core/database/db.ts';
import { instantAt } from '../../../core/runtime/system.ts';
import { plannedAheadMax } from '../rules/delivery.ts';
import { deliveries, deliveryChanges } from '../table.ts';

/** A delivery as it is stored, with the change that it tells of, if it does. */
export type StoredDelivery = NonNullable<ReturnType<typeof findDelivery>>;

/** One delivery, if it fulfils a condition. */
export function findDelivery(db: Db, id: string, condition?: SQL) {
  const { sequence, ownerId, channelId, moment, state, lastError, attempts } = deliveries;
  const { event, dataJson } = deliveryChanges;
  return db
    .select({ sequence, ownerId, channelId, moment, state, lastError, attempts, change: { event, dataJson } })
    .from(deliveries)
    .leftJoin(deliveryChanges, eq(deliveryChanges.deliverySequence, sequence))
    .where(and(eq(deliveries.id, id), condition))
    .get();
}

/** An instant, and the latest one of an attempt that was planned by then; ISO 8601 UTC. */
interface DueTimes {
  readonly at: string | Placeholder;
  readonly latest: string | Placeholder;
}

interface DueColumns {
  readonly state: AnySQLiteColumn;
  readonly nextAttemptAt: AnySQLiteColumn;
}

/**
 * The present instant, and the one after which no attempt is planned by a clock that is right: a delivery that waits longer was
 * planned by a clock that was ahead, and is due.
 */
export function dueTimes(at: string) {
  return { at, latest: instantAt(millisecondsOf(at) + plannedAheadMax * 1000) };
}

/** The condition that a delivery is to be sent. */
export function isDue({ at, latest }: DueTimes, { state, nextAttemptAt }: DueColumns = deliveries): SQL | undefined {
  // A constant, because SQLite uses a partial index only for its own condition.
  return and(sql`${state} = 'pending'`, or(lte(nextAttemptAt, at), gt(nextAttemptAt, latest)));
}

/** The condition that a delivery has failed so far. Constants, because SQLite uses a partial index only for its own condition. */
export const hasFailed = sql`${deliveries.attempts} > 0 and ${deliveries.state} in ('pending', 'failed')`;
