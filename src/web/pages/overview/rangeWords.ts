import type { Schemas } from '../../api/answers.ts';
import { money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';

/** From what to what an estimate may be: `€40.00 to €95.00`; undefined for one that has only one amount so far. */
export function rangeWords({ low, high }: Schemas['AmountRange'], currency: string): string | undefined {
  if (low === high) return undefined;
  return t('overview.range', { low: money(low, currency), high: money(high, currency) });
}
