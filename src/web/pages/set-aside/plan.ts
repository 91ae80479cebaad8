import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { byCurrency } from '../../format/currencyOrder.ts';
import { formatDate, money, moneyList } from '../../format/format.ts';
import { isolated } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import type { ShownCurrency } from '../../rates/oneCurrency.ts';
import type { Currency } from '../../subscriptions/fields.ts';
import { sumWords } from '../overview/rangeWords.ts';

/** What to set aside in one currency, as the API has it. */
export type Plan = Schemas['SetAside']['byCurrency'][number];

/** The currency into which a page converts all others; undefined where it shows one of several. */
export function convertedInto(shown: ShownCurrency | undefined): Currency | undefined {
  return shown?.only === undefined ? shown?.currency : undefined;
}

interface PlanOptions {
  /** What is in the pot today. */
  readonly start?: number;
  /** The currency into which those with an exchange rate are converted. */
  readonly into?: Currency | undefined;
}

/** Loads what to set aside in each currency, in the order of currencies, or in one. */
export async function loadPlans(signal: AbortSignal, { start = 0, into }: PlanOptions): Promise<readonly Plan[]> {
  const query = { include: 'largest', ...(start > 0 && { start }), ...(into && { currency: into }) } as const;
  const { setAside } = await bodyOf(api.GET('/api/v1/analytics/set-aside', { params: { query }, signal }));
  return setAside.byCurrency.toSorted(byCurrency);
}

/** Some currencies in the order of currencies. */
export function inOrderOfCurrencies(currencies: readonly string[]): readonly string[] {
  return currencies
    .map((currency) => ({ currency }))
    .toSorted(byCurrency)
    .map(({ currency }) => currency);
}

/** What some plans say: the sums, the largest payment of the first one, and what they do not cover. */
export function planLines(plans: readonly Plan[]): readonly string[] {
  const [first] = plans;
  const sums = plans
    .filter(({ monthly }) => monthly > 0)
    .map(({ currency, monthly: amount }) => ({ currency, amount }));
  const soon = plans
    .filter(({ soon: { total } }) => total > 0)
    .map(({ currency, soon: { total: amount } }) => ({ currency, amount }));
  const start = first?.months[0];
  return [
    ...(sums.length > 0 ? [t('setAside.covers', { sums: sumWords(moneyList(sums), plans.some(isEstimated)) })] : []),
    ...(first?.largest ? [largestText(first, first.largest)] : []),
    ...(start && soon.length > 0
      ? [
          t('setAside.soon', {
            sums: sumWords(moneyList(soon), plans.map((one) => one.soon).some(isEstimated)),
            day: formatDate(`${start.month}-01`, 'dayMonth'),
          }),
        ]
      : []),
  ];
}

const isEstimated = ({ isEstimate }: { readonly isEstimate?: boolean }) => isEstimate === true;

function largestText({ currency }: Plan, { name, date, amount, isEstimate }: NonNullable<Plan['largest']>): string {
  const values = { name: isolated(name), month: formatDate(date, 'longMonth') };
  return t('setAside.largest', { ...values, amount: sumWords(money(amount, currency), isEstimate) });
}
