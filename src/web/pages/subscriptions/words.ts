import { locale } from '../../messages/language.ts';
import { t } from '../../messages/messages.ts';
import { intervalOf, type Interval } from './model/interval.ts';
import type { Status, Subscription } from './model/record.ts';

/** How often a subscription is billed, in words: `monthly`, `every 3 months`. */
export function intervalWords(record: Parameters<typeof intervalOf>[0]): string {
  const { count, unit }: Interval = intervalOf(record);
  return t(`subscriptions.interval.${unit}`, { count });
}

/** A status in words. */
export function statusWords(status: Status): string {
  return t(`subscriptions.status.${status}`);
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
