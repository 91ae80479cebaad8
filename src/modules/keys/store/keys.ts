import type { Db } from '../../../core/database/db.ts';
import { hashApiKey, isApiKey, stateOfApiKey } from '../../../core/access/apiKey.ts';
import type { ApiKeyRecord } from '../rules.ts';
import { isBearer, type Principal } from '../../../core/access/principal.ts';
import { columns, type Rows } from '../../../core/database/columns.ts';
import { inTransaction, prepareQuery } from '../../../core/database/statement.ts';
import { connectToRead } from '../../../core/database/database.ts';

/** A complete row of the credentials: keys, sessions, and the keys of the service itself. */
export type CredentialRow = Rows['api_keys'];

/** A stored key, with its owner. */
export type StoredKey = ApiKeyRecord & { readonly ownerId: number };

/** Reads the keys of all owners. Only the hash and the start of a key are stored. */
export function readKeys(database: Db) {
  const found = ['id', 'ownerId', 'kind', 'scope', 'createdAt', 'expiresAt', 'revokedAt'] as const;
  const byHash = prepareQuery<Pick<CredentialRow, (typeof found)[number]>>(
    database,
    `SELECT ${columns('api_keys', found)} FROM api_keys WHERE hash = $hash`,
  );
  const findByText = (key: string) => (isApiKey(key) ? byHash.first({ hash: hashApiKey(key) }) : undefined);

  return {
    /**
     * The principal of a bearer token, if it is known, not revoked and not expired at the present instant (ISO 8601
     * UTC).
     */
    findHolder(key: string, now: () => string): Principal | undefined {
      const row = findByText(key);
      if (row === undefined || !isBearer(row.kind) || stateOfApiKey(row, now) !== 'active') return undefined;
      return { kind: row.kind, id: row.id, ownerId: row.ownerId, scope: row.scope };
    },

    /** The key with an id, if there is one. */
    find(keyId: string): ApiKeyRecord | undefined {
      const key = inTransaction(database, 'deferred', () => findKey(database, keyId));
      return key === undefined ? undefined : withoutOwnerId(key);
    },

    /** Whether there is any key, also one that has ended. */
    hasAny: (): boolean => inTransaction(database, 'deferred', () => hasKeys(database)),

    /** Every key, oldest first. */
    list: (): ApiKeyRecord[] =>
      inTransaction(database, 'deferred', () =>
        prepareQuery<StoredKey>(database, `${selectKeys} ORDER BY api_keys.created_at, api_keys.id`).all({}),
      ).map(withoutOwnerId),
  };
}

// The API keys, and no other credentials, of owners that are not deleted.
const areKeys = "api_keys.kind = 'key'";
const shownColumns = columns('api_keys', [
  'id',
  'ownerId',
  'scope',
  'name',
  'start',
  'createdAt',
  'lastUsedAt',
  'expiresAt',
  'revokedAt',
]);
const selectKeys = `SELECT ${shownColumns}, owners.name AS owner
  FROM api_keys JOIN owners ON owners.id = api_keys.owner_id WHERE ${areKeys}`;

/** The key with an id, if there is one. */
export function findKey(database: Db, keyId: string): StoredKey | undefined {
  return prepareQuery<StoredKey>(database, `${selectKeys} AND api_keys.id = $keyId`).first({ keyId });
}

/** Whether there is any key, also one that has ended. */
export function hasKeys(database: Db): boolean {
  return prepareQuery(database, `SELECT 1 FROM api_keys WHERE ${areKeys} LIMIT 1`).first({}) !== undefined;
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
  const database = connectToRead(dataDirectory);
  try {
    return database.query('SELECT 1 FROM api_keys WHERE hash = ?').get(hashApiKey(key)) !== null;
  } finally {
    database.close();
  }
}
