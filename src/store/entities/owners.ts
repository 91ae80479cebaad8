import type { Database } from 'bun:sqlite';
import { asc, count, eq, notInArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { purgeRemoved } from '../writer/purge.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { owners, removedOwners } from '../schema/tables/owners.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { inTransaction } from '../sqlite/statement.ts';

/** An owner, with how much is kept for it. */
export interface OwnerRecord {
  readonly name: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** Its keys, whatever their state. */
  readonly keys: number;
  readonly subscriptions: number;
}

/** Keeps the owners. */
export function ownersStore(database: Database) {
  const builder = drizzle(database);

  function select() {
    const countOf = (table: typeof apiKeys | typeof subscriptions) =>
      sql<number>`(${builder.select({ count: count() }).from(table).where(eq(table.ownerId, owners.id))})`;
    return builder
      .select({
        id: owners.id,
        name: owners.name,
        createdAt: owners.createdAt,
        keys: countOf(apiKeys).as('keys'),
        subscriptions: countOf(subscriptions).as('subscriptions'),
      })
      .from(owners)
      .$dynamic();
  }
  const find = (name: string) => select().where(eq(owners.name, name)).get();
  const isKept = () => notInArray(owners.id, builder.select({ id: removedOwners.ownerId }).from(removedOwners));

  return {
    /** Every owner, by name. */
    list(): OwnerRecord[] {
      return inTransaction(database, 'deferred', () => select().where(isKept()).orderBy(asc(owners.name)).all()).map(
        withoutId,
      );
    },

    /** The owner of a name, if there is one. */
    find(name: string): OwnerRecord | undefined {
      const owner = inTransaction(database, 'deferred', () => find(name));
      return owner === undefined ? undefined : withoutId(owner);
    },

    /** Gives an owner another name, unless there is no such owner, or another one has that name. */
    rename(name: string, newName: string): 'renamed' | 'unknown' | 'taken' {
      return inTransaction(database, 'immediate', () => {
        const owner = find(name);
        if (owner === undefined) return 'unknown';
        if (name !== newName && find(newName) !== undefined) return 'taken';
        builder.update(owners).set({ name: newName }).where(eq(owners.id, owner.id)).run();
        return 'renamed';
      });
    },

    ...removals(database, find),
  };
}

/** What deletes owners. */
function removals(database: Database, find: (name: string) => (OwnerRecord & { readonly id: number }) | undefined) {
  const builder = drizzle(database);
  const clearing = purgeRemoved(database);

  return {
    /**
     * Deletes an owner: from then on its keys are invalid and nothing of it can be read. Gives what it was; undefined
     * when there is no such owner. What is kept for it is cleared away with it if that is little,
     * or else by `clearNext`.
     */
    remove(name: string): OwnerRecord | undefined {
      return inTransaction(database, 'immediate', () => {
        const owner = find(name);
        if (owner === undefined) return undefined;
        builder.insert(removedOwners).values({ ownerId: owner.id }).run();
        builder
          .update(owners)
          .set({ name: nameOfRemoved(owner.id) })
          .where(eq(owners.id, owner.id))
          .run();
        const ended = { hash: sql`'removed ' || ${apiKeys.id}` };
        builder.update(apiKeys).set(ended).where(eq(apiKeys.ownerId, owner.id)).run();
        clearing.clearPiece('all');
        return withoutId(owner);
      });
    },

    /**
     * Clears away a piece of what deleted owners and records have left.
     *
     * @returns what has to be done next: the next piece, the same after a while, or nothing
     */
    clearNext(): 'next' | 'wait' | 'done' {
      if (!clearing.isAnythingLeft('all')) return 'done';
      if (clearing.isLogTooLong()) return 'wait';
      inTransaction(database, 'immediate', () => clearing.clearPiece('all'));
      return 'next';
    },
  };
}

/** A name that cannot be typed, as it begins with a space, so that another owner may have the one that it had. */
function nameOfRemoved(id: number): string {
  return ` removed ${id}`;
}

function withoutId({ id: _id, ...owner }: OwnerRecord & { readonly id: number }): OwnerRecord {
  return owner;
}
