import { and, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import { subscriptions } from '../schema/tables/subscriptions.ts';

/** The condition that a subscription is one of the owner `ownerId`. */
export const isOwners = eq(subscriptions.ownerId, sql.placeholder('ownerId'));

/** The condition that a subscription is active. */
export const isActive = eq(subscriptions.status, 'active');

/** The condition that the next payment of a subscription is not due after its end. */
export const hasNotEnded = or(isNull(subscriptions.endsOn), gte(subscriptions.endsOn, subscriptions.nextPaymentDate));

/** The condition that a subscription is overdue on the day `today`. */
export const isOverdue = and(isActive, lt(subscriptions.nextPaymentDate, sql.placeholder('today')), hasNotEnded);

/** The condition that an active subscription ended before `today`. The constants let SQLite use a partial index. */
export const hasEnded = and(
  lt(subscriptions.endsOn, sql.placeholder('today')),
  sql`${subscriptions.endsOn} is not null and ${subscriptions.status} = 'active'`,
);
