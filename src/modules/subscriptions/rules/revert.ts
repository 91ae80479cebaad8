import type { ValueChange, Values } from '../../../core/audit/revert.ts';
import { isCustom } from '../../../core/billing/periodTable.ts';
import type { Detailed, DetailedPatch } from './details.ts';
import { detailNames, type Details, type DetailsPatch } from '../detailModel.ts';
import { writableFieldsInOrder, type SubscriptionPatch, type SubscriptionView } from '../model.ts';
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

/** The fields that a revert restores: of the subscription, and of its details. */
export const revertibleFields: readonly string[] = [...writableFieldsInOrder, ...detailNames];

/** The values of the fields and details before and after an update; a renewal concerns only one of the details. */
export function valueChangeOf({ before, after, details, renewal }: RecordedUpdate): ValueChange {
  const { anchorDay } = renewal ?? {};
  const detailsIn = (state: 'before' | 'after') =>
    details?.[state] ?? (anchorDay !== undefined && { anchorDay: anchorDay[state] });
  return { before: { ...before, ...detailsIn('before') }, after: { ...after, ...detailsIn('after') } };
}

/** The values of the fields and details of a subscription. */
export function valuesOf({ subscription, details }: Detailed): Values {
  return { ...viewSubscription(subscription), ...details };
}

/** The update that gives fields and details these values, and keeps all other details. */
export function patchOf(stored: StoredSchedule, restored: Values): DetailedPatch {
  const of = (names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => name in restored).map((name) => [name, restored[name]]));
  const patch: SubscriptionPatch = of(writableFieldsInOrder);
  return { patch, details: { ...keptDetails(stored, patch), ...of(detailNames) } };
}

type StoredSchedule = Pick<Subscription, 'anchorDay' | 'everyMonths' | 'period'>;

/** The details that the patch would clear, although the reverted update did not concern them. */
function keptDetails({ anchorDay, everyMonths, period }: StoredSchedule, patch: SubscriptionPatch): DetailsPatch {
  if (!touchesSchedule(patch)) return {};
  const keepsMonths = everyMonths !== null && isCustom(patch.period ?? period);
  return { ...(anchorDay !== null && { anchorDay }), ...(keepsMonths && { everyMonths }) };
}
