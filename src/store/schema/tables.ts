import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../../domain/keys/apiKey.ts';
import type { Period } from '../../domain/billing/periodTable.ts';
import type { Currency, Status } from '../../domain/subscriptions/fields.ts';

/** The people (or households) whose records are kept apart. */
export const owners = sqliteTable('owners', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
  createdAt: text('created_at').notNull(),
});

/**
 * Owners that are deleted, whose rows are being cleared away in pieces. The owner {@link removedRecordsOwnerId} holds
 * the deleted records that have a long trail.
 */
export const removedOwners = sqliteTable('removed_owners', {
  ownerId: integer('owner_id')
    .primaryKey()
    .references(() => owners.id),
});

/** The owner of deleted records whose trail is being cleared away; its row exists only while there are any. */
export const removedRecordsOwnerId = 0;

/** The keys of the owners. Of each key only its hash and its start are kept. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id),
    scope: text('scope').$type<Scope>().notNull(),
    name: text('name'),
    start: text('start').notNull(),
    hash: text('hash').notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at'),
    revokedAt: text('revoked_at'),
  },
  (table) => [
    uniqueIndex('api_keys_hash').on(table.hash),
    check('api_keys_scope', sql`${table.scope} in ('read', 'write')`),
  ],
);

/** The subscriptions. `sequence` is their order of creation; each index on `owner_id` ends in it, as every SQLite index does. */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id),
    name: text('name').notNull(),
    nameFolded: text('name_folded').notNull(),
    nameNormalised: text('name_normalised').notNull(),
    category: text('category').notNull(),
    amountHundredths: integer('amount_hundredths').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    period: text('period').$type<Period>().notNull(),
    customDays: integer('custom_days'),
    lastPaymentDate: text('last_payment_date').notNull(),
    nextPaymentDate: text('next_payment_date').notNull(),
    notificationEnabled: integer('notification_enabled').notNull(),
    status: text('status').$type<Status>().notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    // What clients see of the row, ready to be sent: written with it, so that no list has to put it together again.
    viewJson: text('view_json').notNull().default(''),
  },
  (table) => [
    uniqueIndex('subscriptions_id').on(table.id),
    index('subscriptions_by_creation').on(table.ownerId, table.createdAt),
    index('subscriptions_by_renewal').on(table.ownerId, table.nextPaymentDate),
    index('subscriptions_by_amount').on(table.ownerId, table.amountHundredths),
    index('subscriptions_by_name').on(table.ownerId, table.nameFolded),
    index('subscriptions_by_normalised_name').on(table.ownerId, table.nameNormalised),
    index('subscriptions_by_spend').on(
      table.ownerId,
      table.status,
      table.category,
      table.currency,
      table.period,
      table.customDays,
      table.amountHundredths,
    ),
    check('subscriptions_amount', sql`${table.amountHundredths} between 0 and 99999999`),
    check('subscriptions_custom_days', sql`(${table.period} = 'custom') = (${table.customDays} is not null)`),
  ],
);

/** The outcomes of writes that came with a key of the client's, so that sending one again does not make it again. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    resultJson: text('result_json').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('idempotency_keys_key').on(table.ownerId, table.key),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
);

/** The trail of writes. Deleting a row of the subscriptions deletes its entries; `clearing.ts` clears long trails in pieces before that. */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    apiKeyId: text('api_key_id')
      .notNull()
      .references(() => apiKeys.id),
    requestId: text('request_id').notNull(),
    action: text('action').$type<'subscription.create' | 'subscription.update'>().notNull(),
    metadata: text('metadata').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    index('audit_entries_by_id').on(table.id),
    index('audit_entries_by_owner').on(table.ownerId),
    index('audit_entries_by_subscription').on(table.subscriptionId, table.ownerId),
  ],
);
