import { daysBetween } from '../../domain/billing/days.ts';
import { openNoticeOf } from '../../domain/subscriptions/notice.ts';
import type { Schemas } from '../api/answers.ts';
import type { Subscription } from './fields.ts';

/** A day until which something must be decided, or on which a subscription ends, as the API answers with it. */
export type Deadline = Schemas['Deadline'];

/** What a deadline is for: giving notice, the end of a trial, or the end of the subscription. */
export type DeadlineKind = Deadline['kind'];

/** A deadline of a subscription, marked where the subscription is listed. */
export type Mark = Pick<Deadline, 'kind' | 'date' | 'daysLeft'>;

/** How many days ahead the overview and the list show the last day for notice. */
export const noticeDaysAhead = 45;

const urgentDays = 14;

/**
 * The deadlines of a subscription that a list marks: its end and a trial always, the last day for notice when it is near.
 *
 * @param today a day `YYYY-MM-DD`
 */
export function marksOf({ status, details }: Pick<Subscription, 'status' | 'details'>, today: string): readonly Mark[] {
  if (details === undefined || status === 'cancelled') return [];
  const { trialEndsOn, endsOn } = details;
  const isActive = status === 'active';
  const found = [
    { kind: 'notice', date: isActive ? openNoticeOf(details, today)?.noticeBy : null, daysAhead: noticeDaysAhead },
    { kind: 'trial_end', date: trialEndsOn, daysAhead: Infinity },
    { kind: 'end', date: isActive ? endsOn : null, daysAhead: Infinity },
  ] as const;
  return found.flatMap(({ kind, date, daysAhead }) => {
    if (typeof date !== 'string') return [];
    const daysLeft = daysBetween(today, date);
    return daysLeft < 0 || daysLeft > daysAhead ? [] : [{ kind, date, daysLeft }];
  });
}

/** Whether little time is left to act. Nothing is to be done before an end that was wanted. */
export function isUrgent({ kind, daysLeft }: Pick<Mark, 'kind' | 'daysLeft'>): boolean {
  return kind !== 'end' && daysLeft <= urgentDays;
}
