import type { Database } from 'bun:sqlite';
import { asc, count, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { retireOwnerId } from './ownerIds.ts';
import { apiKeys, auditEntries, idempotencyKeys, owners, subscriptions } from './schema.ts';
import { inTransaction } from './statement.ts';

/** An owner, with how much is kept for it. */
export interface OwnerRecord {
  readonly name: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** Its keys, whatever their state. */
  readonly keys: number;
  readonly subscriptions: number;
}

// What refers to others comes first.
const ownedTables = [idempotencyKeys, auditEntries, subscriptions, apiKeys] as const;

/** Keeps the owners. */
export function keepOwners(database: Database) {
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

  return {
    /** Every owner, by name. */
    list(): OwnerRecord[] {
      return inTransaction(database, 'deferred', () => select().orderBy(asc(owners.name)).all()).map(withoutId);
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

    /** Deletes an owner with all that is kept for it, and gives what it was; undefined when there is no such owner. */
    remove(name: string): OwnerRecord | undefined {
      return inTransaction(database, 'immediate', () => {
        const owner = find(name);
        if (owner === undefined) return undefined;
        for (const table of ownedTables) builder.delete(table).where(eq(table.ownerId, owner.id)).run();
        builder.delete(owners).where(eq(owners.id, owner.id)).run();
        retireOwnerId(builder, owner.id);
        return withoutId(owner);
      });
    },
  };
}

function withoutId({ id: _id, ...owner }: OwnerRecord & { readonly id: number }): OwnerRecord {
  return owner;
}
