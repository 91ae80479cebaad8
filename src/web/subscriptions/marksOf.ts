import { usualDeadlineDays } from '../../modules/analytics/rules/deadlines.ts';
import { daysBetween } from '../../core/billing/days.ts';
import { lacksTermEnd, openNoticeOf } from '../../modules/subscriptions/rules/notice.ts';
import type { Subscription } from './fields.ts';
import type { Mark } from './marks.ts';

// The first view does without this code.

/**
 * The deadlines of a subscription that a list marks: its end and a trial always, the last day for notice when it is near.
 *
 * @param today a day `YYYY-MM-DD`
 * @param noticeDays what is near
 */
export function marksOf(
  { status, details }: Pick<Subscription, 'status' | 'details'>,
  today: string,
  noticeDays = usualDeadlineDays,
): readonly Mark[] {
  if (details === undefined || status === 'cancelled') return [];
  const { trialEndsOn, endsOn } = details;
  const isActive = status === 'active';
  const found = [
    { kind: 'notice', date: isActive ? openNoticeOf(details, today)?.noticeBy : null, daysAhead: noticeDays },
    { kind: 'trial_end', date: trialEndsOn, daysAhead: Infinity },
    { kind: 'end', date: isActive ? endsOn : null, daysAhead: Infinity },
  ] as const;
  return found.flatMap(({ kind, date, daysAhead }) => {
    if (typeof date !== 'string') return [];
    const daysLeft = daysBetween(today, date);
    return daysLeft < 0 || daysLeft > daysAhead ? [] : [{ kind, date, daysLeft }];
  });
}

/** Whether notice must be given in time, and nobody has said when: the end of the term is missing. */
export function lacksNoticeDay({ status, details }: Pick<Subscription, 'status' | 'details'>, today: string): boolean {
  return status === 'active' && details !== undefined && details.endsOn === null && lacksTermEnd(details, today);
}
