import type { Database } from 'bun:sqlite';
import { and, asc, count, eq, notInArray, sql } from 'drizzle-orm';
import { drizzle, type BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import type { OwnerRecord } from '../../commands/owner.ts';
import type { Preferences } from '../../domain/owners/preferences.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { owners, removedOwners } from '../schema/tables/owners.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, inTransaction, prepareQuery } from '../sqlite/statement.ts';

/** An owner as it is stored. */
type StoredOwner = OwnerRecord & { readonly id: number };

/** Reads the owners. */
export function readOwners(database: Database) {
  return {
    /** Every owner, by name. */
    list(): OwnerRecord[] {
      return inTransaction(database, 'deferred', () => selectOwners(database).all()).map(withoutId);
    },

    /** The id of the owner of a name, if there is one. */
    idOf: (name: string): number | undefined =>
      inTransaction(database, 'deferred', () => findOwner(database, name))?.id,

    /** The owner of a name, if there is one. */
    find(name: string): OwnerRecord | undefined {
      const owner = inTransaction(database, 'deferred', () => findOwner(database, name));
      return owner === undefined ? undefined : withoutId(owner);
    },
  };
}

/** Reads the preferences of owners. */
export function readPreferences(database: Database) {
  const { autoRenew } = columnsOf(owners);
  const byOwner = prepareQuery(
    database,
    drizzle(database)
      .select({ autoRenew })
      .from(owners)
      .where(eq(owners.id, sql.placeholder('ownerId'))),
  );
  return {
    /** The preferences of an owner as JSON; undefined for an owner that was deleted. */
    findView(ownerId: number): string | undefined {
      const row = byOwner.first({ ownerId });
      return row && JSON.stringify({ autoRenew: row.autoRenew === 1 } satisfies Preferences);
    },
  };
}

/** Selects the owners that are not deleted, by name. */
export function selectOwners(database: Database) {
  const removed = drizzle(database).select({ id: removedOwners.ownerId }).from(removedOwners);
  return select(database).where(notInArray(owners.id, removed)).orderBy(asc(owners.name));
}

/** The owner of a name, if there is one. */
export function findOwner(database: Database, name: string): StoredOwner | undefined {
  return select(database).where(eq(owners.name, name)).get();
}

function select(database: Database) {
  const builder = drizzle(database);
  const rows = { count: count() };
  const isKey = and(eq(apiKeys.ownerId, owners.id), eq(apiKeys.kind, 'key'));
  const keys = builder.select(rows).from(apiKeys).where(isKey);
  const records = builder.select(rows).from(subscriptions).where(eq(subscriptions.ownerId, owners.id));
  return builder
    .select({
      id: owners.id,
      name: owners.name,
      createdAt: owners.createdAt,
      keys: sql<number>`(${keys})`.as('keys'),
      subscriptions: sql<number>`(${records})`.as('subscriptions'),
    })
    .from(owners)
    .$dynamic();
}

function withoutId({ id: _id, ...owner }: StoredOwner): OwnerRecord {
  return owner;
}

// The table in which SQLite stores the highest id of each AUTOINCREMENT table. It ignores other rows, so this one is
// ours.
const highest = sql`sqlite_sequence`;
const ofOwners = sql`name = 'owners'`;

/** The id of the next owner. An id is never reused, because a server stores quotas by it. */
export const nextOwnerId = sql<number>`(select 1 + max(
  coalesce((select max(${owners.id}) from ${owners}), 0),
  coalesce((select seq from ${highest} where ${ofOwners}), 0)
))`;

/** Prevents the id of a deleted owner from being reused. */
export function retireOwnerId(builder: BunSQLiteDatabase, id: number): void {
  builder.run(sql`insert into ${highest} (name, seq) select 'owners', 0
    where not exists (select 1 from ${highest} where ${ofOwners})`);
  builder.run(sql`update ${highest} set seq = max(seq, ${id}) where ${ofOwners}`);
}
