import { sql } from 'drizzle-orm';
import { check, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * What has ended for good: keys and users, an earlier expiry of a key, and replaced passwords. Restoring a backup carries
 * these facts on, so nothing refers to the rows that they concern, which a backup may have or not.
 */
export const credentialEnds = sqliteTable(
  'credential_ends',
  {
    kind: text('kind').$type<'key' | 'expiry' | 'user' | 'password'>().notNull(),
    // Of the key or the user. The token of a calendar feed is a key, with the id of the feed.
    id: text('id').notNull(),
    // The password hash that was replaced, empty for a user who had none, or the audit entry by which a restore knows that
    // the hashes before it were replaced; and empty for other kinds.
    hash: text('hash').notNull(),
    endedAt: text('ended_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id, table.hash] }),
    check('credential_ends_kind', sql`${table.kind} in ('key', 'expiry', 'user', 'password')`),
  ],
);
