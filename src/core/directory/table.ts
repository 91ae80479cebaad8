import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * One row: the id of the installation that created this database. Its migration makes it, and backups carry it on, so that a
 * restore knows whether the database that it replaces can tell what has ended since.
 */
export const installation = sqliteTable('installation', { id: text('id').primaryKey() });
