import { changedFields, collectLaterChanges, fieldBits, revertUpdate } from '../../src/domain/subscriptions/revert.ts';
import type { RecordedUpdate } from '../../src/domain/subscriptions/revert.ts';
import { viewSubscription, type Subscription } from '../../src/domain/subscriptions/subscription.ts';

/** An update in a trail. */
export interface TrailUpdate extends RecordedUpdate {
  readonly entryId: string;
  /** The entry of the update that it reverts, if any. */
  readonly reverts?: string;
}

const revertedSequence = 1000;

/** The product's decision on a revert. The later updates are passed one by one, the oldest first, like in the store. */
export function decideRevert(
  stored: Subscription,
  update: TrailUpdate | RecordedUpdate,
  later: readonly TrailUpdate[],
) {
  if (changedFields(update).length === 0) return 'unchanged';
  const changes = collectLaterChanges(revertedSequence);
  const numbers = new Map(later.map(({ entryId }, place) => [entryId, revertedSequence + 1 + place * 3]));
  if ('entryId' in update) numbers.set(update.entryId, revertedSequence);
  for (const one of later.toReversed()) {
    changes.add({
      sequence: numbers.get(one.entryId) ?? 0,
      entryId: one.entryId,
      reverts: one.reverts === undefined ? null : (numbers.get(one.reverts) ?? 1),
      changed: fieldBits(changedFields(one)),
    });
  }
  return revertUpdate(stored, update, changes.result());
}

/** The expected decision: the later updates count that no other update has reverted. */
export function expectedRevert(stored: Subscription, update: TrailUpdate, later: readonly TrailUpdate[]) {
  const now = viewSubscription(stored);
  const changed = changedFields(update);
  if (changed.length === 0) return 'unchanged';
  const meant = stillMeant(later);
  const decidedSince = new Set(meant.flatMap(changedFields));
  const overwritten = changed.filter((field) => now[field] !== update.after[field] || decidedSince.has(field));
  const revertedBy = meant.find(({ reverts }) => reverts === update.entryId)?.entryId;
  if (overwritten.length > 0) return { overwritten, ...(revertedBy !== undefined && { revertedBy }) };
  return { patch: Object.fromEntries(changed.map((field) => [field, update.before[field] ?? null])) };
}

function stillMeant(updates: readonly TrailUpdate[]): readonly TrailUpdate[] {
  const ids = new Set(updates.map(({ entryId }) => entryId));
  const takenBack = new Set<string>();
  return updates.toReversed().filter(({ entryId, reverts }) => {
    if (takenBack.has(entryId)) return false;
    if (reverts === undefined || !ids.has(reverts)) return true;
    takenBack.add(reverts);
    return false;
  });
}
