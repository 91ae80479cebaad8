import { useSignal } from '@preact/signals';
import { Select } from '../../components/Field.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { currencySign } from '../../format/money.ts';
import { t } from '../../messages/messages.ts';
import { onlyIn, type ShownCurrency } from '../../rates/oneCurrency.ts';
import { useAllInOne } from '../../rates/useAllInOne.ts';

const choicesInSight = 4;
const all = 'all';

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
  const isShort = currencies.length + (whole ? 1 : 0) <= choicesInSight;
  const options = [
    ...(whole ? [{ value: all, text: allText(whole.currency, isShort) }] : []),
    ...currencies.map((one) => ({ value: one, text: isShort ? currencySign(one) : one })),
  ];
  const props = { options, value: shown?.only ?? all };
  const label = t('overview.currency');
  const control = isShort ? (
    <Segmented label={label} choice={choice} {...props} />
  ) : (
    <Select class="currency-select" aria-label={label} onChoose={(one) => (choice.value = one)} {...props} />
  );
  return { shown, control: options.length < 2 ? null : control };
}

function onlyOf(currency: string | undefined): ShownCurrency | undefined {
  return currency === undefined ? undefined : onlyIn(currency);
}

function allText(currency: string, isShort: boolean): string {
  return isShort ? t('rates.all', { sign: currencySign(currency) }) : t('rates.all.code', { currency });
}
