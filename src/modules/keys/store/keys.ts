import { and, eq, sql, type SQL } from 'drizzle-orm';
import { hashApiKey, isApiKey, stateOfApiKey } from '../../../core/access/apiKey.ts';
import { isBearer, type Principal } from '../../../core/access/principal.ts';
import { apiKeys, owners } from '../../../core/access/table.ts';
import { connectToRead } from '../../../core/database/database.ts';
import { databaseOn, once, type Db } from '../../../core/database/db.ts';
import { plainRows } from '../../../core/database/plainRows.ts';
import type { ApiKeyRecord } from '../rules.ts';

/** A stored key, with its owner. */
export type StoredKey = ApiKeyRecord & { readonly ownerId: number };

const { id, ownerId, kind, scope, name, start, createdAt, lastUsedAt, expiresAt, revokedAt } = apiKeys;
const bearer = { id, ownerId, kind, scope, createdAt, expiresAt, revokedAt };
const shown = { id, ownerId, scope, name, start, createdAt, lastUsedAt, expiresAt, revokedAt, owner: owners.name };

/** Reads the keys of all owners. Only the hash and the start of a key are stored. */
export function readKeys(db: Db) {
  // Each request of a key needs it.
  const byHash = once(() =>
    db
      .select(bearer)
      .from(apiKeys)
      .where(eq(apiKeys.hash, sql.placeholder('hash')))
      .prepare(),
  );

  return {
    /**
     * The principal of a bearer token, if it is known, not revoked and not expired at the present instant (ISO 8601
     * UTC).
     */
    findHolder(key: string, now: () => string): Principal | undefined {
      const [row] = isApiKey(key) ? plainRows(byHash(), bearer, { hash: hashApiKey(key) }) : [];
      if (row === undefined || !isBearer(row.kind) || stateOfApiKey(row, now) !== 'active') return undefined;
      return { kind: row.kind, id: row.id, ownerId: row.ownerId, scope: row.scope };
    },

    /** The key with an id, if there is one. */
    find(keyId: string): ApiKeyRecord | undefined {
      const key = findKey(db, keyId);
      return key && withoutOwnerId(key);
    },

    /** Whether there is any key, also one that has ended. */
    hasAny: (): boolean => hasKeys(db),

    /** Every key, oldest first. */
    list: (): ApiKeyRecord[] => selectKeys(db).orderBy(apiKeys.createdAt, apiKeys.id).all().map(withoutOwnerId),
  };
}

// The API keys, and no other credentials.
const areKeys = eq(apiKeys.kind, 'key');

function selectKeys(db: Db, which?: SQL) {
  return db.select(shown).from(apiKeys).innerJoin(owners, eq(owners.id, apiKeys.ownerId)).where(and(areKeys, which));
}

/** The key with an id, if there is one. */
export function findKey(db: Db, keyId: string): StoredKey | undefined {
  return selectKeys(db, eq(apiKeys.id, keyId)).get();
}

/** Whether there is any key, also one that has ended. */
export function hasKeys(db: Db): boolean {
  return db.select({ id: apiKeys.id }).from(apiKeys).where(areKeys).limit(1).get() !== undefined;
}

function withoutOwnerId({ ownerId: _ownerId, ...key }: StoredKey): ApiKeyRecord {
  return key;
}

/**
 * Whether the database of a data directory, of any schema version, contains an API key, also one that has ended.
 *
 * @throws {DatabaseRefused} when it cannot be read
 */
export function isKnownKey(dataDirectory: string, key: string): boolean {
  const connection = connectToRead(dataDirectory);
  try {
    const ofKey = eq(apiKeys.hash, hashApiKey(key));
    return databaseOn(connection).select({ id: apiKeys.id }).from(apiKeys).where(ofKey).get() !== undefined;
  } finally {
    connection.close(true);
  }
}
