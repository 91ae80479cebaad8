import { type Signal, useSignal } from '@preact/signals';
import { Select } from '../../components/Field.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { currencySign } from '../../format/money.ts';
import { t } from '../../messages/messages.ts';
import { onlyIn, type ShownCurrency } from '../../rates/oneCurrency.ts';
import { useAllInOne } from '../../rates/useAllInOne.ts';

const choicesInSight = 4;
/** The choice of all currencies converted into one. */
export const all = 'all';

/**
 * In which currency a page shows its figures, and the control that chooses it: nothing when there is only one. With exchange rates,
 * all currencies are converted into one at first.
 */
export function useShownCurrency(currencies: readonly string[]) {
  const choice = useSignal('');
  const inOne = useAllInOne();
  const chosen = currencies.find((one) => one === choice.value);
  const [first] = currencies;
  // Where all are the same one already, there is nothing to convert.
  const whole = currencies.some((one) => one !== inOne?.currency) ? inOne : undefined;
  const shown: ShownCurrency | undefined = (chosen === undefined ? whole : undefined) ?? onlyOf(chosen ?? first);
  return { shown, control: currencyControl(choice, shown?.only, { currencies, whole: whole?.currency }) };
}

interface Choices {
  readonly currencies: readonly string[];
  /** The currency into which all can be converted; undefined where none can. */
  readonly whole: string | undefined;
}

/**
 * The control that chooses the currency of the figures; null without a choice.
 *
 * @param only the one that is shown; undefined for all converted into one
 */
export function currencyControl(choice: Signal<string>, only: string | undefined, { currencies, whole }: Choices) {
  const isShort = currencies.length + (whole ? 1 : 0) <= choicesInSight;
  const options = [
    ...(whole ? [{ value: all, text: allText(whole, isShort) }] : []),
    ...currencies.map((one) => ({ value: one, text: isShort ? currencySign(one) : one })),
  ];
  if (options.length < 2) return null;
  const props = { options, value: only ?? all };
  const label = t('overview.currency');
  if (isShort) return <Segmented label={label} choice={choice} {...props} />;
  return <Select class="currency-select" aria-label={label} onChoose={(one) => (choice.value = one)} {...props} />;
}

function onlyOf(currency: string | undefined): ShownCurrency | undefined {
  return currency === undefined ? undefined : onlyIn(currency);
}

function allText(currency: string, isShort: boolean): string {
  return isShort ? t('rates.all', { sign: currencySign(currency) }) : t('rates.all.code', { currency });
}
