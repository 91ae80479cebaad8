import { writableFieldsInOrder, type SubscriptionPatch, type SubscriptionView, type WritableField } from './fields.ts';
import { viewSubscription, type Subscription } from './subscription.ts';

/** The states around an update, as its audit entry has them. */
export interface RecordedUpdate {
  readonly before: SubscriptionView;
  readonly after: SubscriptionView;
}

/** What a revert has to know of an update that came after the one that it takes back. */
export interface LaterUpdate {
  /** The number of its entry; a later entry has a higher number. */
  readonly sequence: number;
  /** Its entry; may be left out as null when it takes none back. */
  readonly entryId: string | null;
  /** The number of the entry of the update that it takes back; null when it takes none back. */
  readonly reverts: number | null;
  /** The fields that it changed, as {@link fieldBits}. */
  readonly changed: number;
}

/** What the later updates mean for a revert. */
export interface LaterChanges {
  /** The fields that they have changed, and not taken back, as {@link fieldBits}. */
  readonly decided: number;
  /** The entry of the update among them that took the update back, if it still holds. */
  readonly takenBackBy: string | undefined;
}

/** Either the patch that takes an update back, or the fields that something has changed since. */
export type RevertDecision =
  | { readonly patch: SubscriptionPatch }
  | { readonly overwritten: readonly WritableField[]; readonly takenBackBy?: string };

/** The fields that an update changed. */
export function changedFields({ before, after }: RecordedUpdate): readonly WritableField[] {
  return writableFieldsInOrder.filter((field) => before[field] !== after[field]);
}

/** A set of fields as one number: the bit at the position of each field in {@link writableFieldsInOrder}. */
export function fieldBits(fields: readonly WritableField[]): number {
  return fields.reduce((bits, field) => bits | bitOf(field), 0);
}

/**
 * Decides how to take an update back: only the fields that it changed, each of which must be as it left it, and no later
 * update may have changed it. A custom interval belongs to the fields that a change of the period changes.
 */
export function revertUpdate(
  stored: Subscription,
  update: RecordedUpdate,
  { decided, takenBackBy }: LaterChanges,
): RevertDecision {
  const { before, after } = update;
  const now = viewSubscription(stored);
  const changed = changedFields(update);
  // A value that was changed to another one and back again looks untouched, but was decided anew.
  const overwritten = changed.filter((field) => now[field] !== after[field] || (decided & bitOf(field)) !== 0);
  if (overwritten.length > 0) return takenBackBy === undefined ? { overwritten } : { overwritten, takenBackBy };
  return { patch: Object.fromEntries(changed.map((field) => [field, before[field] ?? null])) };
}

/**
 * Collects what later updates mean for the revert of the update with this number. They are added one after the other,
 * the newest first; an update that a later one took back counts as nothing, and so does what took it back. This keeps
 * one bit for each number between the two, so that a long trail needs little memory.
 */
export function collectLaterChanges(revertedSequence: number) {
  let takenBack: Uint8Array | undefined;
  let decided = 0;
  let takenBackBy: string | undefined;

  function takeBack(sequence: number, by: number): void {
    // What is added after this one has a lower number.
    takenBack ??= new Uint8Array(((by - revertedSequence) >>> 3) + 1);
    const place = sequence - revertedSequence;
    takenBack[place >>> 3] = (takenBack[place >>> 3] ?? 0) | (1 << (place & 7));
  }

  function isTakenBack(sequence: number): boolean {
    const place = sequence - revertedSequence;
    return takenBack !== undefined && ((takenBack[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0;
  }

  return {
    /** Adds the next older update. */
    add({ sequence, entryId, reverts, changed }: LaterUpdate): void {
      if (isTakenBack(sequence)) return;
      if (reverts !== null && reverts > revertedSequence) return takeBack(reverts, sequence);
      decided |= changed;
      if (reverts === revertedSequence) takenBackBy ??= entryId ?? undefined;
    },

    /** What they mean so far. */
    result: (): LaterChanges => ({ decided, takenBackBy }),
  };
}

function bitOf(field: WritableField): number {
  return 1 << writableFieldsInOrder.indexOf(field);
}
