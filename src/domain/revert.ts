import { viewSubscription, writableFieldsInOrder } from './subscription.ts';
import type { Subscription, SubscriptionPatch, SubscriptionView } from './subscription.ts';

/** The name of a field that a client may write. */
export type WritableField = (typeof writableFieldsInOrder)[number];

/** The states around an update, as its audit entry has them. */
export interface RecordedUpdate {
  readonly before: SubscriptionView;
  readonly after: SubscriptionView;
}

/** Either the patch that takes an update back, or the fields that something has changed since; none when it had changed nothing. */
export type RevertDecision =
  { readonly patch: SubscriptionPatch } | { readonly overwritten: readonly WritableField[] } | 'unchanged';

/**
 * Decides how to take an update back: only the fields that it changed, each of which must still be as it left it.
 * A custom interval belongs to the fields that a change of the period changes.
 */
export function revertUpdate(stored: Subscription, { before, after }: RecordedUpdate): RevertDecision {
  const now = viewSubscription(stored);
  const changed = writableFieldsInOrder.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return 'unchanged';
  const overwritten = changed.filter((field) => now[field] !== after[field]);
  if (overwritten.length > 0) return { overwritten };
  return { patch: Object.fromEntries(changed.map((field) => [field, before[field] ?? null])) };
}
