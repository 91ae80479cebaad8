import { dayAfter, numberOfDay, dayOfNumber } from '../billing/days.ts';
import { countedDay, dueDays, scheduleOf, type EndingAnchor } from '../billing/occurrences.ts';
import { instantOnDay, type TimeOfDay } from '../billing/timeOfDay.ts';
import type { Details } from '../subscriptions/detailFields.ts';
import type { Status } from '../subscriptions/fields.ts';
import { noticeToGive, type NoticeDetails } from '../subscriptions/notice.ts';
import type { ReminderEvent } from './reminderFields.ts';

/** The facts of a subscription from which its reminders follow; days are `YYYY-MM-DD`. */
export interface RemindedSubscription extends EndingAnchor, NoticeDetails, Pick<Details, 'trialEndsOn'> {
  readonly id: string;
  readonly status: Status;
  readonly notificationEnabled: boolean;
  readonly nextPaymentDate: string;
}

/** When a rule reminds of what. */
export interface ReminderRule {
  readonly subscriptionId: string | null;
  readonly event: ReminderEvent;
  /** Days before the event; after it, when that is overdue. */
  readonly leadDays: readonly number[];
}

/** A reminder of one event of one subscription. */
export interface DueReminder {
  /** The day of the event, `YYYY-MM-DD`. */
  readonly dueOn: string;
  /** The lead time by which it is due. */
  readonly days: number;
}

/** A span of time: later than the first instant, up to the second; milliseconds since 1970. */
export interface Span {
  readonly after: number;
  readonly until: number;
}

/** A day on which a rule reminds, `YYYY-MM-DD`, and the instant, in milliseconds since 1970. */
export interface ReminderDay {
  readonly day: string;
  readonly moment: number;
}

/** The most days that a span is searched: the longest lead time, and the days of a year in which a server may be off. */
export const daysSearchedMax = 401;

const millisecondsADay = 24 * 3600 * 1000;

/**
 * The days whose time of day lies in a span, in their order; of a long span the last {@link daysSearchedMax}. A time that a day
 * does not have is the next one that it has; of a time that it has twice, only the first is in it.
 */
export function reminderDaysIn({ after, until }: Span, time: TimeOfDay): readonly ReminderDay[] {
  // No local day is more than a day away from that of UTC.
  const last = Math.floor(until / millisecondsADay) + 1;
  const first = Math.max(Math.floor(after / millisecondsADay) - 1, last - daysSearchedMax - 1);
  const days: ReminderDay[] = [];
  for (let number = first; number <= last; number += 1) {
    const day = dayOfNumber(number);
    const moment = instantOnDay(day, time);
    if (moment > after && moment <= until) days.push({ day, moment });
  }
  return days;
}

/** What a rule reminds of on a day, `YYYY-MM-DD`, given the facts of a subscription. */
export function remindersOn(rule: ReminderRule, subscription: RemindedSubscription, day: string): readonly DueReminder[] {
  if (rule.subscriptionId !== null && rule.subscriptionId !== subscription.id) return [];
  return rule.leadDays
    .map((days) => ({ dueOn: dayAfter(day, rule.event === 'overdue' ? -days : days), days }))
    .filter(({ dueOn }) => hasEvent(rule.event, subscription, dueOn));
}

/**
 * Whether an event of a subscription is on a day, `YYYY-MM-DD`, so that people may be reminded of it. Only active subscriptions
 * have events; those of payments need `notificationEnabled`.
 */
export function hasEvent(event: ReminderEvent, subscription: RemindedSubscription, day: string): boolean {
  return subscription.status === 'active' && eventChecks[event](subscription, day);
}

/** Whether an event is over, so that a reminder of it comes too late. An unpaid due date is overdue until it is paid. */
export function isOver(event: ReminderEvent, { dueOn, today }: { readonly dueOn: string; readonly today: string }): boolean {
  return event !== 'overdue' && dueOn < today;
}

type EventCheck = (subscription: RemindedSubscription, day: string) => boolean;

const eventChecks: Readonly<Record<ReminderEvent, EventCheck>> = {
  renewal: (subscription, day) => subscription.notificationEnabled && isDueOn(subscription, day),
  overdue: (subscription, day) =>
    subscription.notificationEnabled && subscription.nextPaymentDate === day && isDueOn(subscription, day),
  trial_end: ({ trialEndsOn }, day) => trialEndsOn === day,
  end: ({ endsOn }, day) => endsOn === day,
  cancel_before: (subscription, day) => noticeToGive(subscription, day)?.noticeBy === day,
};

function isDueOn(subscription: RemindedSubscription, day: string): boolean {
  const counted = countedDay(numberOfDay(day));
  return dueDays(scheduleOf(subscription), counted, counted).length > 0;
}
