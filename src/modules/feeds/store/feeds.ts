import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { hashApiKey, isFeedToken } from '../../../core/access/apiKey.ts';
import { isSeenBy } from '../../../core/access/own.ts';
import type { Principal } from '../../../core/access/principal.ts';
import { owners } from '../../../core/access/table.ts';
import { once, type Db } from '../../../core/database/db.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { feedRecord, type FeedRecord } from '../model.ts';
import { feeds } from '../table.ts';

const { sequence: _sequence, ownerId: _ownerId, hash: _hash, ...shown } = getTableColumns(feeds);

type FeedRow = Omit<typeof feeds.$inferSelect, 'sequence' | 'ownerId' | 'hash'>;

/** A feed with the name of its owner. */
type OwnedFeed = FeedRecord & { readonly owner: string };

/** Reads the calendar feeds. */
export function readFeeds(db: Db) {
  // Each request for a calendar needs it.
  const byHash = once(() =>
    db
      .select({ ownerId: feeds.ownerId, ...shown })
      .from(feeds)
      .where(eq(feeds.hash, sql.placeholder('hash')))
      .prepare(),
  );

  return {
    /** One page of the feeds that a caller sees, oldest first; each as JSON. */
    list(viewer: Principal, page: Page): Paged<string> {
      const isListed = and(eq(feeds.ownerId, viewer.ownerId), isSeenBy(viewer, feeds.userId));
      const rows = db.select(shown).from(feeds).where(isListed).orderBy(feeds.sequence);
      return pageOf(page, (limit) =>
        rows
          .limit(limit)
          .offset(page.offset)
          .all()
          .map((row) => JSON.stringify(recordOf(row))),
      );
    },

    /** The feeds of all owners, by owner, oldest first. */
    all: (): readonly OwnedFeed[] =>
      db
        .select({ owner: owners.name, ...shown })
        .from(feeds)
        .innerJoin(owners, eq(owners.id, feeds.ownerId))
        .orderBy(owners.name, feeds.sequence)
        .all()
        .map(({ owner, ...row }) => ({ ...recordOf(row), owner })),

    /** The feed of a token with its owner; undefined for an unknown or revoked one. */
    findByToken(token: string): { readonly ownerId: number; readonly feed: FeedRecord } | undefined {
      const row = isFeedToken(token) ? byHash().get({ hash: hashApiKey(token) }) : undefined;
      return row && { ownerId: row.ownerId, feed: recordOf(row) };
    },
  };
}

/** A feed that somebody sees, or any if nobody is given, with its owner; undefined when there is none with this id. */
export function findFeed(db: Db, id: string, viewer?: Principal) {
  const isSeen = viewer && and(eq(feeds.ownerId, viewer.ownerId), isSeenBy(viewer, feeds.userId));
  const row = db
    .select({ ownerId: feeds.ownerId, ...shown })
    .from(feeds)
    .where(and(eq(feeds.id, id), isSeen))
    .get();
  return row && { ownerId: row.ownerId, feed: recordOf(row) };
}

function recordOf(row: FeedRow): FeedRecord {
  return feedRecord(row, row);
}
