import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { AuditAction, EntityType } from '../../domain/audit/auditEntry.ts';
import type { Scope } from '../../domain/keys/apiKey.ts';
import type { PrincipalKind } from '../../domain/keys/principal.ts';
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

/**
 * The credentials of the owners: API keys (kind `key`); sessions and the keys of the service itself have a kind of their
 * own. Of each, only the hash and the start are stored.
 */
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
    kind: text('kind').$type<PrincipalKind>().notNull().default('key'),
    // The key that this one replaces, if it was made by a rotation.
    replacesId: text('replaces_id').references((): AnySQLiteColumn => apiKeys.id),
  },
  (table) => [
    uniqueIndex('api_keys_hash').on(table.hash),
    uniqueIndex('api_keys_replaces').on(table.replacesId),
    check('api_keys_scope', sql`${table.scope} in ('read', 'write', 'admin')`),
    check('api_keys_kind', sql`${table.kind} in ('key', 'session', 'service')`),
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

/**
 * The audit trail: an entry for each write of an entity, by a principal. No reference leads to the entity, since there are
 * several types of them: the statements that delete an entity delete its entries, long trails in pieces (`purge.ts`).
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id),
    entityType: text('entity_type').$type<EntityType>().notNull(),
    entityId: text('entity_id').notNull(),
    actorKind: text('actor_kind').$type<PrincipalKind>().notNull(),
    actorId: text('actor_id')
      .notNull()
      .references(() => apiKeys.id),
    requestId: text('request_id').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    metadata: text('metadata').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    index('audit_entries_by_id').on(table.id),
    index('audit_entries_by_owner').on(table.ownerId, table.entityType),
    index('audit_entries_by_entity').on(table.entityId, table.entityType, table.ownerId),
    check('audit_entries_actor_kind', sql`${table.actorKind} in ('key', 'session', 'service')`),
  ],
);
