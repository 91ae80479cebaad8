import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
  type AnySQLiteColumn,
} from 'drizzle-orm/sqlite-core';
import type { PrincipalKind } from './principal.ts';
import type { Scope } from './scope.ts';
import type { SignInMethod } from './session.ts';
import type { CodeMaker } from './signInCode.ts';

// Who calls, and for whom. The modules of keys, users and sessions manage these rows.

/** The owners: people or households, each with records of its own. */
export const owners = sqliteTable('owners', {
  // Never used again, because a server stores quotas by it.
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull().unique(),
  createdAt: text('created_at').notNull(),
  // Whether due subscriptions are renewed without anybody's doing; 0 or 1.
  autoRenew: integer('auto_renew').notNull().default(0),
  // The number of writes of this owner, deletions included.
  revision: integer('revision').notNull().default(0),
  // What its people call the household.
  householdName: text('household_name'),
  // The number of further writes: of deliveries, by the service. Calendars do not depend on them.
  deliveryRevision: integer('delivery_revision').notNull().default(0),
  // What the household wants to spend in a month, at most; null for no budget.
  monthlyBudget: text('monthly_budget', { mode: 'json' }).$type<{
    readonly amount: number;
    readonly currency: string;
  }>(),
});

/** The people who sign in. `name_folded` is the identity of the name, and unique in the whole service. */
export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  nameFolded: text('name_folded').notNull().unique(),
  // An argon2id hash in PHC form; null while the user has no password.
  passwordHash: text('password_hash'),
  createdAt: text('created_at').notNull(),
  // Set when the user was removed: the row is kept while sessions that the audit trail names refer to it.
  removedAt: text('removed_at'),
});

/** Which owner's records a user may read or change, and with which scope. */
export const memberships = sqliteTable(
  'memberships',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    scope: text('scope').$type<Scope>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.ownerId] }),
    index('memberships_by_owner').on(table.ownerId),
    check('memberships_scope', sql`${table.scope} in ('read', 'write', 'admin')`),
  ],
);

/** The foreign key of a table whose rows may be a user's own: they end with the membership. */
export function ownedByMember(userId: AnySQLiteColumn, ownerId: AnySQLiteColumn) {
  const { userId: memberId, ownerId: ownerOfMember } = memberships;
  return foreignKey({ columns: [userId, ownerId], foreignColumns: [memberId, ownerOfMember] }).onDelete('cascade');
}

/** The names of removed users: the reverse proxy makes no user of such a name for that owner, until an admin adds one. */
export const removedNames = sqliteTable(
  'removed_names',
  {
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    nameFolded: text('name_folded').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.nameFolded] })],
);

/** The one-time codes that have not been used: of each, only the hash is stored. */
export const signInCodes = sqliteTable(
  'sign_in_codes',
  {
    hash: text('hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    scope: text('scope').$type<Scope>().notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    // What made the code.
    madeBy: text('made_by').$type<CodeMaker>(),
    // Whether it is an invitation, which signs in with the scope that the user then has.
    isInvitation: integer('is_invitation', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('sign_in_codes_by_user').on(table.userId),
    index('sign_in_codes_by_owner').on(table.ownerId),
    check('sign_in_codes_scope', sql`${table.scope} in ('read', 'write', 'admin')`),
  ],
);

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
