import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { owners } from '../../core/access/table.ts';
import type { rateSources } from './model.ts';

/** The exchange rates that an owner has set. */
export const rates = sqliteTable('rates', {
  ownerId: integer('owner_id')
    .primaryKey()
    .references(() => owners.id, { onDelete: 'cascade' }),
  base: text('base').notNull(),
  source: text('source').$type<(typeof rateSources)[number]>().notNull(),
  // Null for those of the bank, which are stored once for all owners.
  asOf: text('as_of'),
  rates: text('rates', { mode: 'json' }).$type<Readonly<Record<string, number>>>(),
});

/** The newest reference rates of the European Central Bank that were fetched: one row. */
export const referenceRates = sqliteTable('reference_rates', {
  asOf: text('as_of').primaryKey(),
  rates: text('rates', { mode: 'json' }).$type<Readonly<Record<string, number>>>().notNull(),
});
