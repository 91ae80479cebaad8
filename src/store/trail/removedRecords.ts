import type { Database } from 'bun:sqlite';
import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { removedRecordsOwnerId } from '../schema/tables/owners.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, guarded, prepareQuery } from '../sqlite/statement.ts';

const isRemoved = eq(subscriptions.ownerId, removedRecordsOwnerId);

/** The query for the ids of deleted records that are not purged yet. */
export function selectRemovedRecords(database: Database) {
  return drizzle(database)
    .select({ id: columnsOf(subscriptions).id })
    .from(subscriptions)
    .where(isRemoved);
}

/** Reads whether there are deleted records that are not purged yet. */
export function findRemovedRecords(database: Database) {
  const first = prepareQuery(database, selectRemovedRecords(database).limit(1));
  let byId: ReturnType<typeof prepareById> | undefined;

  return {
    /** Whether there are any, of any owner. */
    isAny: (): boolean => first.first({}) !== undefined,

    /** Whether the record with this id (lower case) is one of them. */
    has(id: string): boolean {
      byId ??= guarded(() => prepareById(database));
      return byId.first({ id }) !== undefined;
    },
  };
}

function prepareById(database: Database) {
  const { id } = columnsOf(subscriptions);
  const isRecord = and(isRemoved, eq(subscriptions.id, sql.placeholder('id')));
  return prepareQuery(database, drizzle(database).select({ id }).from(subscriptions).where(isRecord));
}
