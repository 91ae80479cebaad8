import { billingOf } from '../../domain/billing/periodTable.ts';
import type { InferSelectModel } from 'drizzle-orm';
import { namesOf } from '../../domain/fields/fieldTable.ts';
import { subscriptionFields } from '../../domain/subscriptions/fields.ts';
import { foldCase, normaliseName } from '../../domain/text/text.ts';
import { viewSubscription, type Subscription } from '../../domain/subscriptions/subscription.ts';
import type { subscriptions } from '../schema/tables/subscriptions.ts';

/** A row of the subscriptions, with everything that it has. */
export type WholeRow = InferSelectModel<typeof subscriptions>;

/** What is read of a row to decide on it: all but its place, its owner, and what is derived from the rest. */
export type SubscriptionRow = Omit<WholeRow, 'sequence' | 'ownerId' | 'nameFolded' | 'nameNormalised' | 'viewJson'>;

/** The subscription that a row holds. */
export function subscriptionOf(row: SubscriptionRow): Subscription {
  const flags: Partial<Record<FlagName, boolean>> = {};
  for (const name of flagNames) flags[name] = row[name] === 1;
  return { ...row, ...billingOf(row), ...(flags as Record<FlagName, boolean>) };
}

/** The values of the row that stores a subscription, with all that is derived for searching, grouping and sending. */
export function rowOf(subscription: Subscription): Omit<WholeRow, 'sequence' | 'ownerId'> {
  const flags: Partial<Record<FlagName, number>> = {};
  for (const name of flagNames) flags[name] = subscription[name] ? 1 : 0;
  return {
    ...subscription,
    ...(flags as Record<FlagName, number>),
    nameFolded: foldCase(subscription.name),
    nameNormalised: normaliseName(subscription.name),
    viewJson: JSON.stringify(viewSubscription(subscription)),
  };
}

type FlagName = {
  [Name in keyof Subscription]: Subscription[Name] extends boolean ? Name : never;
}[keyof Subscription];

// SQLite has no booleans.
const flagNames = namesOf(subscriptionFields).filter(
  (name): name is FlagName => subscriptionFields[name].kind === 'flag',
);
