import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The API keys, as Drizzle sees them. */
export const apiKeys = sqliteTable('api_keys', {
  id: text('id').primaryKey(),
  ownerId: integer('owner_id').notNull(),
  scope: text('scope', { enum: ['read', 'write'] }).notNull(),
  hash: text('hash').notNull(),
  expiresAt: text('expires_at'),
  revokedAt: text('revoked_at'),
});

/** The subscriptions. */
export const subscriptions = sqliteTable('subscriptions', {
  sequence: integer('sequence').primaryKey({ autoIncrement: true }),
  id: text('id').notNull(),
  ownerId: integer('owner_id').notNull(),
  name: text('name').notNull(),
  nameFolded: text('name_folded').notNull(),
  nameNormalised: text('name_normalised').notNull(),
  category: text('category').notNull(),
  amountHundredths: integer('amount_hundredths').notNull(),
  currency: text('currency').notNull(),
  period: text('period').notNull(),
  customDays: integer('custom_days'),
  lastPaymentDate: text('last_payment_date').notNull(),
  nextPaymentDate: text('next_payment_date').notNull(),
  notificationEnabled: integer('notification_enabled').notNull(),
  status: text('status').notNull(),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
});

/** The trail of writes. */
export const auditEntries = sqliteTable('audit_entries', {
  sequence: integer('sequence').primaryKey({ autoIncrement: true }),
  id: text('id').notNull(),
  ownerId: integer('owner_id').notNull(),
  entityType: text('entity_type').notNull(),
  entityId: text('entity_id').notNull(),
  actorKind: text('actor_kind').notNull(),
  actorId: text('actor_id').notNull(),
  requestId: text('request_id').notNull(),
  action: text('action').notNull(),
  metadata: text('metadata', { mode: 'json' }).notNull(),
  createdAt: text('created_at').notNull(),
});
