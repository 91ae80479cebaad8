import type { AuditAction } from '../../../core/audit/auditEntry.ts';
import type { Details } from '../detailModel.ts';
import type { SubscriptionView } from '../model.ts';

/** The changes of subscriptions that webhooks can get. */
export const subscriptionEvents = [
  'subscription.created',
  'subscription.updated',
  'subscription.renewed',
  'subscription.deleted',
] as const;

/** What a webhook gets of a change. */
interface SubscriptionChange {
  readonly event: (typeof subscriptionEvents)[number];
  readonly data: {
    /** The subscription after the change; before it, if it is deleted. */
    readonly subscription: SubscriptionView;
    /** The subscription before an update or a renewal. */
    readonly previous?: SubscriptionView;
    /** The details after the change and before it, if it concerned them. */
    readonly details?: Details;
    readonly previousDetails?: Details;
    /** The payment of a renewal; `steps` when there are several, `skipped` for due dates before it that passed without one. */
    readonly renewal?: RecordedRenewal;
  };
}

interface RecordedRenewal {
  readonly dueOn: string;
  readonly paidOn: string | null;
  readonly steps?: number;
  readonly skipped?: number;
}

/** What an audit entry records. */
interface Recorded {
  /** Of an update. */
  readonly before?: SubscriptionView;
  readonly after: SubscriptionView;
  /** Without `before` for a creation. */
  readonly details?: { readonly before?: Details; readonly after: Details };
  readonly renewal?: RecordedRenewal;
  /** The id of the entry that it reverts. */
  readonly reverts?: string;
}

/** The change that an audit entry of a subscription records. A revert is an update, also that of a renewal. */
export function changeOfEntry(action: AuditAction, metadata: string): SubscriptionChange {
  const { before: previous, after: subscription, details, renewal, reverts } = JSON.parse(metadata) as Recorded;
  const data = {
    subscription,
    ...(previous !== undefined && { previous }),
    ...(details !== undefined && { details: details.after }),
    ...(details?.before !== undefined && { previousDetails: details.before }),
  };
  if (action === 'subscription.create') return { event: 'subscription.created', data };
  if (renewal === undefined || reverts !== undefined) return { event: 'subscription.updated', data };
  const { dueOn, paidOn, steps, skipped } = renewal;
  const made = { dueOn, paidOn, ...(steps !== undefined && { steps }), ...(skipped !== undefined && { skipped }) };
  return { event: 'subscription.renewed', data: { ...data, renewal: made } };
}

/** The deletion of a subscription, given its last view as JSON. */
export function deletionOf(viewJson: string): SubscriptionChange {
  return { event: 'subscription.deleted', data: { subscription: JSON.parse(viewJson) as SubscriptionView } };
}
