import { dayAfter, numberOfDay } from '../../core/billing/days.ts';
import { countedDay, occurrence, occurrencesThrough, scheduleOf } from '../../core/billing/occurrences.ts';
import { noticeOf } from '../../modules/subscriptions/rules/notice.ts';
import type { Subscription } from './fields.ts';
import { anchorOf } from './schedule.ts';

/** The day on which a cancelled subscription probably ends, and why it is that day. */
interface SuggestedEnd {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Absent for the day before the next payment, and for an end that is noted already. */
  readonly reason?: 'trial' | 'term';
}

/**
 * The last day of a subscription that is cancelled today: that of its trial, that of the term which a notice still ends, else
 * the day before the next payment, which is then not made. An end that is noted already stays.
 */
export function suggestedEnd(record: Subscription, today: string): SuggestedEnd {
  const { endsOn = null, trialEndsOn = null } = record.details ?? {};
  if (endsOn !== null && endsOn >= today) return { day: endsOn };
  const day = dayAfter(nextDueAfter(record, today), -1);
  if (trialEndsOn !== null && trialEndsOn >= today && trialEndsOn <= day) return { day: trialEndsOn, reason: 'trial' };
  const term = record.details && noticeOf(record.details, today)?.termEndsOn;
  return term ? { day: term, reason: 'term' } : { day };
}

/** How many payments of a subscription are due through a day, those that are overdue included. */
export function paymentsThrough(record: Subscription, day: string): number {
  const anchor = anchorOf(record);
  return anchor ? occurrencesThrough(scheduleOf({ ...anchor, endsOn: null }), countedDay(numberOfDay(day))) : 0;
}

/** The first due day after today. A payment that is due today is probably on its way. */
function nextDueAfter(record: Subscription, today: string): string {
  const { nextPaymentDate } = record;
  if (nextPaymentDate > today) return nextPaymentDate;
  const anchor = anchorOf(record);
  return (anchor && occurrence(anchor, paymentsThrough(record, today) + 1)) ?? dayAfter(today, 1);
}
