import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { PaymentSource } from './model.ts';
import type { Currency } from '../subscriptions/model.ts';
import { owners } from '../../core/access/table.ts';
import { subscriptions } from '../subscriptions/table.ts';

/** The payments made. A payment is deleted with its subscription. */
export const payments = sqliteTable(
  'payments',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    dueOn: text('due_on').notNull(),
    paidOn: text('paid_on').notNull(),
    amountHundredths: integer('amount_hundredths').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    source: text('source').$type<PaymentSource>().notNull(),
    // The entry of the renewal that made it; it stays the same when the renewal is reverted and brought back.
    auditEntryId: text('audit_entry_id').notNull(),
    // Set while the renewal is reverted: the row is then no payment, but can be brought back. One of an automatic renewal keeps
    // that renewal from being made again.
    revertedAt: text('reverted_at'),
    // Set while a client has removed the payment, whether or not its renewal is reverted: only undoing that brings it back.
    removedAt: text('removed_at'),
  },
  (table) => [
    uniqueIndex('payments_id').on(table.id),
    index('payments_by_day').on(table.ownerId, table.paidOn),
    index('payments_by_subscription').on(table.subscriptionId, table.ownerId, table.dueOn),
  ],
);
