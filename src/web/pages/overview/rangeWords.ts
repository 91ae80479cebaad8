import type { Schemas } from '../../api/answers.ts';
import { money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';

/** A sum in words, or about what it is if it is an estimate. */
export function sumWords(sum: string, isEstimate: unknown): string {
  return isEstimate ? t('overview.about', { sum }) : sum;
}

/** From what to what an estimate may be: `€40.00 to €95.00`; undefined for one that has only one amount so far. */
export function rangeWords({ low, high }: Schemas['AmountRange'], currency: string): string | undefined {
  if (low === high) return undefined;
  return t('overview.range', { low: money(low, currency), high: money(high, currency) });
}
