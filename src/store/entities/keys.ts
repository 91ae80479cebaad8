import type { Database } from 'bun:sqlite';
import { asc, count, eq, isNull, and, notInArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { hashApiKey, startOfApiKey, stateOfApiKey, type Scope } from '../../domain/keys/apiKey.ts';
import { nextOwnerId } from './ownerIds.ts';
import { apiKeys, owners, removedOwners } from '../schema/tables.ts';
import { columnsOf, inTransaction, prepareQuery } from '../sqlite/statement.ts';

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

/** A key about to be stored: the only time that it is at hand. */
export type NewApiKey = Omit<ApiKeyRecord, 'start' | 'revokedAt'> & { readonly key: string };

/** When a key ends, by its time or because it was revoked. */
type KeyEnd = Pick<ApiKeyRecord, 'expiresAt' | 'revokedAt'>;

/** What takes the place of a key, and when that key ends. */
interface KeySuccession {
  readonly successor: NewApiKey;
  readonly end: KeyEnd;
}

/** Whom a key stands for. */
export interface KeyHolder {
  readonly apiKeyId: string;
  readonly ownerId: number;
  readonly scope: Scope;
}

/** Keeps the keys of all owners: never a key itself, only its hash and its start. */
export function keysStore(database: Database) {
  const builder = drizzle(database);
  const byHash = prepareByHash(database);

  function insert({ key, owner, ...record }: NewApiKey, replacesId: string | null = null): void {
    const newcomer = { id: nextOwnerId, name: owner, createdAt: record.createdAt };
    builder.insert(owners).values(newcomer).onConflictDoNothing().run();
    const holder = builder.select({ id: owners.id }).from(owners).where(eq(owners.name, owner)).get();
    if (holder === undefined) throw new Error('an owner is missing right after it was stored');
    const row = { ...record, replacesId, ownerId: holder.id, hash: hashApiKey(key), start: startOfApiKey(key) };
    builder.insert(apiKeys).values(row).run();
  }

  return {
    /** Whom the key stands for, if it is known, not revoked and not expired at the present instant (ISO 8601 UTC). */
    findHolder(key: string, now: () => string): KeyHolder | undefined {
      const row = byHash.first({ hash: hashApiKey(key) });
      if (row?.kind !== 'key' || stateOfApiKey(row, now) !== 'active') return undefined;
      return { apiKeyId: row.id, ownerId: row.ownerId, scope: row.scope };
    },

    /** Stores a new key, and its owner too when the name is new. */
    add(key: NewApiKey): void {
      inTransaction(database, 'immediate', () => insert(key));
    },

    /**
     * Stores a key if there was never one, revoked ones included; false if there was. `before` runs while no other
     * process can store one, and prevents the key when it throws.
     */
    addFirst(key: NewApiKey, before: () => void): boolean {
      return inTransaction(database, 'immediate', () => {
        const kept = builder.select({ keys: count() }).from(apiKeys).where(isShown(database));
        if (kept.get()?.keys !== 0) return false;
        before();
        insert(key);
        return true;
      });
    },

    /** Every key, oldest first. */
    list(): ApiKeyRecord[] {
      const query = selectRecords(database).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
      return inTransaction(database, 'deferred', () => query.all());
    },

    ...rotations(database, insert),

    /** Revokes a key from its next request on. False when there is no such key; one that is revoked stays as it was. */
    revoke(keyId: string, at: string): boolean {
      return inTransaction(database, 'immediate', () => {
        const isKey = and(eq(apiKeys.id, keyId), isShown(database));
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

/** What replaces one key by another. */
function rotations(database: Database, insert: (key: NewApiKey, replacesId: string) => void) {
  const builder = drizzle(database);

  function setEnd(keyId: string, { expiresAt, revokedAt }: KeyEnd): void {
    builder.update(apiKeys).set({ expiresAt, revokedAt }).where(eq(apiKeys.id, keyId)).run();
  }

  return {
    /**
     * Stores a key that takes the place of another, and sets when that one ends, both or neither. `succeed` decides
     * on both, knowing the old key, and the id of its successor if it has one already; when it throws, nothing changes.
     * Undefined when there is no such key.
     */
    rotate(keyId: string, succeed: (old: ApiKeyRecord, successorId: string | undefined) => KeySuccession) {
      return inTransaction(database, 'immediate', () => {
        const old = selectRecords(database).where(eq(apiKeys.id, keyId)).get();
        if (old === undefined) return undefined;
        const known = builder.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.replacesId, keyId)).get();
        const { successor, end } = succeed(old, known?.id);
        insert(successor, keyId);
        setEnd(keyId, end);
        return { old, successor };
      });
    },

    /** Gives a key the end back that it had before it was rotated, and removes its successor, which nobody has seen. */
    undoRotation(old: ApiKeyRecord, successorId: string): void {
      inTransaction(database, 'immediate', () => {
        setEnd(old.id, { expiresAt: old.expiresAt, revokedAt: old.revokedAt });
        builder.delete(apiKeys).where(eq(apiKeys.id, successorId)).run();
      });
    },
  };
}

/** Every API key as it is shown to its owner. */
function selectRecords(database: Database) {
  const { ownerId: _ownerId, hash: _hash, kind: _kind, replacesId: _replacesId, ...shown } = columnsOf(apiKeys);
  return drizzle(database)
    .select({ ...shown, owner: owners.name })
    .from(apiKeys)
    .innerJoin(owners, and(eq(apiKeys.ownerId, owners.id), isShown(database)))
    .$dynamic();
}

/** Whether a row is an API key, and no other credential, of an owner that is not deleted. */
function isShown(database: Database) {
  const removed = drizzle(database).select({ ownerId: removedOwners.ownerId }).from(removedOwners);
  return and(eq(apiKeys.kind, 'key'), notInArray(apiKeys.ownerId, removed));
}

function prepareByHash(database: Database) {
  const { id, ownerId, kind, scope, expiresAt, revokedAt } = columnsOf(apiKeys);
  const query = drizzle(database).select({ id, ownerId, kind, scope, expiresAt, revokedAt }).from(apiKeys);
  return prepareQuery(database, query.where(eq(apiKeys.hash, sql.placeholder('hash'))));
}
