import type { Database } from 'bun:sqlite';
import { feedRecord, type FeedRecord, type FeedSettings } from '../model.ts';
import { hashApiKey, isFeedToken } from '../../../core/access/apiKey.ts';
import { columns } from '../../../core/database/columns.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/statements/page.ts';
import { prepareQuery } from '../../../core/database/statements/statement.ts';

const settingColumns = ['name', 'status', 'category', 'tag', 'daysAhead', 'daysBack', 'alarmDaysBefore'] as const;
type FeedRow = FeedSettings & Pick<FeedRecord, 'id' | 'createdAt'>;

/** The columns of a feed that its owner sees. */
const shownColumns = columns('feeds', ['id', ...settingColumns, 'createdAt']);

/** A feed with the name of its owner. */
type OwnedFeed = FeedRecord & { readonly owner: string };

/** Reads the calendar feeds. */
export function readFeeds(database: Database) {
  const ofOwner = prepareQuery<FeedRow>(
    database,
    `SELECT ${shownColumns} FROM feeds WHERE owner_id = $ownerId ORDER BY sequence LIMIT $limit OFFSET $offset`,
  );
  const byHash = prepareQuery<FeedRow & { ownerId: number }>(
    database,
    `SELECT owner_id AS ownerId, ${shownColumns} FROM feeds WHERE hash = $hash`,
  );

  return {
    /** One page of the feeds of an owner, oldest first; each as JSON. */
    list: (ownerId: number, page: Page): Paged<string> =>
      pageOf(page, (limit) =>
        ofOwner.all({ ownerId, limit, offset: page.offset }).map((row) => JSON.stringify(recordOf(row))),
      ),

    /** The feeds of all owners, by owner, oldest first. */
    all: (): readonly OwnedFeed[] =>
      prepareQuery<FeedRow & Pick<OwnedFeed, 'owner'>>(
        database,
        `SELECT owners.name AS owner, ${shownColumns} FROM feeds JOIN owners ON owners.id = owner_id
         ORDER BY owners.name, feeds.sequence`,
      )
        .all({})
        .map(({ owner, ...row }) => ({ ...recordOf(row), owner })),

    /** The feed of a token with its owner; undefined for an unknown or revoked one. */
    findByToken(token: string): { readonly ownerId: number; readonly feed: FeedRecord } | undefined {
      const row = isFeedToken(token) ? byHash.first({ hash: hashApiKey(token) }) : undefined;
      return row && { ownerId: row.ownerId, feed: recordOf(row) };
    },
  };
}

/** A feed of an owner; undefined when there is none with this id. */
export function findFeed(database: Database, ownerId: number, id: string): FeedRecord | undefined {
  const ofId = `SELECT ${shownColumns} FROM feeds WHERE id = $id AND owner_id = $ownerId`;
  const row = prepareQuery<FeedRow>(database, ofId).first({ id, ownerId });
  return row && recordOf(row);
}

/** The owner of a feed; undefined when there is none with this id. */
export function findOwnerOfFeed(database: Database, id: string): number | undefined {
  const select = 'SELECT owner_id AS ownerId FROM feeds WHERE id = $id';
  return prepareQuery<{ ownerId: number }>(database, select).first({ id })?.ownerId;
}

function recordOf({ id, createdAt, ...settings }: FeedRow): FeedRecord {
  return feedRecord(id, settings, createdAt);
}
