import type { CommandOf, OutcomeOf } from '../../commands.ts';
import type { UpdateRecord } from '../../../core/audit/auditEntry.ts';
import { faultInCurrency } from '../../../core/billing/currencies.ts';
import { noDetails, updateDetailed, type Detailed, type DetailedPatch } from './details.ts';
import type { Details } from '../detailModel.ts';
import { touchesSchedule, updateSubscription, type Decision, type Subscription } from './subscription.ts';

type Update = CommandOf<'subscription.update'>;
type Sent = Pick<Update, 'patch' | 'details' | 'currencies'>;
type Refused = Extract<OutcomeOf<'subscription.update'>, { outcome: 'refused' }>;

/** An update that is possible. */
interface DecidedUpdate {
  readonly changed: Subscription;
  /** The details after it, if it concerns them. */
  readonly details: Details | undefined;
  /** What its audit entry records beside the views before and after. */
  readonly recorded: Pick<UpdateRecord, 'patch' | 'details'>;
}

/**
 * Decides on the update of a stored subscription, at an instant.
 *
 * @param findDetails gives its details, which most updates do not need
 */
export function decideUpdate(
  update: Sent & Pick<Update, 'at'>,
  stored: Subscription,
  findDetails: () => Details | undefined,
): DecidedUpdate | Refused {
  const { patch, details: sent = {}, currencies, at } = update;
  const ofCurrency = faultInCurrency(stored.currency, patch.currency, currencies);
  if (ofCurrency !== undefined) return { outcome: 'refused', fault: ofCurrency };
  const before = concernsDetails(update, stored) ? findDetails() : undefined;
  const decision =
    before === undefined
      ? withNoDetails(updateSubscription(stored, patch, at))
      : updateDetailed({ subscription: stored, details: before }, { patch, details: sent }, at);
  if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
  const { subscription: changed, details: after } = decision.value;
  const ofDetails = before === undefined ? {} : { details: JSON.stringify({ before, after, patch: sent }) };
  const details = before === undefined ? undefined : after;
  return { changed, details, recorded: { patch: JSON.stringify(patch), ...ofDetails } };
}

/** A patch of fields and details as an update has it: one that concerns no details names none. */
export function sentOf({ patch, details }: DetailedPatch): Pick<Update, 'patch' | 'details'> {
  return Object.keys(details).length === 0 ? { patch } : { patch, details };
}

/** The decision on a write that changes the record alone, which needs no details. Most writes are of this kind. */
export function withNoDetails(decision: Decision<Subscription>): Decision<Detailed> {
  return 'fault' in decision ? decision : { value: { subscription: decision.value, details: noDetails } };
}

/** Whether an update concerns the details: it names some, or clears those that follow from the dates. */
function concernsDetails({ patch, details }: Sent, { anchorDay, everyMonths }: Subscription): boolean {
  return details !== undefined || (touchesSchedule(patch) && (anchorDay !== null || everyMonths !== null));
}
