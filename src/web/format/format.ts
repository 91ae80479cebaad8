import { daysBetween } from '../../domain/billing/days.ts';
import { session, today } from '../api/session.ts';
import { locale } from '../messages/language.ts';
import { t } from '../messages/messages.ts';
import { formatAgo, formatDay, formatDistance, formatInstant, type DayStyle } from './dates.ts';
import { intervalOf, intervalTexts, type BillingPeriod } from './intervals.ts';
import { formatMoney } from './money.ts';
import { formatChange } from './numbers.ts';

/** An amount of money, in the locale of the user. */
export function money(amount: number, currency: string): string {
  return formatMoney(amount, currency, locale.value);
}

/** A day `YYYY-MM-DD`, in the locale of the user. */
export function formatDate(date: string, style: DayStyle = 'full'): string {
  return formatDay(date, locale.value, style);
}

/** When a payment is due, seen from today: `today`, `in 3 days`, `3 days overdue`. */
export function formatDue(date: string): string {
  const days = daysBetween(today.value, date);
  return days < 0 ? t('common.date.overdue', { count: -days }) : formatDistance(days, locale.value);
}

/** An instant in the time zone of the service, in the locale of the user. */
export function formatTime(instant: string): string {
  return formatInstant(instant, locale.value, session.value?.timeZone ?? 'UTC');
}

/** How long ago an instant was, in the locale of the user. */
export function formatSince(instant: string): string {
  return formatAgo(instant, Date.now(), locale.value);
}

/** A change in percent with its sign: `+12.5%`. */
export function formatPercent(change: number): string {
  return formatChange(change / 100, locale.value);
}

/** How often a subscription is paid: `monthly`, `every 3 months`. */
export function formatInterval(billing: BillingPeriod): string {
  const { unit, count } = intervalOf(billing);
  return t(intervalTexts[unit], { count });
}
