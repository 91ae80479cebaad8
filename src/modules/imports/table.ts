import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { owners } from '../../core/access/table.ts';
import type { ImportFormat } from './rules/importTypes.ts';

/**
 * The imports that wrote something. Which subscriptions they created and updated is in the audit trail: an import writes its
 * entries in one transaction, so their numbers lie between two.
 */
export const imports = sqliteTable(
  'imports',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    at: text('at').notNull(),
    format: text('format').$type<ImportFormat>().notNull(),
    rows: integer('rows').notNull(),
    created: integer('created').notNull(),
    updated: integer('updated').notNull(),
    // The numbers of its audit entries: after the first, up to the last, which is that of the import itself.
    entriesAfter: integer('entries_after').notNull(),
    entriesUntil: integer('entries_until').notNull(),
    // The ids of the subscriptions that it updated: when one is deleted, so are its entries.
    updatedIds: text('updated_ids', { mode: 'json' }).$type<readonly string[]>().notNull(),
    revertedAt: text('reverted_at'),
  },
  (table) => [uniqueIndex('imports_id').on(table.id), index('imports_by_owner').on(table.ownerId)],
);
