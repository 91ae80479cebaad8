import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { StoredOutcome } from './outcomes.ts';
import { owners } from '../access/table.ts';

/** The outcomes of writes with an idempotency key: a retry gets the stored outcome. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    resultJson: text('result_json', { mode: 'json' }).$type<StoredOutcome>().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('idempotency_keys_key').on(table.ownerId, table.key),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
);
