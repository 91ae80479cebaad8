import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../../core/access/scope.ts';
import type { CodeMaker } from '../../core/access/signInCode.ts';
import { owners } from '../../core/access/table.ts';

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
  },
  (table) => [
    index('sign_in_codes_by_user').on(table.userId),
    index('sign_in_codes_by_owner').on(table.ownerId),
    check('sign_in_codes_scope', sql`${table.scope} in ('read', 'write', 'admin')`),
  ],
);

/** The host names under which somebody has signed in with a code; sign-in is served under them. */
export const knownHosts = sqliteTable('known_hosts', {
  host: text('host').primaryKey(),
  createdAt: text('created_at').notNull(),
});
