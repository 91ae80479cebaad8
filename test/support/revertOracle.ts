import { changedFields, collectLaterChanges, decideRevert as decide } from '../../src/core/audit/revert.ts';
import {
  patchOf,
  revertibleFields,
  valueChangeOf,
  valuesOf,
  type RecordedUpdate,
} from '../../src/modules/subscriptions/rules/revert.ts';
import { detailNames } from '../../src/modules/subscriptions/detailModel.ts';
import type { Detailed } from '../../src/modules/subscriptions/rules/details.ts';
import { writableFieldsInOrder } from '../../src/modules/subscriptions/model.ts';
import { viewSubscription } from '../../src/modules/subscriptions/rules/subscription.ts';

/** An update in a trail. */
export interface TrailUpdate extends RecordedUpdate {
  readonly entryId: string;
  /** The entry of the update that it reverts, if any. */
  readonly reverts?: string;
}

const revertedSequence = 1000;

/** The product's decision on a revert. The later updates are passed one by one, the oldest first, like in the store. */
export function decideRevert(stored: Detailed, update: TrailUpdate | RecordedUpdate, later: readonly TrailUpdate[]) {
  const change = valueChangeOf(update);
  const changed = changedFields(revertibleFields, change);
  if (changed.length === 0) return 'unchanged';
  const changes = collectLaterChanges(revertedSequence);
  const numbers = new Map(later.map(({ entryId }, place) => [entryId, revertedSequence + 1 + place * 3]));
  if ('entryId' in update) numbers.set(update.entryId, revertedSequence);
  for (const one of later.toReversed()) {
    changes.add({
      sequence: numbers.get(one.entryId) ?? 0,
      entryId: one.entryId,
      reverts: one.reverts === undefined ? null : (numbers.get(one.reverts) ?? 1),
      changed: changedFields(revertibleFields, valueChangeOf(one)),
    });
  }
  const decision = decide(changed, valuesOf(stored), change, changes.result());
  return 'restored' in decision ? patchOf(stored.subscription, decision.restored) : decision;
}

type Values = Readonly<Record<string, unknown>>;

/** The values of fields and details before and after an update; a renewal tells of the anchor day only. */
function statesOf(update: RecordedUpdate) {
  const anchorDays = update.renewal?.anchorDay;
  const of = (state: 'before' | 'after'): Values => ({
    ...update[state],
    ...(update.details?.[state] ?? (anchorDays !== undefined && { anchorDay: anchorDays[state] })),
  });
  return { before: of('before'), after: of('after') };
}

/** The names of the fields and details that an update changed. */
function changedBy(update: RecordedUpdate): readonly string[] {
  const { before, after } = statesOf(update);
  return [...writableFieldsInOrder, ...detailNames].filter((name) => !Bun.deepEquals(before[name], after[name]));
}

type ExpectedRevert =
  | 'unchanged'
  | { readonly overwritten: readonly string[]; readonly revertedBy?: string }
  | { readonly patch: Values; readonly details: Values };

/** The expected decision: the later updates count that no other update has reverted. */
export function expectedRevert(stored: Detailed, update: TrailUpdate, later: readonly TrailUpdate[]): ExpectedRevert {
  const now: Values = { ...viewSubscription(stored.subscription), ...stored.details };
  const { before, after } = statesOf(update);
  const changed = changedBy(update);
  if (changed.length === 0) return 'unchanged';
  const meant = stillMeant(later);
  const decidedSince = new Set(meant.flatMap(changedBy));
  const overwritten = changed.filter((name) => !Bun.deepEquals(now[name], after[name]) || decidedSince.has(name));
  const revertedBy = meant.find(({ reverts }) => reverts === update.entryId)?.entryId;
  if (overwritten.length > 0) return { overwritten, ...(revertedBy !== undefined && { revertedBy }) };
  const restored = (names: readonly string[]) =>
    Object.fromEntries(
      names.filter((name) => changed.includes(name)).map((name) => [name, before[name] ?? null] as const),
    );
  const patch = restored(writableFieldsInOrder);
  return { patch, details: { ...keptBeside(patch, now), ...restored(detailNames) } };
}

/** The stored details that the patch would clear if the revert did not name them. */
function keptBeside(patch: Values, now: Values): Values {
  if (!['lastPaymentDate', 'period', 'customDate'].some((name) => name in patch)) return {};
  const isCustom = { ...now, ...patch }['period'] === 'custom';
  const kept = isCustom ? ['anchorDay', 'everyMonths'] : ['anchorDay'];
  return Object.fromEntries(kept.filter((name) => now[name] !== null).map((name) => [name, now[name]]));
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
