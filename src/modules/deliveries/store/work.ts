import { and, count, eq, exists, gt, lte, max, notExists, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { once, type Db } from '../../../core/database/db.ts';
import { channels } from '../../channels/table.ts';
import { deliveryStates } from '../rules/delivery.ts';
import { deliveries } from '../table.ts';
import { dueTimes, hasFailed, isDue } from './find.ts';
import { dataVersionOf } from '../../../core/database/pragmas.ts';

/** The next message of a channel. */
export type DueDelivery = ReturnType<ReturnType<typeof prepareDue>['all']>[number];

/** Reads what the deliveries of all owners are like. */
export function readDeliveryWork(db: Db) {
  // It is read after each message and each write.
  const due = once(() => prepareDue(db));
  return {
    /** The next message of each channel that has one at an instant, ISO 8601 UTC. */
    due: (at: string): readonly DueDelivery[] => due().all(dueTimes(at)),

    /** A number that differs after a commit of another connection, such as one of another process. */
    countCommits: (): number => dataVersionOf(db.$client),

    /** The number of deliveries in each state. */
    countByState() {
      const rows = db
        .select({ state: deliveries.state, has: count() })
        .from(deliveries)
        .groupBy(deliveries.state)
        .all();
      const counts = new Map(rows.map(({ state, has }) => [state, has]));
      return deliveryStates.map((state) => ({ state, deliveries: counts.get(state) ?? 0 }));
    },

    /** When the oldest one that waits was due. They are stored when they are due, so the first one is the oldest. */
    oldestPending: (): string | undefined =>
      db
        .select({ moment: deliveries.moment })
        .from(deliveries)
        .where(eq(deliveries.state, 'pending'))
        .orderBy(deliveries.sequence)
        .limit(1)
        .get()?.moment,

    /** The number of channels that have failed since an instant or longer, and sent nothing since. */
    countFailing: (before: string): number => countFailing(db, before),
  };
}

/** Compiles the query for what is due: of each channel that does not pause, the oldest message that is due, reminders before changes. */
function prepareDue(db: Db) {
  const times = { at: sql.placeholder('at'), latest: sql.placeholder('latest') };
  const waiting = db
    .selectDistinct({ channelId: deliveries.channelId })
    .from(deliveries)
    .where(sql`${deliveries.state} = 'pending'`)
    .as('waiting');
  const due = alias(deliveries, 'due');
  const oldest = (condition?: SQL) =>
    db
      // The sign keeps SQLite from walking through all that waits, in its order.
      .select({ sequence: sql`min(+${due.sequence})` })
      .from(due)
      .where(and(eq(due.channelId, waiting.channelId), isDue(times, due), condition));
  const isPaused = and(
    eq(channels.id, waiting.channelId),
    gt(channels.pausedUntil, times.at),
    lte(channels.pausedUntil, times.latest),
  );
  return db
    .select({ ownerId: deliveries.ownerId, channelId: deliveries.channelId, deliveryId: deliveries.id })
    .from(waiting)
    .innerJoin(deliveries, eq(deliveries.sequence, sql`coalesce(${oldest(sql`${due.isChange} = 0`)}, ${oldest()})`))
    .where(notExists(db.select({ id: channels.id }).from(channels).where(isPaused)))
    .prepare();
}

function countFailing(db: Db, before: string): number {
  const sent = alias(deliveries, 'sent');
  const lastSent = db
    .select({ at: max(sent.sentAt) })
    .from(sent)
    .where(eq(sent.channelId, channels.id));
  const hasFailedSince = and(
    eq(deliveries.channelId, channels.id),
    gt(deliveries.moment, sql`coalesce(${lastSent}, '')`),
    lte(deliveries.moment, before),
    hasFailed,
  );
  const failing = db
    .select({ has: count() })
    .from(channels)
    .where(
      and(eq(channels.enabled, true), exists(db.select({ id: deliveries.id }).from(deliveries).where(hasFailedSince))),
    );
  return failing.get()?.has ?? 0;
}
