import type { Db } from '../../core/database/db.ts';
import type { OwnerRecord, OwnerUsage } from './commands.ts';
import type { Preferences } from './model.ts';
import { inTransaction, prepareQuery } from '../../core/database/statement.ts';

/** An owner as it is stored. */
type StoredOwner = OwnerRecord & { readonly id: number };
type Usage = OwnerUsage & { readonly id: number };

/** Reads the owners. */
export function readOwners(database: Db) {
  return {
    /** Every owner, by name. */
    list(): OwnerRecord[] {
      return inTransaction(database, 'deferred', () => listOwners(database)).map(withoutId);
    },

    /** Every owner with all that is counted, by name. It walks an index over the rows of all owners. */
    listUsage(): OwnerUsage[] {
      const all = `${selectOwners}, ${selectUsage} FROM owners ORDER BY name`;
      const owners = inTransaction(database, 'deferred', () => prepareQuery<Usage>(database, all).all({}));
      return owners.map(({ id: _id, ...owner }) => owner);
    },

    /** The name of every owner, in order. */
    names: (): string[] => inTransaction(database, 'deferred', () => namesOfOwners(database)).map(({ name }) => name),

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
export function readPreferences(database: Db) {
  const byOwner = prepareQuery<{ autoRenew: number; householdName: string | null }>(
    database,
    'SELECT auto_renew AS autoRenew, household_name AS householdName FROM owners WHERE id = $ownerId',
  );
  return {
    /** The preferences of an owner as JSON; undefined for an owner that was deleted. */
    findView(ownerId: number): string | undefined {
      const row = byOwner.first({ ownerId });
      return row && JSON.stringify({ ...row, autoRenew: row.autoRenew === 1 } satisfies Preferences);
    },
  };
}

const selectOwners = `SELECT id, name, created_at AS createdAt,
    (SELECT count(*) FROM api_keys WHERE owner_id = owners.id AND kind = 'key') AS keys,
    (SELECT count(*) FROM subscriptions WHERE owner_id = owners.id) AS subscriptions`;

const selectUsage = `(SELECT count(*) FROM payments WHERE owner_id = owners.id) AS payments,
    (SELECT count(*) FROM audit_entries WHERE owner_id = owners.id) AS auditEntries`;

/** The owners, by name. */
function listOwners(database: Db): StoredOwner[] {
  return prepareQuery<StoredOwner>(database, `${selectOwners} FROM owners ORDER BY name`).all({});
}

/** The names of the owners, by name. Unlike {@link listOwners} it counts no rows: there may be many owners. */
export function namesOfOwners(database: Db): { readonly id: number; readonly name: string }[] {
  const select = `SELECT id, name FROM owners ORDER BY name`;
  return prepareQuery<{ id: number; name: string }>(database, select).all({});
}

/** The owner of a name, if there is one. */
export function findOwner(database: Db, name: string): StoredOwner | undefined {
  return prepareQuery<StoredOwner>(database, `${selectOwners} FROM owners WHERE name = $name`).first({ name });
}

function withoutId({ id: _id, ...owner }: StoredOwner): OwnerRecord {
  return owner;
}

/** Adds an owner, and returns its id. */
export function insertOwner(database: Db, name: string, createdAt: string): number {
  const insert = 'INSERT INTO owners (name, created_at) VALUES ($name, $createdAt) RETURNING id';
  const stored = prepareQuery<{ id: number }>(database, insert).first({ name, createdAt });
  if (stored === undefined) throw new Error('an owner is missing right after it was stored');
  return stored.id;
}
