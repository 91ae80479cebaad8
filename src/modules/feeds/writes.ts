import { eq } from 'drizzle-orm';
import { holderOfNew, mayChange } from '../../core/access/own.ts';
import { isByClient, isDryRun } from '../../core/writer/origin.ts';
import type { Tools, Verbs } from '../../core/writer/executor.ts';
import type { CommandOf, OutcomeOf } from '../commands.ts';
import type { FeedCommands } from './commands.ts';
import { feedRecord } from './model.ts';
import { findFeed } from './store/feeds.ts';
import { feeds } from './table.ts';

/** The verbs of calendar feeds. A feed is never updated, so that nothing of it can be reverted. */
export const verbs: Verbs<FeedCommands> = {
  'feed.create': { perform: create, current: undefined, storesOutcome: true },
  'feed.delete': {
    perform: revoke,
    current(tools, command) {
      const found = findRevoked(tools, command);
      return found && JSON.stringify(found.feed);
    },
    storesOutcome: true,
  },
};

function create({ database: db, record }: Tools, command: CommandOf<'feed.create'>): OutcomeOf<'feed.create'> {
  const { actor, at, feedId, hash, settings } = command;
  const { ownerId } = actor;
  const feed = feedRecord({ id: feedId, userId: holderOfNew(actor), createdAt: at }, settings);
  db.insert(feeds)
    .values({ ...feed, ownerId, hash })
    .run();
  record(command, 'feed.create', { entityType: 'feed', entityId: feedId, ownerId }, { after: feed });
  return {
    outcome: 'stored',
    viewJson: JSON.stringify(feed),
    ...(isDryRun(command) && { dryRun: true as const }),
  };
}

function revoke(tools: Tools, command: CommandOf<'feed.delete'>): OutcomeOf<'feed.delete'> {
  const { database: db, record, outcomes } = tools;
  const { feedId } = command;
  const found = findRevoked(tools, command);
  if (found === undefined) return { outcome: 'missing' };
  if (isByClient(command) && !mayChange(command.actor, found.feed.userId)) return { outcome: 'notOwn' };
  const { ownerId, feed } = found;
  db.delete(feeds).where(eq(feeds.id, feedId)).run();
  outcomes.forgetRecords(ownerId, [feedId]);
  record(command, 'feed.delete', { entityType: 'feed', entityId: feedId, ownerId }, { before: feed });
  return { outcome: 'deleted', ...(isDryRun(command) && { viewJson: JSON.stringify(feed) }) };
}

/** The feed that a command revokes, with its owner: for a client one that it sees; else any. */
function findRevoked({ database: db }: Tools, command: CommandOf<'feed.delete'>) {
  return findFeed(db, command.feedId, isByClient(command) ? command.actor : undefined);
}
