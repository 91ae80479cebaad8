import {
  eventsIn,
  type CalendarDays,
  type CalendarEvent,
  type CalendarPayments,
  type CalendarRecord,
} from '../../rules/events.ts';
import { dayOfNumber } from '../../../../core/billing/days.ts';
import { amountOf } from '../../../../core/billing/money.ts';
import type { FeedRecord } from '../../model.ts';
import type { Currency } from '../../../subscriptions/model.ts';
import { contentLine, lineEnd, textLine } from './contentLines.ts';

/** A subscription, as its events show it. */
interface ShownRecord extends CalendarRecord {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  /** ISO 8601 UTC. */
  readonly updatedAt: string;
  /** The number of updates of the record and of its payments. */
  readonly revision: number;
}

/** What a calendar is made from. */
export interface CalendarContent {
  readonly feed: FeedRecord;
  readonly days: CalendarDays;
  readonly records: Iterable<ShownRecord>;
  readonly paymentsOf: (subscriptionId: string) => CalendarPayments;
  /** The address of the dashboard, as its users see it; null if the server does not know it. */
  readonly publicUrl: string | null;
}

const ends = `${lineEnd}DTEND;VALUE=DATE:`;
const hourOfAlarm = 9;
const hoursADay = 24;

/**
 * A calendar in the form of RFC 5545: an event that takes all day for each payment that is due or was made. Nothing repeats by a
 * rule, so that a payment on the 31st is on the last day of each shorter month. The same content always gives the same text.
 */
export function renderCalendar({ feed, days, records, paymentsOf, publicUrl }: CalendarContent): string {
  const eventsOf = eventsIn(days);
  const dateOf = datesOf();
  const linkTo = linksTo(publicUrl);
  const parts = [headLines(feed)];
  for (const record of records) {
    const { id, updatedAt } = record;
    const begins = `BEGIN:VEVENT${lineEnd}UID:${id}-`;
    const stamp = contentLine(`DTSTAMP:${updatedAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z`);
    const starts = `@duebook${lineEnd}${stamp}DTSTART;VALUE=DATE:`;
    const restOf = restsOf(record, feed, linkTo(id));
    for (const event of eventsOf(record, paymentsOf(id))) {
      const { dueDay, number, day } = event;
      const copy = number === 1 ? '' : `-${number}`;
      const rest = restOf(event, !event.isPaid && day >= days.today);
      parts.push(begins, dateOf(dueDay), copy, starts, dateOf(day), ends, dateOf(day + 1), rest);
    }
  }
  if (parts.length === 1) parts.push(timeZoneLines());
  parts.push(`END:VCALENDAR${lineEnd}`);
  return parts.join('');
}

function headLines({ name }: FeedRecord): string {
  return [
    contentLine('BEGIN:VCALENDAR'),
    contentLine('VERSION:2.0'),
    contentLine('PRODID:-//Duebook//Calendar feed//EN'),
    contentLine('CALSCALE:GREGORIAN'),
    // The first is that of RFC 7986, the second the one that most programs read.
    textLine('NAME', name),
    textLine('X-WR-CALNAME', name),
    contentLine('REFRESH-INTERVAL;VALUE=DURATION:PT6H'),
    contentLine('X-PUBLISHED-TTL:PT6H'),
  ].join('');
}

/** The lines of UTC, which no event uses: a calendar must have a component. */
function timeZoneLines(): string {
  const standard = ['DTSTART:19700101T000000', 'TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'TZNAME:UTC'];
  const lines = ['BEGIN:VTIMEZONE', 'TZID:UTC', 'BEGIN:STANDARD', ...standard, 'END:STANDARD', 'END:VTIMEZONE'];
  return lines.map(contentLine).join('');
}

/** Gives a function that writes the number of a day as `YYYYMMDD`. */
function datesOf(): (day: number) => string {
  const known = new Map<number, string>();
  return function dateOf(day) {
    let date = known.get(day);
    if (date === undefined) known.set(day, (date = dayOfNumber(day).replaceAll('-', '')));
    return date;
  };
}

/** Gives a function that makes the line with the link to a record, if the server knows its address. */
function linksTo(publicUrl: string | null): (id: string) => string {
  if (publicUrl === null) return () => '';
  const address = publicUrl.replace(/\/$/, '');
  return (id) => contentLine(`URL:${address}/subscriptions?id=${id}`);
}

/**
 * Gives a function that makes the lines of an event after its days. Most events of a subscription have the same as the one
 * before, and looking them up would take longer than all the rest.
 */
function restsOf({ name, category, revision }: ShownRecord, { alarmDaysBefore }: FeedRecord, link: string) {
  const fixed = `SEQUENCE:${revision}${lineEnd}TRANSP:TRANSPARENT${lineEnd}${textLine('CATEGORIES', category)}${link}`;
  let before: { readonly event: CalendarEvent; readonly hasAlarm: boolean; readonly rest: string } | undefined;
  return function restOf(event: CalendarEvent, hasAlarm: boolean): string {
    const { isPaid, amountHundredths, currency } = event;
    if (before !== undefined && before.hasAlarm === hasAlarm && looksLike(before.event, event)) return before.rest;
    const summary = `${isPaid ? '✓ ' : ''}${name}: ${amountText(amountHundredths, currency)}`;
    const alarm = hasAlarm ? alarmLines(summary, alarmDaysBefore) : '';
    const rest = `${lineEnd}${textLine('SUMMARY', summary)}${fixed}${alarm}END:VEVENT${lineEnd}`;
    before = { event, hasAlarm, rest };
    return rest;
  };
}

/** Whether two events of a subscription have the same summary. */
function looksLike(one: CalendarEvent, other: CalendarEvent): boolean {
  return (
    one.isPaid === other.isPaid && one.amountHundredths === other.amountHundredths && one.currency === other.currency
  );
}

const usualDigits = new Map<Currency, number>();

/** An amount with two decimals, or with none in a currency that has none, and the code of the currency. */
function amountText(hundredths: number, currency: Currency): string {
  let digits = usualDigits.get(currency);
  if (digits === undefined) {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    usualDigits.set(currency, (digits = maximumFractionDigits));
  }
  const isWhole = digits === 0 && hundredths % 100 === 0;
  return `${isWhole ? String(amountOf(hundredths)) : amountOf(hundredths).toFixed(2)} ${currency}`;
}

/** The lines of the alarm of an event; none for a feed without alarms. */
function alarmLines(summary: string, daysBefore: number | null): string {
  if (daysBefore === null) return '';
  return [
    contentLine('BEGIN:VALARM'),
    contentLine('ACTION:DISPLAY'),
    textLine('DESCRIPTION', summary),
    contentLine(`TRIGGER:${durationTo(hourOfAlarm - daysBefore * hoursADay)}`),
    contentLine('END:VALARM'),
  ].join('');
}

/** A number of hours from the beginning of the day, as a duration. */
function durationTo(hours: number): string {
  const [days, rest] = [Math.floor(Math.abs(hours) / hoursADay), Math.abs(hours) % hoursADay];
  return `${hours < 0 ? '-' : ''}P${days === 0 ? '' : `${days}D`}T${rest}H`;
}
