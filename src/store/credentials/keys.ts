import type { Database } from 'bun:sqlite';
import { and, asc, eq, notInArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { hashApiKey, isApiKey, stateOfApiKey } from '../../domain/keys/apiKey.ts';
import type { ApiKeyRecord } from '../../domain/keys/keyRecord.ts';
import { isBearer, type Principal } from '../../domain/keys/principal.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { owners, removedOwners } from '../schema/tables/owners.ts';
import type { SharedReads } from '../sqlite/sharedReads.ts';
import { columnsOf, guarded, inTransaction, prepareQuery } from '../sqlite/statement.ts';
import { connectToRead } from '../sqlite/database.ts';

/** A stored key, with its owner. */
export type StoredKey = ApiKeyRecord & { readonly ownerId: number };

/** Reads the keys of all owners. Only the hash and the start of a key are stored. */
export function readKeys(database: Database, { onceInSnapshot }: Pick<SharedReads, 'onceInSnapshot'>) {
  const byHash = prepareByHash(database);
  const findKey = onceInSnapshot((key) => (isApiKey(key) ? byHash.first({ hash: hashApiKey(key) }) : undefined));

  return {
    /**
     * The principal of a bearer token, if it is known, not revoked and not expired at the present instant (ISO 8601
     * UTC).
     */
    findHolder(key: string, now: () => string): Principal | undefined {
      const row = findKey(key);
      if (row === undefined || !isBearer(row.kind) || stateOfApiKey(row, now) !== 'active') return undefined;
      return { kind: row.kind, id: row.id, ownerId: row.ownerId, scope: row.scope };
    },

    /** The key with an id, if there is one. */
    find(keyId: string): ApiKeyRecord | undefined {
      const key = inTransaction(database, 'deferred', () => selectKeys(database).where(eq(apiKeys.id, keyId)).get());
      return key === undefined ? undefined : withoutOwnerId(key);
    },

    /** Whether there is any key, also one that has ended. */
    hasAny(): boolean {
      // Each start asks this: the query builder would take longer than all else that the start reads.
      const text = `SELECT 1 FROM api_keys
        WHERE kind = 'key' AND owner_id NOT IN (SELECT owner_id FROM removed_owners) LIMIT 1`;
      return guarded(() => database.query(text).get()) !== null;
    },

    /** Every key, oldest first. */
    list(): ApiKeyRecord[] {
      const query = selectKeys(database).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
      return inTransaction(database, 'deferred', () => query.all()).map(withoutOwnerId);
    },
  };
}

/** Selects the API keys, and no other credentials, of owners that are not deleted. */
export function selectKeys(database: Database) {
  const removed = drizzle(database).select({ ownerId: removedOwners.ownerId }).from(removedOwners);
  const isShown = and(eq(apiKeys.kind, 'key'), notInArray(apiKeys.ownerId, removed));
  const { id, ownerId, scope, name, start, createdAt, lastUsedAt, expiresAt, revokedAt } = columnsOf(apiKeys);
  return drizzle(database)
    .select({ id, ownerId, scope, name, start, createdAt, lastUsedAt, expiresAt, revokedAt, owner: owners.name })
    .from(apiKeys)
    .innerJoin(owners, and(eq(apiKeys.ownerId, owners.id), isShown))
    .$dynamic();
}

function withoutOwnerId({ ownerId: _ownerId, ...key }: StoredKey): ApiKeyRecord {
  return key;
}

function prepareByHash(database: Database) {
  const { id, ownerId, kind, scope, expiresAt, revokedAt } = columnsOf(apiKeys);
  const query = drizzle(database).select({ id, ownerId, kind, scope, expiresAt, revokedAt }).from(apiKeys);
  return prepareQuery(database, query.where(eq(apiKeys.hash, sql.placeholder('hash'))));
}

/**
 * Whether the database of a data directory, of any schema version, contains an API key, also one that has ended.
 *
 * @throws {DatabaseRefused} when it cannot be read
 */
export function isKnownKey(dataDirectory: string, key: string): boolean {
  const database = connectToRead(dataDirectory);
  try {
    return database.query('SELECT 1 FROM api_keys WHERE hash = ?').get(hashApiKey(key)) !== null;
  } finally {
    database.close();
  }
}
