import { locale } from '../../messages/language.ts';
import { t } from '../../messages/messages.ts';
import { intervalOf, type Interval, type Unit } from './model/interval.ts';
import type { Status, Subscription } from './model/record.ts';

const intervalTexts = {
  days: 'subscriptions.interval.days',
  weeks: 'subscriptions.interval.weeks',
  months: 'subscriptions.interval.months',
  years: 'subscriptions.interval.years',
} as const;

const unitTexts = {
  days: 'subscriptions.unit.days',
  weeks: 'subscriptions.unit.weeks',
  months: 'subscriptions.unit.months',
  years: 'subscriptions.unit.years',
} as const;

const statusTexts = {
  active: 'subscriptions.status.active',
  paused: 'subscriptions.status.paused',
  cancelled: 'subscriptions.status.cancelled',
  overdue: 'subscriptions.status.overdue',
} as const;

/** How often a subscription is billed, in words: `monthly`, `every 3 months`. */
export function intervalWords(record: Parameters<typeof intervalOf>[0]): string {
  const { count, unit }: Interval = intervalOf(record);
  return t(intervalTexts[unit], { count });
}

/** A unit in words, in the form that goes with a number. */
export function unitWords(unit: Unit, count: number): string {
  return t(unitTexts[unit], { count });
}

/** A status, or what the list can be restricted to beside it, in words. */
export function statusWords(status: Status | 'overdue'): string {
  return t(statusTexts[status]);
}

/** The name of a currency after its code: `EUR · Euro`. */
export function currencyWords(currency: Subscription['currency']): string {
  const name = new Intl.DisplayNames(locale.value, { type: 'currency' }).of(currency);
  return name === undefined ? currency : `${currency} · ${name}`;
}

/** A list in words: `a, b and c`. */
export function listWords(parts: readonly string[]): string {
  return new Intl.ListFormat(locale.value).format(parts);
}
