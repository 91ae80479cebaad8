/** The values of fields, by name. A field without a value is null or absent. */
export type Values = Readonly<Record<string, unknown>>;

/** The values of fields before and after an update; those that it did not concern may be absent from both. */
export interface ValueChange {
  readonly before: Values;
  readonly after: Values;
}

/** What a revert needs to know of an update that follows the one to revert. */
export interface LaterUpdate {
  /** The sequence number of its audit entry; a later entry has a higher number. */
  readonly sequence: number;
  /** The id of its audit entry; may be null when it reverts nothing. */
  readonly entryId: string | null;
  /** The sequence number of the entry that it reverts; null when it reverts nothing. */
  readonly reverts: number | null;
  /** The fields that it changed. */
  readonly changed: readonly string[];
}

/** The effect of the later updates on a revert. */
export interface LaterChanges {
  /** The fields that they changed and that were not reverted since. */
  readonly decided: ReadonlySet<string>;
  /** The entry of the later update that reverted this one, if that revert still holds. */
  readonly revertedBy: string | undefined;
}

/** Either the values that revert an update, or the fields that later writes changed. */
export type RevertDecision =
  { readonly restored: Values } | { readonly overwritten: readonly string[]; readonly revertedBy?: string };

/** Those of some fields that an update changed. */
export function changedFields(fields: readonly string[], { before, after }: ValueChange): readonly string[] {
  return fields.filter((field) => !isSame(before[field], after[field]));
}

/**
 * Decides how to revert an update. It restores only the fields that the update changed; each must have the value that
 * the update gave it, and no later update may have changed it.
 *
 * @param changed the fields that the update changed
 * @param now the present values
 */
export function decideRevert(
  changed: readonly string[],
  now: Values,
  { before, after }: ValueChange,
  { decided, revertedBy }: LaterChanges,
): RevertDecision {
  // A value that was changed and changed back looks untouched, but a later write decided it.
  const overwritten = changed.filter((field) => !isSame(now[field], after[field]) || decided.has(field));
  if (overwritten.length > 0) return revertedBy === undefined ? { overwritten } : { overwritten, revertedBy };
  return { restored: Object.fromEntries(changed.map((field) => [field, before[field] ?? null])) };
}

/**
 * Collects the later updates that matter for the revert of the update with this sequence number. Add them newest first.
 * An update that a later one reverted does not count, and neither does that revert.
 */
export function collectLaterChanges(revertedSequence: number) {
  const reverted = new Set<number>();
  const decided = new Set<string>();
  let revertedBy: string | undefined;

  return {
    /** Adds the next older update. */
    add({ sequence, entryId, reverts, changed }: LaterUpdate): void {
      if (reverted.has(sequence)) return;
      if (reverts !== null && reverts > revertedSequence) return void reverted.add(reverts);
      for (const field of changed) decided.add(field);
      if (reverts === revertedSequence) revertedBy ??= entryId ?? undefined;
    },

    /** The result so far. */
    result: (): LaterChanges => ({ decided, revertedBy }),
  };
}

/** Whether two values of a field are the same; a list is compared by its items. */
function isSame(one: unknown = null, other: unknown = null): boolean {
  if (one === other) return true;
  const areObjects = typeof one === 'object' && typeof other === 'object';
  return areObjects && JSON.stringify(one) === JSON.stringify(other);
}
