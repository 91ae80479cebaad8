import type { Signal } from '@preact/signals';
import { Select } from '../../components/Field.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { currencySign } from '../../format/money.ts';
import { t } from '../../messages/messages.ts';

const currenciesInSight = 4;

interface CurrencySwitchProps {
  readonly currencies: readonly string[];
  readonly value: string;
  readonly choice: Signal<string>;
}

/** Chooses the currency of the charts of a page; nothing when there is only one. */
export function CurrencySwitch({ currencies, value, choice }: CurrencySwitchProps) {
  if (currencies.length < 2) return null;
  const isShort = currencies.length <= currenciesInSight;
  const options = currencies.map((one) => ({ value: one, text: isShort ? currencySign(one) : one }));
  const label = t('overview.currency');
  if (isShort) return <Segmented label={label} options={options} choice={choice} value={value} />;
  return (
    <Select
      class="currency-select"
      aria-label={label}
      value={value}
      options={options}
      onChoose={(one) => (choice.value = one)}
    />
  );
}
