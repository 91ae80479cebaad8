import { formatDate, money } from '../format/format.ts';
import type { Unit } from '../format/intervals.ts';
import { kept } from '../format/intl.ts';
import { amountText } from '../format/money.ts';
import { locale, t, tKnown, wordLocale } from '../messages/messages.ts';
import { isEnding, type Status, type Subscription, type Words } from './fields.ts';

const currencyNames = kept((tag) => new Intl.DisplayNames(tag, { type: 'currency' }));

const formatDay = (day: string) => formatDate(day);

export const words: Words = {
  say: t,
  sayKnown: tKnown,
  money,
  amount: (amount) => amountText(amount, locale.value),
  day: formatDay,
};

/** A unit in words, in the form that goes with a number. */
export function unitWords(unit: Unit, count: number): string {
  return t(`subscriptions.unit.${unit}`, { count });
}

/** A status, or what the list can be restricted to beside it, in words. */
export function statusWords(status: Status | 'overdue'): string {
  return t(`subscriptions.status.${status}`);
}

/** The status of a subscription in words; of one that is cancelled and still runs, with its end. */
export function recordStatusWords(record: Pick<Subscription, 'status' | 'details'>): string {
  if (!isEnding(record)) return statusWords(record.status);
  return t('subscriptions.status.ending', { day: formatDate(record.details?.endsOn ?? '') });
}

/** What the button says that notes a cancellation, or changes the end that is noted. */
export function cancelWords(record: Pick<Subscription, 'status' | 'details'>): string {
  return isEnding(record) ? t('subscriptions.action.changeEnd') : t('subscriptions.action.cancel');
}

/** The name of a currency after its code: `EUR · Euro`. */
export function currencyWords(currency: Subscription['currency']): string {
  const name = currencyNames(wordLocale.value).of(currency);
  return name === undefined ? currency : `${currency} · ${name}`;
}
