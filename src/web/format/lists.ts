import { locale } from '../messages/language.ts';
import { money } from './format.ts';
import { formatWithOneDecimal } from './numbers.ts';
import type { Amount } from './sums.ts';

/** Sums of several currencies beside each other: `€158.98 · US$4.00`. */
export function moneyList(sums: readonly Amount[]): string {
  return sums.map(({ amount, currency }) => money(amount, currency)).join(' · ');
}

/** How many times one amount is another, with one decimal: `2.4`. */
export function times(factor: number): string {
  return formatWithOneDecimal(factor, locale.value);
}
