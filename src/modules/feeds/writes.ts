import type { Database } from 'bun:sqlite';
import type { CommandOf, OutcomeOf } from '../commands.ts';
import type { FeedCommands } from './commands.ts';
import { isByClient, isDryRun } from '../../core/writer/origin.ts';
import { feedRecord } from './model.ts';
import type { Tools, Verbs } from '../../core/writer/verbs.ts';
import { insertInto } from '../../core/database/columns.ts';
import { change } from '../../core/database/statements/statement.ts';
import { findFeed, findOwnerOfFeed } from './store/feeds.ts';

const newColumns = [
  'id',
  'ownerId',
  'hash',
  'name',
  'status',
  'category',
  'tag',
  'daysAhead',
  'daysBack',
  'alarmDaysBefore',
  'createdAt',
] as const;

/** The verbs of calendar feeds. A feed is never updated, so that nothing of it can be reverted. */
export const feedVerbs: Verbs<keyof FeedCommands> = {
  'feed.create': { perform: create, current: undefined, storesOutcome: true },
  'feed.delete': {
    perform: revoke,
    current({ database }, command) {
      const found = findRevoked(database, command);
      return found && JSON.stringify(found.feed);
    },
    storesOutcome: true,
  },
};

function create({ database, record }: Tools, command: CommandOf<'feed.create'>): OutcomeOf<'feed.create'> {
  const { actor, at, feedId, hash, settings } = command;
  const { ownerId } = actor;
  const feed = feedRecord(feedId, settings, at);
  change(database, insertInto('feeds', newColumns), { ...feed, ownerId, hash });
  record(command, 'feed.create', { entityType: 'feed', entityId: feedId, ownerId }, { after: feed });
  return {
    outcome: 'stored',
    viewJson: JSON.stringify(feed),
    ...(isDryRun(command) && { dryRun: true as const }),
  };
}

function revoke({ database, record, outcomes }: Tools, command: CommandOf<'feed.delete'>): OutcomeOf<'feed.delete'> {
  const { feedId } = command;
  const found = findRevoked(database, command);
  if (found === undefined) return { outcome: 'missing' };
  const { ownerId, feed } = found;
  change(database, 'DELETE FROM feeds WHERE id = $feedId', { feedId });
  outcomes.forgetRecords(ownerId, [feedId]);
  record(command, 'feed.delete', { entityType: 'feed', entityId: feedId, ownerId }, { before: feed });
  return { outcome: 'deleted', ...(isDryRun(command) && { viewJson: JSON.stringify(feed) }) };
}

/** The feed that a command revokes, with its owner: for a client one of its own owner; else any. */
function findRevoked(database: Database, command: CommandOf<'feed.delete'>) {
  const { feedId } = command;
  const ownerId = isByClient(command) ? command.actor.ownerId : findOwnerOfFeed(database, feedId);
  const feed = ownerId === undefined ? undefined : findFeed(database, ownerId, feedId);
  return ownerId === undefined || feed === undefined ? undefined : { ownerId, feed };
}
