import { viewSubscription, writableFieldsInOrder } from './subscription.ts';
import type { Subscription, SubscriptionPatch, SubscriptionView } from './subscription.ts';

/** The name of a field that a client may write. */
export type WritableField = (typeof writableFieldsInOrder)[number];

/** The states around an update, as its audit entry has them. */
export interface RecordedUpdate {
  readonly before: SubscriptionView;
  readonly after: SubscriptionView;
}

/** An update that is told of by an entry of the trail. */
export interface LaterUpdate extends RecordedUpdate {
  readonly entryId: string;
  /** The entry of the update that it takes back, if it does. */
  readonly reverts?: string;
}

/** Either the patch that takes an update back, or the fields that something has changed since; none when it had changed nothing. */
export type RevertDecision =
  { readonly patch: SubscriptionPatch } | { readonly overwritten: readonly WritableField[] } | 'unchanged';

/**
 * Decides how to take an update back: only the fields that it changed, each of which must be as it left it, and nobody
 * may have decided anything about it since. A custom interval belongs to the fields that a change of the period changes.
 *
 * @param later the updates of the record that came after it, the oldest first
 */
export function revertUpdate(
  stored: Subscription,
  { before, after }: RecordedUpdate,
  later: readonly LaterUpdate[],
): RevertDecision {
  const now = viewSubscription(stored);
  const changed = changedFields({ before, after });
  if (changed.length === 0) return 'unchanged';
  // A value that was changed to another one and back again looks untouched, but was decided anew.
  const decidedSince = new Set(stillMeant(later).flatMap(changedFields));
  const overwritten = changed.filter((field) => now[field] !== after[field] || decidedSince.has(field));
  if (overwritten.length > 0) return { overwritten };
  return { patch: Object.fromEntries(changed.map((field) => [field, before[field] ?? null])) };
}

/** The entry of the later update that took an update back and still holds, if there is one. */
export function takenBackBy(entryId: string, later: readonly LaterUpdate[]): string | undefined {
  return stillMeant(later).find(({ reverts }) => reverts === entryId)?.entryId;
}

function changedFields({ before, after }: RecordedUpdate): readonly WritableField[] {
  return writableFieldsInOrder.filter((field) => before[field] !== after[field]);
}

/** The updates without those that one of them took back, and without what took them back: together they are nothing. */
function stillMeant(updates: readonly LaterUpdate[]): readonly LaterUpdate[] {
  const ids = new Set(updates.map(({ entryId }) => entryId));
  const takenBack = new Set<string>();
  return updates.toReversed().filter(({ entryId, reverts }) => {
    if (takenBack.has(entryId)) return false;
    if (reverts === undefined || !ids.has(reverts)) return true;
    takenBack.add(reverts);
    return false;
  });
}
