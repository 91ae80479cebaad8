import { afterPaymentOn } from '../../../core/billing/anchors.ts';
import { dayAfter } from '../../../core/billing/days.ts';
import { occurrence } from '../../../core/billing/occurrences.ts';
import type { Subscription } from './subscription.ts';

/** What a client says about a payment that was made; days are `YYYY-MM-DD`. */
export interface PaymentMade {
  /** The due date of the payment; without it, the next payment, which must be due by today. */
  readonly dueOn?: string;
  /** The day of the payment. */
  readonly paidOn?: string;
  /** What was paid, in hundredths of the subscription's currency, if it is not the amount of the subscription. */
  readonly amountHundredths?: number;
  /** Whether that amount also becomes the one of the subscription. */
  readonly fromNowOn?: boolean;
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

/** The refusal of some renewals, of which none is made. */
export interface RefusedRenewals {
  readonly refusal: RenewalRefusal;
  /** The due date of the payment that is refused. */
  readonly refusedDueOn: string;
  /** How many payments before it could be recorded. */
  readonly possible: number;
}

/**
 * Records that the next payments were made, so many, one after the other: all on the same day and with the same amount, as
 * far as the client names them. With `dueOn`, the due date of the first one, those after it may be due after today.
 */
export function renewSeveral(
  stored: Subscription,
  made: PaymentMade,
  count: number,
  time: RenewalTime,
): { readonly renewals: readonly Renewal[] } | RefusedRenewals {
  const renewals: Renewal[] = [];
  let current = stored;
  while (renewals.length < count) {
    const { nextPaymentDate: dueOn } = current;
    const isFirst = renewals.length === 0;
    const next = isFirst || made.dueOn === undefined ? made : { ...made, dueOn };
    const renewal = renew(current, next, time, isFirst);
    if ('refusal' in renewal) return { ...renewal, refusedDueOn: dueOn, possible: renewals.length };
    renewals.push(renewal);
    current = renewal.renewed;
  }
  return { renewals };
}

/**
 * Records that the next payment was made: it becomes the last payment, and the following occurrence the next one.
 *
 * @param isFirst false for one of several that follows another one
 */
export function renew(
  stored: Subscription,
  made: PaymentMade,
  { today, at }: RenewalTime,
  isFirst = true,
): Renewal | { readonly refusal: RenewalRefusal } {
  const refusal = refusalOfDue(stored, made, today);
  if (refusal !== undefined) return { refusal };
  const { nextPaymentDate: dueOn, lastPaymentDate } = stored;
  const isRescheduled = made.reschedule === true;
  const paidOn = made.paidOn ?? usualDay(dueOn, today, isRescheduled);
  const dates = isRescheduled ? { lastPaymentDate: paidOn, anchorDay: null } : afterPaymentOn(stored, dueOn);
  const nextPaymentDate = occurrence({ ...stored, ...dates }, 1);
  if (nextPaymentDate === undefined) return { refusal: 'lastPossible' };
  // Without reschedule, a payment without a day may be one of several that are made in advance.
  // Of several, only the first one is after the last payment: those after it may be due later than they are paid.
  const isOrdered = isFirst && (made.paidOn !== undefined || isRescheduled);
  if (isOrdered && paidOn <= lastPaymentDate) return { refusal: 'paidTooEarly' };
  if (isPaidTooLate(paidOn, today)) return { refusal: 'paidTooLate' };
  const amountHundredths = amountAfter(stored, made);
  return { dueOn, paidOn, renewed: { ...stored, ...dates, amountHundredths, nextPaymentDate, updatedAt: at } };
}

function amountAfter({ amountHundredths: before }: Subscription, { amountHundredths, fromNowOn }: PaymentMade): number {
  return fromNowOn === true ? (amountHundredths ?? before) : before;
}

/** The day of a payment for which the client names none. */
function usualDay(dueOn: string, today: string, isRescheduled: boolean): string {
  return isRescheduled || today < dueOn ? today : dueOn;
}

function refusalOfDue(stored: Subscription, made: PaymentMade, today: string): RenewalRefusal | undefined {
  const { nextPaymentDate, endsOn } = stored;
  if (stored.status !== 'active') return 'notActive';
  if (made.dueOn !== undefined && made.dueOn !== nextPaymentDate) return 'otherDueDate';
  if (made.dueOn === undefined && nextPaymentDate > today) return 'notDue';
  return endsOn !== null && nextPaymentDate > endsOn ? 'ended' : undefined;
}

/** Whether a payment is to change the amount of the subscription, and does not say to which one. */
export function lacksAmount({ amount, fromNowOn = false }: { readonly amount?: number; readonly fromNowOn?: boolean }) {
  return fromNowOn && amount === undefined;
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
