import { afterPaymentOn } from '../billing/anchors.ts';
import { dayAfter } from '../billing/days.ts';
import { occurrence } from '../billing/occurrences.ts';
import type { Subscription } from './subscription.ts';

/** What a client says about a payment that was made; days are `YYYY-MM-DD`. */
export interface PaymentMade {
  /** The due date of the payment; without it, the next payment, which must be due by today. */
  readonly dueOn?: string;
  /** The day of the payment. */
  readonly paidOn?: string;
  /** What was paid, in hundredths of the subscription's currency, if it is not the amount of the subscription. */
  readonly amountHundredths?: number;
  /** Whether the next due date is counted from the day of the payment. */
  readonly reschedule?: boolean;
}

/** Why a payment cannot be recorded. */
export type RenewalRefusal =
  /** The subscription is paused or cancelled. */
  | 'notActive'
  /** The next payment has another due date. */
  | 'otherDueDate'
  /** The next payment is due after today, and the client did not name its due date. */
  | 'notDue'
  /** The next payment would be due after the end of the subscription. */
  | 'ended'
  /** The payment after it would be due after 9999-12-31. */
  | 'lastPossible'
  /** The day of the payment is not after the last one. */
  | 'paidTooEarly'
  /** The day of the payment is after tomorrow. */
  | 'paidTooLate';

/** A renewal: the due date and the day of the payment, and the subscription after it. */
export interface Renewal {
  readonly dueOn: string;
  readonly paidOn: string;
  readonly renewed: Subscription;
}

/** The time of a renewal: the current day in the server's time zone, `YYYY-MM-DD`, and the instant, ISO 8601 UTC. */
export interface RenewalTime {
  readonly today: string;
  readonly at: string;
}

/** Records that the next payment was made: it becomes the last payment, and the following occurrence the next one. */
export function renew(
  stored: Subscription,
  made: PaymentMade,
  { today, at }: RenewalTime,
): Renewal | { readonly refusal: RenewalRefusal } {
  const refusal = refusalOfDue(stored, made, today);
  if (refusal !== undefined) return { refusal };
  const { nextPaymentDate: dueOn, lastPaymentDate } = stored;
  const isRescheduled = made.reschedule === true;
  const paidOn = made.paidOn ?? (isRescheduled || today < dueOn ? today : dueOn);
  const dates = isRescheduled ? { lastPaymentDate: paidOn, anchorDay: null } : afterPaymentOn(stored, dueOn);
  const nextPaymentDate = occurrence({ ...stored, ...dates }, 1);
  if (nextPaymentDate === undefined) return { refusal: 'lastPossible' };
  // Without reschedule, a payment without a day may be one of several that are made in advance.
  const isOrdered = made.paidOn !== undefined || isRescheduled;
  if (isOrdered && paidOn <= lastPaymentDate) return { refusal: 'paidTooEarly' };
  if (isPaidTooLate(paidOn, today)) return { refusal: 'paidTooLate' };
  return { dueOn, paidOn, renewed: { ...stored, ...dates, nextPaymentDate, updatedAt: at } };
}

function refusalOfDue(stored: Subscription, made: PaymentMade, today: string): RenewalRefusal | undefined {
  const { nextPaymentDate, endsOn } = stored;
  if (stored.status !== 'active') return 'notActive';
  if (made.dueOn !== undefined && made.dueOn !== nextPaymentDate) return 'otherDueDate';
  if (made.dueOn === undefined && nextPaymentDate > today) return 'notDue';
  return endsOn !== null && nextPaymentDate > endsOn ? 'ended' : undefined;
}

/** Whether the day of a payment is after tomorrow. Tomorrow is allowed, because clients may be in another time zone. */
export function isPaidTooLate(paidOn: string, today: string): boolean {
  return paidOn > dayAfter(today, 1);
}

/** The facts of a renewal for the audit trail. */
interface RenewalFacts {
  /** The due date of the payment; of the last one when there are several. */
  readonly dueOn: string;
  /** The day of that payment; null when no payment was made. */
  readonly paidOn: string | null;
  /** The number of payments, when there are several. */
  readonly steps?: number;
  /** The number of due dates before it that passed without a payment. */
  readonly skipped?: number;
  /** The id of the entry of the renewal, in the entry of its revert and of every revert that follows from it. */
  readonly entryId?: string;
}

/** What the audit entry of a renewal records, beside the views before and after it. */
export type RenewalRecord = RenewalFacts & {
  readonly [Name in 'anchorDay' | 'nextPaymentDate']: {
    readonly before: Subscription[Name];
    readonly after: Subscription[Name];
  };
};

/** Describes a renewal for the audit trail. */
export function recordRenewal(before: Subscription, after: Subscription, facts: RenewalFacts): RenewalRecord {
  return {
    ...facts,
    anchorDay: { before: before.anchorDay, after: after.anchorDay },
    nextPaymentDate: { before: before.nextPaymentDate, after: after.nextPaymentDate },
  };
}

/** Describes the revert of a renewal, or of such a revert, for the audit trail. The renewal names its entry. */
export function recordRevertedRenewal(
  { anchorDay: _anchorDay, nextPaymentDate: _nextPaymentDate, ...facts }: RenewalRecord & { readonly entryId: string },
  before: Subscription,
  after: Subscription,
): RenewalRecord {
  return recordRenewal(before, after, facts);
}
