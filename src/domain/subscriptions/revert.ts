import { isCustom } from '../billing/periodTable.ts';
import { isSameDetail, type Detailed, type DetailedPatch } from './details.ts';
import { detailNames, type DetailField, type Details, type DetailsPatch } from './detailFields.ts';
import { writableFieldsInOrder, type SubscriptionPatch, type SubscriptionView, type WritableField } from './fields.ts';
import { touchesSchedule, viewSubscription, type Subscription } from './subscription.ts';

/** The states before and after an update, as its audit entry records them. */
export interface RecordedUpdate {
  readonly before: SubscriptionView;
  readonly after: SubscriptionView;
  /** The details before and after it, if it concerned them. */
  readonly details?: { readonly before: Details; readonly after: Details };
  /** The renewal that it made. */
  readonly renewal?: { readonly anchorDay: { readonly before: number | null; readonly after: number | null } };
}

/** The name of a field that a revert restores: of the subscription, or of its details. */
export type RevertibleField = WritableField | DetailField;

/** The fields that a revert restores. */
export const revertibleFields: readonly RevertibleField[] = [...writableFieldsInOrder, ...detailNames];

/** What a revert needs to know of an update that follows the one to revert. */
export interface LaterUpdate {
  /** The sequence number of its audit entry; a later entry has a higher number. */
  readonly sequence: number;
  /** The id of its audit entry; may be null when it reverts nothing. */
  readonly entryId: string | null;
  /** The sequence number of the entry that it reverts; null when it reverts nothing. */
  readonly reverts: number | null;
  /** The fields that it changed. */
  readonly changed: readonly RevertibleField[];
}

/** The effect of the later updates on a revert. */
export interface LaterChanges {
  /** The fields that they changed and that were not reverted since. */
  readonly decided: ReadonlySet<RevertibleField>;
  /** The entry of the later update that reverted this one, if that revert still holds. */
  readonly revertedBy: string | undefined;
}

/** Either the change that reverts an update, or the fields that later writes changed. */
export type RevertDecision =
  DetailedPatch | { readonly overwritten: readonly RevertibleField[]; readonly revertedBy?: string };

/** The fields that an update changed. */
export function changedFields(update: RecordedUpdate): readonly RevertibleField[] {
  const { before, after } = update;
  return [
    ...writableFieldsInOrder.filter((field) => before[field] !== after[field]),
    ...detailNames.filter((name) => {
      const change = detailChange(update, name);
      return change !== undefined && !isSameDetail(change.before, change.after);
    }),
  ];
}

/**
 * Decides how to revert an update. It restores only the fields that the update changed; each must have the value that
 * the update gave it, and no later update may have changed it. A custom interval counts as changed when the period
 * changes.
 */
export function revertUpdate(
  stored: Detailed,
  update: RecordedUpdate,
  { decided, revertedBy }: LaterChanges,
): RevertDecision {
  const { before, after } = update;
  const now = viewSubscription(stored.subscription);
  const isNow = (field: RevertibleField): boolean =>
    isDetail(field)
      ? isSameDetail(stored.details[field], detailChange(update, field)?.after ?? null)
      : now[field] === after[field];
  const changed = changedFields(update);
  // A value that was changed and changed back looks untouched, but a later write decided it.
  const overwritten = changed.filter((field) => !isNow(field) || decided.has(field));
  if (overwritten.length > 0) return revertedBy === undefined ? { overwritten } : { overwritten, revertedBy };
  const patch: SubscriptionPatch = Object.fromEntries(
    changed.filter(isField).map((field) => [field, before[field] ?? null]),
  );
  const restored = changed.filter(isDetail).map((name) => [name, detailChange(update, name)?.before ?? null]);
  return { patch, details: { ...keptDetails(stored.subscription, patch), ...Object.fromEntries(restored) } };
}

/** The details that the patch of a revert would clear, although the reverted update did not concern them. */
function keptDetails({ anchorDay, everyMonths, period }: Subscription, patch: SubscriptionPatch): DetailsPatch {
  if (!touchesSchedule(patch)) return {};
  const keepsMonths = everyMonths !== null && isCustom(patch.period ?? period);
  return { ...(anchorDay !== null && { anchorDay }), ...(keepsMonths && { everyMonths }) };
}

/**
 * Collects the later updates that matter for the revert of the update with this sequence number. Add them newest first.
 * An update that a later one reverted does not count, and neither does that revert. Memory: one bit for each sequence
 * number in between.
 */
export function collectLaterChanges(revertedSequence: number) {
  let reverted: Uint8Array | undefined;
  const decided = new Set<RevertibleField>();
  let revertedBy: string | undefined;

  function markReverted(sequence: number, by: number): void {
    // Entries that are added after this one have lower numbers.
    reverted ??= new Uint8Array(((by - revertedSequence) >>> 3) + 1);
    const place = sequence - revertedSequence;
    reverted[place >>> 3] = (reverted[place >>> 3] ?? 0) | (1 << (place & 7));
  }

  function isReverted(sequence: number): boolean {
    const place = sequence - revertedSequence;
    return reverted !== undefined && ((reverted[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0;
  }

  return {
    /** Adds the next older update. */
    add({ sequence, entryId, reverts, changed }: LaterUpdate): void {
      if (isReverted(sequence)) return;
      if (reverts !== null && reverts > revertedSequence) return markReverted(reverts, sequence);
      for (const field of changed) decided.add(field);
      if (reverts === revertedSequence) revertedBy ??= entryId ?? undefined;
    },

    /** The result so far. */
    result: (): LaterChanges => ({ decided, revertedBy }),
  };
}

function isField(field: RevertibleField): field is WritableField {
  return !isDetail(field);
}

function isDetail(field: RevertibleField): field is DetailField {
  return detailNames.some((name) => name === field);
}

/** A detail before and after an update, which may be a renewal; undefined when the update did not concern it. */
function detailChange({ details, renewal }: RecordedUpdate, name: DetailField) {
  if (details !== undefined) return { before: details.before[name], after: details.after[name] };
  return name === 'anchorDay' ? renewal?.anchorDay : undefined;
}
