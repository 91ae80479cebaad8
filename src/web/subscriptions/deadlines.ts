import { daysBetween } from '../../core/billing/days.ts';
import { api, bodyOf } from '../api/client.ts';
import { today } from '../api/session.ts';
import { formatDate, formatDue } from '../format/format.ts';
import { t } from '../messages/messages.ts';
import type { MessageKey } from '../messages/translate.ts';
import type { Deadline, DeadlineKind, Mark } from './marks.ts';

// From here on, a date needs its year to be clear.
const yearUnclearDays = 300;

/** The deadlines from today on, by day. */
export async function loadDeadlines(days: number, signal: AbortSignal): Promise<readonly Deadline[]> {
  return (await bodyOf(api.GET('/api/v1/analytics/deadlines', { params: { query: { days } }, signal }))).deadlines;
}

/** A deadline of this week in words: `Notice by Monday`. */
export function deadlineOfWeek({ kind, date, daysLeft }: Mark): string {
  return t(`subscriptions.deadline.${kind}`, { day: daysLeft < 2 ? formatDue(date) : formatDate(date, 'weekdayName') });
}

/** A deadline in words: `Notice by 3 Mar, 12 days left`. Before an end nothing is to be done. */
export function deadlineWords({ kind, date, daysLeft }: Mark): string {
  const isNear = daysBetween(today.value, date) < yearUnclearDays;
  const text = t(`subscriptions.deadline.${kind}`, { day: formatDate(date, isNear ? 'short' : 'full') });
  if (kind === 'end' || kind === 'price') return text;
  const left =
    daysLeft === 0 ? t('subscriptions.deadline.lastDay') : t('subscriptions.deadline.left', { count: daysLeft });
  return `${text}, ${left}`;
}

const names = {
  notice: 'subscriptions.deadline.name.notice',
  trial_end: 'subscriptions.form.trialEndsOn',
  end: 'subscriptions.form.endsOn',
  price: 'subscriptions.form.priceSteps',
} as const satisfies Record<DeadlineKind, MessageKey>;

/** What a deadline is: `Last day for notice`. */
export function deadlineName(kind: DeadlineKind): string {
  return t(names[kind]);
}

/** A deadline in words where its day is clear: `last day for notice`. */
export function deadlineOfDay(kind: DeadlineKind): string {
  return t(`subscriptions.deadline.today.${kind}`);
}
