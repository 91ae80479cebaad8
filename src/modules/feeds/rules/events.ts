import { numberOfDay } from '../../../core/billing/days.ts';
import {
  countedDay,
  dueDays,
  scheduleOf,
  type CountedDay,
  type EndingAnchor,
} from '../../../core/billing/occurrences.ts';
import { amountOn, type Prices } from '../../../core/billing/prices.ts';
import type { FeedRecord } from '../model.ts';
import type { Payment } from '../../payments/model.ts';
import type { Currency, Status } from '../../subscriptions/model.ts';

/** The days of a calendar, as day numbers. */
export interface CalendarDays {
  readonly today: number;
  readonly first: number;
  readonly last: number;
}

/** A subscription, as its events need it. */
export interface CalendarRecord extends EndingAnchor, Prices {
  readonly status: Status;
  readonly currency: Currency;
}

/** A payment made, as its event needs it. */
export interface CalendarPayment extends Pick<Payment, 'dueOn' | 'paidOn' | 'amountHundredths' | 'currency'> {
  /** 1; or more if payments with the same due date were recorded before it, on whichever days they were made. */
  readonly number: number;
}

/** The payments of a subscription, as its events need them. */
export interface CalendarPayments {
  /** Those that were made in the days of the calendar, in the order in which they were recorded. */
  readonly made: readonly CalendarPayment[];
  /** How many there are, on whichever days they were made, with a due date that is still due: by the number of that day. */
  readonly ofDueDays: ReadonlyMap<number, number>;
}

/**
 * A payment in a calendar: one that is due, or one that was made. The due date and the number identify it for good among those of
 * its subscription: it is the same event after its payment is made, and after its subscription changes.
 */
export interface CalendarEvent {
  /** The number of the day on which it is, or was, due. */
  readonly dueDay: number;
  /** 1; or more if there are payments with the same due date before it, because one has moved the schedule. */
  readonly number: number;
  /** The number of the day that it is shown on: the due date, or the day of the payment. */
  readonly day: number;
  readonly isPaid: boolean;
  readonly amountHundredths: number;
  readonly currency: Currency;
}

/** The days of a feed on a day, `YYYY-MM-DD`. */
export function calendarDays({ daysBack, daysAhead }: FeedRecord, today: string): CalendarDays {
  const day = numberOfDay(today);
  return { today: day, first: day - daysBack, last: day + daysAhead };
}

/** A limit on the due payments of a calendar: the sum of their sizes, and the size of each one of a record. */
export interface DueLimit<Record> {
  readonly sizeMax: number;
  readonly sizeOf: (record: Record) => number;
}

/**
 * The same days, up to the last one with which the due payments of the records are within a limit. It takes a time that is
 * bounded by the number of records and by the limit.
 */
export function daysWithin<Record extends CalendarRecord>(
  records: Iterable<Record>,
  days: CalendarDays,
  { sizeMax, sizeOf }: DueLimit<Record>,
): CalendarDays {
  const { first } = days;
  let { last } = days;
  const sizesOn = new Float64Array(Math.max(0, last - first + 1));
  const firstDay = countedDay(first);
  let lastDay = countedDay(last);
  let total = 0;
  for (const record of records) {
    const size = sizeOf(record);
    for (const day of dueDaysOf(record, firstDay, lastDay)) {
      sizesOn[day - first] = (sizesOn[day - first] ?? 0) + size;
      total += size;
    }
    if (total <= sizeMax) continue;
    for (; total > sizeMax; last -= 1) total -= sizesOn[last - first] ?? 0;
    if (last < first) break;
    lastDay = countedDay(last);
  }
  return { ...days, last };
}

/**
 * Gives a function that makes the events of a subscription in some days: first the payments made, on the day of the payment,
 * then the due dates without one. Only active subscriptions have due dates.
 */
export function eventsIn({ first, last }: CalendarDays) {
  const [firstDay, lastDay] = [countedDay(first), countedDay(last)];

  return function eventsOf(record: CalendarRecord, { made, ofDueDays }: CalendarPayments): CalendarEvent[] {
    const { currency } = record;
    const paid = made.map(({ dueOn, paidOn, number, amountHundredths: paidHundredths, currency: paidIn }) => {
      const shown = { day: numberOfDay(paidOn), isPaid: true, amountHundredths: paidHundredths, currency: paidIn };
      return { dueDay: numberOfDay(dueOn), number, ...shown };
    });
    const due = dueDaysOf(record, firstDay, lastDay).map((day) => {
      const number = 1 + (ofDueDays.get(day) ?? 0);
      return { dueDay: day, number, day, isPaid: false, amountHundredths: amountOn(record, day), currency };
    });
    return [...paid, ...due];
  };
}

function dueDaysOf(record: CalendarRecord, first: CountedDay, last: CountedDay): readonly number[] {
  return record.status === 'active' ? dueDays(scheduleOf(record), first, last) : [];
}
