import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The owners: people or households, each with records of its own. */
export const owners = sqliteTable('owners', {
  // Never used again, because a server stores quotas by it.
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull().unique(),
  createdAt: text('created_at').notNull(),
  // Whether due subscriptions are renewed without anybody's doing; 0 or 1.
  autoRenew: integer('auto_renew').notNull().default(0),
  // The number of writes of this owner, deletions included.
  revision: integer('revision').notNull().default(0),
  // What its people call the household.
  householdName: text('household_name'),
  // The number of further writes: of deliveries, by the service. Calendars do not depend on them.
  deliveryRevision: integer('delivery_revision').notNull().default(0),
});
