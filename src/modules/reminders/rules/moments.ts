import { dayOfNumber, lastDayNumber, numberOfDay } from '../../../core/billing/days.ts';
import {
  countedDay,
  dueDays,
  scheduleOf,
  type CountedDay,
  type EndingAnchor,
} from '../../../core/billing/occurrences.ts';
import { instantOnDay, type TimeOfDay } from '../../../core/billing/timeOfDay.ts';
import type { Details } from '../../subscriptions/detailModel.ts';
import type { Status } from '../../subscriptions/model.ts';
import { openNoticeOf, type NoticeDetails } from '../../subscriptions/rules/notice.ts';
import { leadDaysOf, type ReminderEvent } from './events.ts';
import type { Reminder } from './reminder.ts';

/** The facts of a subscription from which its reminders follow; days are `YYYY-MM-DD`. */
export interface RemindedSubscription extends EndingAnchor, NoticeDetails, Pick<Details, 'trialEndsOn'> {
  readonly id: string;
  readonly status: Status;
  readonly notificationEnabled: boolean;
  readonly nextPaymentDate: string;
  /** Whether due payments are recorded automatically, so that it is never overdue. */
  readonly renewsItself: boolean;
}

/** A rule, and the days on which it reminds. */
export interface RuleDays<Rule extends AimedRule> {
  readonly rule: Rule;
  readonly days: readonly ReminderDay[];
}

/** When a rule reminds of what. */
export type AimedRule = Pick<Reminder, 'subscriptionId' | 'event' | 'daysBefore' | 'daysAfter'>;

/** A reminder of one event of one subscription. */
export interface DueReminder<Rule extends AimedRule> {
  readonly rule: Rule;
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
 * Creates a function that finds what some rules remind of, given the facts of a subscription: by event, then by its day. It compares
 * each event with all rules at once, since an owner may have many of both.
 */
export function searchReminders<Rule extends AimedRule>(rules: readonly RuleDays<Rule>[]) {
  const withDays = rules.filter(({ days }) => days.length > 0);
  const plans = Array.from(
    Map.groupBy(withDays, ({ rule }) => rule.event),
    ([event, ofEvent]) => planOf(event, ofEvent),
  );

  return function remindersOf(subscription: RemindedSubscription): readonly DueReminder<Rule>[] {
    return plans.flatMap(({ event, byDay, from, to }) =>
      eventDays(event, subscription, { from, to }).flatMap((day) =>
        (byDay.get(day) ?? [])
          .filter(({ rule }) => rule.subscriptionId === null || rule.subscriptionId === subscription.id)
          .map((due) => ({ ...due, dueOn: dayOfNumber(day) })),
      ),
    );
  };
}

/** What some rules remind of, by the number of the day of their event. */
export function byEventDay<Rule extends AimedRule>(rules: readonly RuleDays<Rule>[]) {
  const byDay = new Map<number, Omit<DueReminder<Rule>, 'dueOn'>[]>();
  for (const { rule, days: reminderDays } of rules)
    for (const days of leadDaysOf(rule))
      for (const { day, moment } of reminderDays) {
        const eventDay = numberOfDay(day) + (rule.event === 'overdue' ? -days : days);
        const due = byDay.get(eventDay) ?? [];
        byDay.set(eventDay, due);
        due.push({ rule, days, moment });
      }
  return byDay;
}

/** The same for rules of one event, with the days to search. */
function planOf<Rule extends AimedRule>(event: ReminderEvent, rules: readonly RuleDays<Rule>[]) {
  const byDay = byEventDay(rules);
  const numbers = Array.from(byDay.keys());
  const [first, last] = [Math.min(...numbers, lastDayNumber), Math.min(Math.max(...numbers), lastDayNumber)];
  return { event, byDay, from: countedDay(first), to: countedDay(last) };
}

/** Whether an event of a subscription is on a day, `YYYY-MM-DD`, so that people may be reminded of it. */
export function hasEvent(event: ReminderEvent, subscription: RemindedSubscription, day: string): boolean {
  const counted = countedDay(numberOfDay(day));
  return eventDays(event, subscription, { from: counted, to: counted }).length > 0;
}

/** Whether an event is over, so that a reminder of it comes too late. An unpaid due date is overdue until it is paid. */
export function isOver(
  event: ReminderEvent,
  { dueOn, today }: { readonly dueOn: string; readonly today: string },
): boolean {
  return event !== 'overdue' && dueOn < today;
}

/** Days from one to another, both included. */
interface DayRange {
  readonly from: CountedDay;
  readonly to: CountedDay;
}

/**
 * The numbers of the days of an event of a subscription in a range, in their order. Only active subscriptions have events; those of
 * payments need `notificationEnabled`.
 */
function eventDays(event: ReminderEvent, subscription: RemindedSubscription, range: DayRange): readonly number[] {
  return subscription.status === 'active' ? daysOf[event](subscription, range) : [];
}

type DaysOfEvent = (subscription: RemindedSubscription, range: DayRange) => readonly number[];

const daysOf: Readonly<Record<ReminderEvent, DaysOfEvent>> = {
  renewal: dueDaysIn,
  overdue(subscription, range) {
    const { nextPaymentDate, renewsItself } = subscription;
    if (renewsItself || inRange(nextPaymentDate, range).length === 0) return [];
    const day = countedDay(numberOfDay(nextPaymentDate));
    return dueDaysIn(subscription, { from: day, to: day });
  },
  trial_end: ({ trialEndsOn }, range) => inRange(trialEndsOn, range),
  end: ({ endsOn }, range) => inRange(endsOn, range),
  cancel_before: noticeDaysIn,
  // Of no subscription: see budgetReminders.
  budget: () => [],
};

function inRange(day: string | null, { from, to }: DayRange): readonly number[] {
  const number = day === null ? undefined : numberOfDay(day);
  return number !== undefined && from.dayNumber <= number && number <= to.dayNumber ? [number] : [];
}

function dueDaysIn(subscription: RemindedSubscription, { from, to }: DayRange): readonly number[] {
  return subscription.notificationEnabled ? dueDays(scheduleOf(subscription), from, to) : [];
}

function noticeDaysIn(subscription: RemindedSubscription, { from, to }: DayRange): readonly number[] {
  const days: number[] = [];
  for (let day = from.dayNumber; day <= to.dayNumber;) {
    const noticeBy = openNoticeOf(subscription, dayOfNumber(day))?.noticeBy;
    const number = noticeBy === undefined ? lastDayNumber + 1 : numberOfDay(noticeBy);
    if (number > to.dayNumber) break;
    days.push(number);
    day = number + 1;
  }
  return days;
}
