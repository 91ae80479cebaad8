import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The host names under which somebody has signed in with a code; sign-in is served under them. */
export const knownHosts = sqliteTable('known_hosts', {
  host: text('host').primaryKey(),
  createdAt: text('created_at').notNull(),
});
