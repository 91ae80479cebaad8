import { and, asc, desc, eq, getTableColumns, gt, isNotNull, sql, type SQL } from 'drizzle-orm';
import { isSeenBy } from '../../../core/access/own.ts';
import type { Principal } from '../../../core/access/principal.ts';
import type { Db } from '../../../core/database/db.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { hasFailed } from '../../deliveries/store/find.ts';
import { deliveries } from '../../deliveries/table.ts';
import { viewChannel, type StoredChannel } from '../rules/channel.ts';
import { channels } from '../table.ts';

const { sequence: _sequence, ownerId: _ownerId, pausedUntil: _pausedUntil, ...stored } = getTableColumns(channels);

/** Reads channels. Their secrets stay encrypted. */
export function readChannels(db: Db) {
  const findSeen = (viewer: Principal, id: string) => findSeenChannel(db, viewer, id);

  return {
    /** One page of the channels that a caller sees, oldest first, each as JSON. */
    list(viewer: Principal, page: Page): Paged<string> {
      const isListed = and(eq(channels.ownerId, viewer.ownerId), isSeenBy(viewer, channels.userId));
      const rows = db.select(stored).from(channels).where(isListed).orderBy(channels.sequence);
      return pageOf(page, (limit) =>
        rows
          .limit(limit)
          .offset(page.offset)
          .all()
          .map((channel) => JSON.stringify({ ...viewChannel(channel), ...deliveryState(db, channel.id) })),
      );
    },

    /** One channel; undefined when the owner has none with this id. */
    find: (ownerId: number, id: string) => findChannel(db, ownerId, id),

    /** One channel; undefined when a caller sees none with this id. */
    findSeen,

    /** One channel as JSON; undefined when a caller sees none with this id. */
    findView(viewer: Principal, id: string): string | undefined {
      const channel = findSeen(viewer, id);
      return channel && viewOfChannel(channel);
    },

    /** Whether there is any channel. */
    hasAny: (): boolean => db.select({ id: channels.id }).from(channels).limit(1).get() !== undefined,

    /** The channels of all owners: for the start of a server, and for a new key. */
    all: (): StoredChannel[] => db.select(stored).from(channels).orderBy(channels.sequence).all(),
  };
}

/** One channel of an owner that fulfils a condition; undefined when the owner has none with this id. */
export function findChannel(db: Db, ownerId: number, id: string, condition?: SQL): StoredChannel | undefined {
  return db
    .select(stored)
    .from(channels)
    .where(and(eq(channels.id, id), eq(channels.ownerId, ownerId), condition))
    .get();
}

/** One channel; undefined when a caller sees none with this id. */
export function findSeenChannel(db: Db, viewer: Principal, id: string): StoredChannel | undefined {
  return findChannel(db, viewer.ownerId, id, isSeenBy(viewer, channels.userId));
}

const { channelId, moment, state, sentAt, lastStatus, lastError } = deliveries;

/** How the messages to a channel go: the newest that was tried, and since when none gets through. */
function deliveryState(db: Db, id: string) {
  const find = (condition: SQL | undefined, order: SQL) =>
    db
      .select({ state, at: sql<string>`coalesce(${sentAt}, ${moment})`, lastStatus, lastError })
      .from(deliveries)
      .where(and(eq(channelId, id), condition))
      .orderBy(order)
      .limit(1)
      .get();
  const sent = find(isNotNull(sentAt), desc(sentAt));
  const hasFailedSince = and(hasFailed, gt(moment, sent?.at ?? ''));
  const failed = find(hasFailedSince, desc(moment));
  const failingSince = failed === undefined ? null : (find(hasFailedSince, asc(moment))?.at ?? null);
  return { lastDelivery: failed ?? sent ?? null, failingSince };
}

/** A channel as clients see it, as JSON. */
export function viewOfChannel(channel: StoredChannel): string {
  return JSON.stringify(viewChannel(channel));
}
