import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Period } from '../../core/billing/periodTable.ts';
import type { Currency, Status } from './model.ts';
import { owners } from '../../core/access/table.ts';

/** The subscriptions. `sequence` is their order of creation; each index on `owner_id` ends in it, as every SQLite index does. */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
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
    // The view of the record as JSON, stored with each write, so that reads do not build it.
    viewJson: text('view_json').notNull().default(''),
    // The details. The record and its view depend on these three only.
    everyMonths: integer('every_months'),
    anchorDay: integer('anchor_day'),
    endsOn: text('ends_on'),
    // 1 or 0; null means that the preference of the owner decides.
    autoRenew: integer('auto_renew'),
    notes: text('notes'),
    url: text('url'),
    paymentMethod: text('payment_method'),
    // A JSON list of strings; null for none.
    tags: text('tags'),
    trialEndsOn: text('trial_ends_on'),
    cancelBefore: text('cancel_before'),
    // The notes and tags without their case, for searching.
    detailsFolded: text('details_folded'),
    termEndsOn: text('term_ends_on'),
    termMonths: integer('term_months'),
    // A JSON object with count and unit.
    noticePeriod: text('notice_period'),
    keepThrough: text('keep_through'),
    // A JSON list of planned prices, each with from and amount; null for none.
    priceSteps: text('price_steps'),
    // 1 or 0; null means 0.
    amountVaries: integer('amount_varies'),
    // A JSON list of what payments cost before planned prices came, each with until and amount; null for none.
    earlierPrices: text('earlier_prices'),
    // The number of updates of the record and of its payments: calendars tell versions of an event apart by it.
    revision: integer('revision').notNull().default(0),
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
      table.everyMonths,
      table.amountHundredths,
    ),
    index('subscriptions_renewed_by_choice')
      .on(table.ownerId, table.nextPaymentDate)
      .where(sql`${table.autoRenew} = 1`),
    index('subscriptions_by_end')
      .on(table.endsOn)
      .where(sql`${table.endsOn} is not null and ${table.status} = 'active'`),
    index('subscriptions_with_price_steps')
      .on(table.priceSteps)
      .where(sql`${table.priceSteps} is not null`),
    check('subscriptions_amount', sql`${table.amountHundredths} between 0 and 99999999`),
    check('subscriptions_custom_days', sql`(${table.period} = 'custom') = (${table.customDays} is not null)`),
  ],
);
