import type { Principal } from '../../../core/access/principal.ts';
import type { Currencies } from '../../../core/billing/currencies.ts';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { idempotencyKeyOf } from '../../../core/http/pipeline/writeOptions.ts';
import type { Store } from '../../store.ts';
import type { Restricted, Shown } from '../commands.ts';
import { explainRelation } from '../errors.ts';
import type { SubscriptionPatch } from '../model.ts';
import type { DetailedPatch } from '../rules/details.ts';
import { faultInPatch, faultInPatchAlone, touchesSchedule } from '../rules/subscription.ts';

/** What a write at an instant (ISO 8601 UTC) shows of the details, with the record or without it. */
export function shownAt(at: string, timeZone: string, parts: 'both' | 'details'): Required<Shown>['shows'] {
  return { parts, today: dayOfInstant(at, timeZone) };
}

/** What restricts a change that names a currency which is only kept: the record must have it already. */
export function restrictionOn({ currency }: SubscriptionPatch, { allowed }: Currencies): Restricted {
  return currency === undefined || allowed.includes(currency) ? {} : { currencies: allowed };
}

/** The parts of a request that the check of a change needs. */
interface ChangeContext {
  readonly caller: Principal;
  readonly request: Request;
  readonly params: { readonly id: string };
  readonly query: { readonly dryRun?: 'true' | 'false' };
}

/**
 * Gives a function that checks a change against the stored record, before the quota is charged. It throws the error for
 * fields that do not go together.
 */
export function refuseFaultyChanges({ subscriptions, hasOutcome }: Pick<Store, 'subscriptions' | 'hasOutcome'>) {
  return function refuseFaultyChange(
    { caller, request, params, query }: ChangeContext,
    { patch, details }: DetailedPatch,
  ): void {
    const { everyMonths, priceSteps } = details;
    if (!touchesSchedule(patch) && everyMonths === undefined && priceSteps === undefined) return;
    const faultAlone = faultInPatchAlone(patch, details);
    if (faultAlone !== undefined) throw explainRelation(faultAlone, patch);
    // A replayed request gets its first answer, whatever the record is now.
    const key = query.dryRun === 'true' ? undefined : idempotencyKeyOf(request);
    if (key !== undefined && hasOutcome(caller.ownerId, key)) return;
    const stored = subscriptions.find(caller.ownerId, params.id);
    const fault = stored && faultInPatch(stored, patch, details);
    if (fault !== undefined) throw explainRelation(fault, patch);
  };
}
