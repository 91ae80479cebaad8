import type { Database } from 'bun:sqlite';
import { asc, count, eq, isNull, and, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { hashApiKey, startOfApiKey, type Scope } from '../domain/apiKey.ts';
import { apiKeys, owners } from './schema.ts';
import { columnsOf, inTransaction, prepareQuery } from './statement.ts';

/** What is kept of a key, for its owner to recognise and judge it. Instants are ISO 8601 UTC. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly owner: string;
  readonly scope: Scope;
  readonly name: string | null;
  readonly start: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** A key about to be stored. */
export interface NewApiKey {
  readonly key: string;
  readonly id: string;
  readonly owner: string;
  readonly scope: Scope;
  readonly name: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** Whom a key stands for. */
export interface KeyHolder {
  readonly apiKeyId: string;
  readonly ownerId: number;
  readonly scope: Scope;
}

/** Keeps the keys of all owners: never a key itself, only its hash and its start. */
export function keepApiKeys(database: Database) {
  const builder = drizzle(database);
  const byHash = prepareByHash(database);

  return {
    /** Whom the key stands for at an instant (ISO 8601 UTC), if it is known, not revoked and not expired. */
    findHolder(key: string, at: string): KeyHolder | undefined {
      const row = byHash.first({ hash: hashApiKey(key) });
      if (row === undefined || row.revokedAt !== null) return undefined;
      if (row.expiresAt !== null && row.expiresAt <= at) return undefined;
      return { apiKeyId: row.id, ownerId: row.ownerId, scope: row.scope };
    },

    /** Whether any key was ever made, revoked ones included. */
    isEmpty(): boolean {
      return builder.select({ keys: count() }).from(apiKeys).get()?.keys === 0;
    },

    /** Stores a new key, and its owner too when the name is new. */
    add({ key, owner, ...record }: NewApiKey): void {
      inTransaction(database, 'immediate', () => {
        builder.insert(owners).values({ name: owner, createdAt: record.createdAt }).onConflictDoNothing().run();
        const holder = builder.select({ id: owners.id }).from(owners).where(eq(owners.name, owner)).get();
        if (holder === undefined) throw new Error('an owner is missing right after it was stored');
        const row = { ...record, ownerId: holder.id, hash: hashApiKey(key), start: startOfApiKey(key) };
        builder.insert(apiKeys).values(row).run();
      });
    },

    /** Every key, oldest first. */
    list(): ApiKeyRecord[] {
      const { ownerId: _ownerId, hash: _hash, ...shown } = columnsOf(apiKeys);
      return builder
        .select({ ...shown, owner: owners.name })
        .from(apiKeys)
        .innerJoin(owners, eq(apiKeys.ownerId, owners.id))
        .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
        .all();
    },

    /** Revokes a key from its next request on. False when there is no such key; one that is revoked stays as it was. */
    revoke(keyId: string, at: string): boolean {
      return inTransaction(database, 'immediate', () => {
        const isKey = eq(apiKeys.id, keyId);
        builder
          .update(apiKeys)
          .set({ revokedAt: at })
          .where(and(isKey, isNull(apiKeys.revokedAt)))
          .run();
        return builder.select({ id: apiKeys.id }).from(apiKeys).where(isKey).get() !== undefined;
      });
    },
  };
}

function prepareByHash(database: Database) {
  const { id, ownerId, scope, expiresAt, revokedAt } = columnsOf(apiKeys);
  const query = drizzle(database).select({ id, ownerId, scope, expiresAt, revokedAt }).from(apiKeys);
  return prepareQuery(database, query.where(eq(apiKeys.hash, sql.placeholder('hash'))));
}
