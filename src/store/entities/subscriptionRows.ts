import { billingOf } from '../../domain/billing/periodTable.ts';
import type { InferSelectModel } from 'drizzle-orm';
import { foldCase, normaliseName } from '../../domain/text/text.ts';
import { viewSubscription, type Subscription } from '../../domain/subscriptions/subscription.ts';
import type { subscriptions } from '../schema/tables/subscriptions.ts';

/** A row of the subscriptions, with everything that it has. */
export type WholeRow = InferSelectModel<typeof subscriptions>;

/** What is read of a row to decide on it: all but its place, its owner, and what is derived from the rest. */
export type SubscriptionRow = Omit<WholeRow, 'sequence' | 'ownerId' | 'nameFolded' | 'nameNormalised' | 'viewJson'>;

/** The subscription that a row holds. */
export function subscriptionOf(row: SubscriptionRow): Subscription {
  return {
    ...billingOf(row),
    id: row.id,
    name: row.name,
    category: row.category,
    amountHundredths: row.amountHundredths,
    currency: row.currency,
    lastPaymentDate: row.lastPaymentDate,
    nextPaymentDate: row.nextPaymentDate,
    notificationEnabled: row.notificationEnabled === 1,
    status: row.status,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The values of the row that holds a subscription, with all that is derived for searching, grouping and sending. */
export function rowOf(subscription: Subscription): Omit<WholeRow, 'sequence' | 'ownerId'> {
  return {
    ...subscription,
    notificationEnabled: subscription.notificationEnabled ? 1 : 0,
    nameFolded: foldCase(subscription.name),
    nameNormalised: normaliseName(subscription.name),
    viewJson: JSON.stringify(viewSubscription(subscription)),
  };
}
