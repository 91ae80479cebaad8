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
  /** Whether due payments are recorded automatically, so that it is never overdue. */
  readonly renewsItself: boolean;
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
  /** The instant, in milliseconds since 1970. */
  readonly moment: number;
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
const daysSearchedMax = 401;

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

/**
 * What a rule reminds of on some of its days, given the facts of a subscription: by the day of the event, then in the order of
 * the lead times.
 */
export function remindersOn(
  rule: ReminderRule,
  subscription: RemindedSubscription,
  days: readonly ReminderDay[],
): readonly DueReminder[] {
  const [first, last] = [days[0], days.at(-1)];
  const isOther = rule.subscriptionId !== null && rule.subscriptionId !== subscription.id;
  if (isOther || first === undefined || last === undefined) return [];
  const shifts = rule.leadDays.map((lead) => (rule.event === 'overdue' ? -lead : lead));
  const range = { from: dayAfter(first.day, Math.min(...shifts)), to: dayAfter(last.day, Math.max(...shifts)) };
  const moments = new Map(days.map(({ day, moment }) => [day, moment]));
  return eventDays(rule.event, subscription, range).flatMap((dueOn) =>
    shifts.flatMap((shift) => {
      const moment = moments.get(dayAfter(dueOn, -shift));
      return moment === undefined ? [] : [{ dueOn, days: Math.abs(shift), moment }];
    }),
  );
}

/** Whether an event of a subscription is on a day, `YYYY-MM-DD`, so that people may be reminded of it. */
export function hasEvent(event: ReminderEvent, subscription: RemindedSubscription, day: string): boolean {
  return eventDays(event, subscription, { from: day, to: day }).length > 0;
}

/** Whether an event is over, so that a reminder of it comes too late. An unpaid due date is overdue until it is paid. */
export function isOver(
  event: ReminderEvent,
  { dueOn, today }: { readonly dueOn: string; readonly today: string },
): boolean {
  return event !== 'overdue' && dueOn < today;
}

/** Days from one to another, both included, `YYYY-MM-DD`. */
interface DayRange {
  readonly from: string;
  readonly to: string;
}

/**
 * The days of an event of a subscription in a range, in their order. Only active subscriptions have events; those of payments need
 * `notificationEnabled`.
 */
function eventDays(event: ReminderEvent, subscription: RemindedSubscription, range: DayRange): readonly string[] {
  return subscription.status === 'active' ? daysOf[event](subscription, range) : [];
}

type DaysOfEvent = (subscription: RemindedSubscription, range: DayRange) => readonly string[];

const daysOf: Readonly<Record<ReminderEvent, DaysOfEvent>> = {
  renewal: dueDaysIn,
  overdue(subscription, range) {
    const { nextPaymentDate: day, renewsItself } = subscription;
    return !renewsItself && inRange(day, range).length > 0 ? dueDaysIn(subscription, { from: day, to: day }) : [];
  },
  trial_end: ({ trialEndsOn }, range) => inRange(trialEndsOn, range),
  end: ({ endsOn }, range) => inRange(endsOn, range),
  cancel_before: noticeDaysIn,
};

function inRange(day: string | null, { from, to }: DayRange): readonly string[] {
  return day !== null && from <= day && day <= to ? [day] : [];
}

function dueDaysIn(subscription: RemindedSubscription, { from, to }: DayRange): readonly string[] {
  if (!subscription.notificationEnabled) return [];
  const [first, last] = [countedDay(numberOfDay(from)), countedDay(numberOfDay(to))];
  return dueDays(scheduleOf(subscription), first, last).map(dayOfNumber);
}

function noticeDaysIn(subscription: RemindedSubscription, { from, to }: DayRange): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to;) {
    const noticeBy = noticeToGive(subscription, day)?.noticeBy;
    if (noticeBy === undefined || noticeBy > to) break;
    days.push(noticeBy);
    day = dayAfter(noticeBy, 1);
    // The last day that has a text.
    if (day === noticeBy) break;
  }
  return days;
}
