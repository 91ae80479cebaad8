import { daysBetween } from '../../core/billing/days.ts';
import { session, today } from '../api/session.ts';
import { locale, t, wordLocale } from '../messages/messages.ts';
import { byCurrency } from './currencyOrder.ts';
import { type BillingPeriod, intervalWords, perMonth } from './intervals.ts';
import {
  type DayStyle,
  formatAgo,
  formatChange,
  formatDay,
  formatDistance,
  formatInstant,
  formatTimeOfDay,
  kept,
  ownTimeZone,
} from './intl.ts';
import { type Amount, formatMoney } from './money.ts';

export function money(amount: number, currency: string): string {
  return formatMoney(amount, currency, locale.value);
}

/** A day `YYYY-MM-DD`, in the locale of the user. */
export function formatDate(date: string, style: DayStyle = 'full'): string {
  return formatDay(date, wordLocale.value, style);
}

/** When a payment is due, seen from today: `today`, `in 3 days`, `3 days overdue`. */
export function formatDue(date: string): string {
  const days = daysBetween(today.value, date);
  return days < 0 ? t('common.date.overdue', { count: -days }) : formatDistance(days, wordLocale.value);
}

/** An instant in the time zone of the service, which is named if it differs from the user's, in the locale of the user. */
export function formatTime(instant: string): string {
  return formatInstant(instant, wordLocale.value, session.value?.timeZone ?? 'UTC', ownTimeZone);
}

/** The time of the day of an instant in the time zone of the service: `14:32`, or `14:32 UTC` if the user's differs. */
export function formatClock(instant: string): string {
  return formatTimeOfDay(instant, wordLocale.value, session.value?.timeZone ?? 'UTC', ownTimeZone);
}

export function formatSince(instant: string): string {
  return formatAgo(instant, Date.now(), wordLocale.value);
}

/** A change in percent with its sign: `+12.5%`. */
export function formatPercent(change: number): string {
  return formatChange(change / 100, locale.value);
}

/** How often a subscription is paid: `monthly`, `every 3 months`. */
export function formatInterval(billing: BillingPeriod): string {
  return intervalWords(billing, t);
}

/** What an amount costs in a month on average; a dash when the page cannot tell. */
export function formatPerMonth(amount: number, currency: string, billing: BillingPeriod): string {
  const monthly = perMonth(amount, billing);
  return monthly === undefined ? '–' : money(monthly, currency);
}

/** Sums of several currencies beside each other, in the order of currencies: `€158.98 · US$4.00`. */
export function moneyList(sums: readonly Amount[]): string {
  return sums
    .toSorted(byCurrency)
    .map(({ amount, currency }) => money(amount, currency))
    .join(' · ');
}

export function totalsList(totals: Readonly<Record<string, number>>): string {
  return moneyList(Object.entries(totals).map(([currency, amount]) => ({ currency, amount })));
}

const lists = kept((tag) => new Intl.ListFormat(tag));

/** A list in words: `a, b and c`. */
export function listWords(parts: readonly string[]): string {
  return lists(wordLocale.value).format(parts);
}

const namesMost = 5;

/** Names in words; of many, the first ones and how many more there are. */
export function shortListWords(names: readonly string[]): string {
  const more = names.length - namesMost;
  const shown = names.slice(0, namesMost);
  return listWords(more < 1 ? shown : [...shown, t('subscriptions.bulk.more', { count: more })]);
}
