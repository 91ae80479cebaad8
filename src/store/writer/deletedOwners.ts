import type { Database } from 'bun:sqlite';
import { and, eq, gte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { ClientCommand, ClientResult } from '../../commands/commands.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { removedOwners, removedRecordsOwnerId } from '../schema/tables/owners.ts';
import { columnsOf, prepareQuery } from '../sqlite/statement.ts';
import { isForeignKeyFault } from '../sqlite/storageErrors.ts';

/** Thrown when the owner of a command was deleted after its request had been authenticated: nothing of it may stay. */
export class OwnerDeleted extends Error {
  override readonly name = 'CallerGone';
}

// What a command is told when it finds no record, also because its owner has none any more.
const withoutRecord = new Set<ClientResult['outcome']>(['missing', 'entryMissing', 'batchRefused']);

/**
 * Keeps commands from writing for an owner that was deleted since their requests were authenticated. While the rows of
 * one are being cleared away its commands are refused at once; after that they fail to find anything, or to refer to it.
 */
export function refuseDeletedOwners(database: Database) {
  const builder = drizzle(database);
  // With a condition that all meet, so that no statement of the store walks through a table without one.
  const removed = prepareQuery(
    database,
    builder
      .select({ ownerId: columnsOf(removedOwners).ownerId })
      .from(removedOwners)
      .where(gte(removedOwners.ownerId, removedRecordsOwnerId)),
  );
  const isKey = and(eq(apiKeys.id, sql.placeholder('id')), eq(apiKeys.ownerId, sql.placeholder('ownerId')));
  const key = prepareQuery(
    database,
    builder
      .select({ id: columnsOf(apiKeys).id })
      .from(apiKeys)
      .where(isKey),
  );
  let removedNow: readonly { readonly ownerId: number }[] = [];

  function isGone({ ownerId, id }: ClientCommand['actor']): boolean {
    return key.first({ ownerId, id }) === undefined;
  }

  /** A new transaction has begun. */
  function beginTransaction(): void {
    removedNow = removed.all({});
  }

  /**
   * Carries out a command.
   *
   * @throws {OwnerDeleted} when its owner is gone
   */
  function unlessGone({ actor }: ClientCommand, carryOut: () => ClientResult): ClientResult {
    if (removedNow.some(({ ownerId }) => ownerId === actor.ownerId)) throw new OwnerDeleted();
    try {
      const result = carryOut();
      if (withoutRecord.has(result.outcome) && isGone(actor)) throw new OwnerDeleted();
      return result;
    } catch (error) {
      if (isForeignKeyFault(error) && isGone(actor)) throw new OwnerDeleted();
      throw error;
    }
  }

  return { beginTransaction, unlessGone };
}
