import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { AuditAction, EntityType } from '../../src/domain/audit/auditEntry.ts';
import type { PaymentSource } from '../../src/domain/payments/payment.ts';
import type { Period } from '../../src/domain/billing/periodTable.ts';
import type { PrincipalKind } from '../../src/domain/keys/principal.ts';
import type { Scope } from '../../src/domain/keys/scope.ts';
import type { Currency, Status } from '../../src/domain/subscriptions/fields.ts';

// The tables of src/store/schema/tables that the spike needs, with the same names, columns and indexes. The order of texts is
// that of the database, which is made with the locale C: the bytes, as in SQLite. JSON stays text: jsonb would sort its members
// and write its numbers anew.

// Never selected, so nobody meets the text as which the driver gives large numbers.
const sequence = () => bigint('sequence', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();
const ownerId = () =>
  integer('owner_id')
    .notNull()
    .references(() => owners.id);

/** The owners. */
export const owners = pgTable('owners', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
  createdAt: text('created_at').notNull(),
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
});

/** A row for each write of an owner: another form of the revision, see `revisions.ts`. */
export const ownerChanges = pgTable('owner_changes', {
  sequence: sequence(),
  ownerId: integer('owner_id').notNull(),
});

/** The API keys, by their hashes. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    scope: text('scope').$type<Scope>().notNull(),
    hash: text('hash').notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at'),
    revokedAt: text('revoked_at'),
    kind: text('kind').$type<PrincipalKind>().notNull().default('key'),
  },
  (table) => [uniqueIndex('api_keys_hash').on(table.hash)],
);

/** The subscriptions, without the details on which nothing of the record depends. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    sequence: sequence(),
    // A constraint, and not only an index: payments refer to it.
    id: text('id').notNull().unique('subscriptions_id'),
    ownerId: ownerId(),
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
    // 0 or 1, so that the code that makes rows stays as it is.
    notificationEnabled: smallint('notification_enabled').notNull(),
    status: text('status').$type<Status>().notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    viewJson: text('view_json').notNull().default(''),
    everyMonths: integer('every_months'),
    anchorDay: integer('anchor_day'),
    endsOn: text('ends_on'),
    revision: integer('revision').notNull().default(0),
  },
  (table) => [
    index('subscriptions_by_creation').on(table.ownerId, table.createdAt, table.sequence),
    index('subscriptions_by_renewal').on(table.ownerId, table.nextPaymentDate, table.sequence),
    index('subscriptions_by_amount').on(table.ownerId, table.amountHundredths, table.sequence),
    index('subscriptions_by_name').on(table.ownerId, table.nameFolded, table.sequence),
    index('subscriptions_by_normalised_name').on(table.ownerId, table.nameNormalised),
    index('subscriptions_by_spend').on(
      table.ownerId,
      table.status,
      table.category,
      table.currency,
      table.period,
      table.customDays,
      table.everyMonths,
      table.amountHundredths,
    ),
    check('subscriptions_amount', sql`${table.amountHundredths} between 0 and 99999999`),
  ],
);

/** The audit trail. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    sequence: sequence(),
    id: text('id').notNull(),
    ownerId: ownerId(),
    entityType: text('entity_type').$type<EntityType>().notNull(),
    entityId: text('entity_id').notNull(),
    actorKind: text('actor_kind').$type<PrincipalKind>().notNull(),
    actorId: text('actor_id').notNull(),
    requestId: text('request_id').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    metadata: text('metadata').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    index('audit_entries_by_id').on(table.id),
    index('audit_entries_by_owner').on(table.ownerId, table.entityType, table.sequence),
    index('audit_entries_by_time').on(table.ownerId, table.entityType, table.createdAt, table.sequence),
    index('audit_entries_by_entity').on(table.entityId, table.entityType, table.ownerId, table.sequence),
  ],
);

/** The payments that renewals record. */
export const payments = pgTable(
  'payments',
  {
    sequence: sequence(),
    id: text('id').notNull(),
    ownerId: ownerId(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    dueOn: text('due_on').notNull(),
    paidOn: text('paid_on').notNull(),
    amountHundredths: integer('amount_hundredths').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    source: text('source').$type<PaymentSource>().notNull(),
    auditEntryId: text('audit_entry_id').notNull(),
  },
  (table) => [
    index('payments_by_day').on(table.ownerId, table.paidOn),
    index('payments_by_subscription').on(table.subscriptionId, table.ownerId, table.dueOn),
  ],
);

/** The outcomes of writes with an idempotency key. The unique index decides between server processes, too. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    sequence: sequence(),
    ownerId: ownerId(),
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
