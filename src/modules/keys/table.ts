import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../../core/access/scope.ts';
import type { PrincipalKind } from '../../core/access/principal.ts';
import type { SignInMethod } from '../../core/access/session.ts';
import type { CodeMaker } from '../../core/access/signInCode.ts';
import { owners } from '../../core/access/table.ts';
import { users } from '../users/table.ts';

/**
 * The credentials of the owners: API keys (kind `key`); sessions and the keys of the service itself have a kind of their
 * own. Of each, only the hash and the start are stored.
 */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    scope: text('scope').$type<Scope>().notNull(),
    name: text('name'),
    start: text('start').notNull(),
    hash: text('hash').notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at'),
    revokedAt: text('revoked_at'),
    kind: text('kind').$type<PrincipalKind>().notNull().default('key'),
    // The key that this one replaces, if it was made by a rotation.
    replacesId: text('replaces_id').references((): AnySQLiteColumn => apiKeys.id),
    // How the session was signed in, and the key or the user that it ends with; null for keys.
    signedInBy: text('signed_in_by').$type<SignInMethod>(),
    parentKeyId: text('parent_key_id').references((): AnySQLiteColumn => apiKeys.id),
    userId: text('user_id').references(() => users.id),
    // The hour of the last use.
    lastUsedAt: text('last_used_at'),
    // What made the code that the session was signed in with.
    codeMadeBy: text('code_made_by').$type<CodeMaker>(),
    // 1 for a session that is the actor of an audit entry about something else than itself, which is therefore never forgotten.
    hasEntries: integer('has_entries').notNull().default(0),
  },
  (table) => [
    uniqueIndex('api_keys_hash').on(table.hash),
    uniqueIndex('api_keys_replaces').on(table.replacesId),
    index('api_keys_by_owner').on(table.ownerId, table.kind, table.createdAt),
    index('api_keys_by_parent').on(table.parentKeyId),
    index('api_keys_by_user').on(table.userId),
    check('api_keys_scope', sql`${table.scope} in ('read', 'write', 'admin')`),
    check('api_keys_kind', sql`${table.kind} in ('key', 'session', 'service')`),
  ],
);
