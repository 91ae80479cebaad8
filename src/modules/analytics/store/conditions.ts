import { and, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import { subscriptions } from '../../subscriptions/table.ts';

const { ownerId, status, nextPaymentDate } = subscriptions;
const { period, customDays, everyMonths, lastPaymentDate, anchorDay, endsOn, currency } = subscriptions;
const { amountHundredths, priceSteps, earlierPrices } = subscriptions;

/** The condition that a subscription is one of the owner `ownerId`, and active. */
export const isActive = and(eq(ownerId, sql.placeholder('ownerId')), eq(status, 'active'));

/** The condition that the next payment of a subscription is not due after its end. */
export const hasNotEnded = or(isNull(endsOn), gte(endsOn, nextPaymentDate));

/** The condition that a subscription of the owner is overdue on the day `today`. */
export const isOverdue = and(isActive, lt(nextPaymentDate, sql.placeholder('today')), hasNotEnded);

/** The columns of a subscription's schedule and of what is paid by it. */
export const scheduleColumns = {
  period,
  customDays,
  everyMonths,
  lastPaymentDate,
  anchorDay,
  endsOn,
  currency,
  amountHundredths,
  priceSteps,
  earlierPrices,
};
