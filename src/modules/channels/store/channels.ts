import { and, eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../../../core/database/db.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { viewChannel, type StoredChannel } from '../rules/channel.ts';
import { channels } from '../table.ts';

const { sequence: _sequence, ownerId: _ownerId, pausedUntil: _pausedUntil, ...stored } = getTableColumns(channels);

/** Reads channels. Their secrets stay encrypted. */
export function readChannels(db: Db) {
  const find = (ownerId: number, id: string) => findChannel(db, ownerId, id);

  return {
    /** One page of the channels of an owner, oldest first, each as JSON. */
    list(ownerId: number, page: Page): Paged<string> {
      const rows = db.select(stored).from(channels).where(eq(channels.ownerId, ownerId)).orderBy(channels.sequence);
      return pageOf(page, (limit) => rows.limit(limit).offset(page.offset).all().map(viewOfChannel));
    },

    /** One channel; undefined when the owner has none with this id. */
    find,

    /** One channel as JSON; undefined when the owner has none with this id. */
    findView(ownerId: number, id: string): string | undefined {
      const channel = find(ownerId, id);
      return channel && viewOfChannel(channel);
    },

    /** Whether there is any channel. */
    hasAny: (): boolean => db.select({ id: channels.id }).from(channels).limit(1).get() !== undefined,

    /** The channels of all owners: for the start of a server, and for a new key. */
    all: (): StoredChannel[] => db.select(stored).from(channels).orderBy(channels.sequence).all(),
  };
}

/** One channel of an owner; undefined when the owner has none with this id. */
export function findChannel(db: Db, ownerId: number, id: string): StoredChannel | undefined {
  return db
    .select(stored)
    .from(channels)
    .where(and(eq(channels.id, id), eq(channels.ownerId, ownerId)))
    .get();
}

/** A channel as clients see it, as JSON. */
export function viewOfChannel(channel: StoredChannel): string {
  return JSON.stringify(viewChannel(channel));
}
