import { Segmented } from '../../components/Segmented.tsx';
import { currencySign } from '../../format/money.ts';
import { t } from '../../messages/messages.ts';

interface CurrencySwitchProps {
  readonly currencies: readonly string[];
  readonly value: string;
  readonly onChange: (currency: string) => void;
}

const mostInSight = 4;

/** Chooses the currency of the charts; nothing when there is only one. */
export function CurrencySwitch({ currencies, value, onChange }: CurrencySwitchProps) {
  if (currencies.length < 2) return null;
  if (currencies.length <= mostInSight) {
    const options = currencies.map((currency) => ({ value: currency, text: currencySign(currency) }));
    return <Segmented label={t('overview.currency')} options={options} value={value} onChange={onChange} />;
  }
  return (
    <select
      class="currency-select"
      aria-label={t('overview.currency')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {currencies.map((currency) => (
        <option key={currency} value={currency}>
          {currency}
        </option>
      ))}
    </select>
  );
}
