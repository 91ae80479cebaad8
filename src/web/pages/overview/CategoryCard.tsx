import { Card } from '../../components/Card.tsx';
import { currencySign, moneyParts } from '../../format/money.ts';
import { locale } from '../../messages/language.ts';
import { t } from '../../messages/messages.ts';
import type { Slice } from './categories.ts';
import { sliceName } from './ForecastCard.tsx';
import { span } from './Totals.tsx';

interface CategoryCardProps {
  readonly currency: string;
  readonly slices: readonly Slice[];
}

/** What each category costs a month or a year, in a currency. */
export function CategoryCard({ currency, slices }: CategoryCardProps) {
  const highest = Math.max(...slices.map(({ amount }) => amount), 0.01);
  const sign = currencySign(currency);
  const aside = span.value === 'year' ? t('overview.category.year', { sign }) : t('overview.category.month', { sign });
  return (
    <Card title={t('overview.category')} aside={aside}>
      {slices.length === 0 && <p class="muted">{t('overview.category.nothing')}</p>}
      <ul class="category-bars">
        {slices.map((slice, index) => (
          <li key={sliceName(slice)}>
            <span class="category-name">{sliceName(slice)}</span>
            <span class="category-amount">{amountOf(slice, currency)}</span>
            <span class="category-track" aria-hidden="true">
              <span
                class={`category-fill category-${index + 1}`}
                style={{ '--share': `${((slice.amount / highest) * 100).toFixed(2)}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function amountOf({ amount }: Slice, currency: string): string {
  // The service rounds the sums of a month: twelve of them are exact to a few hundredths only.
  const shown = span.value === 'year' ? Math.round(amount * 12) : amount;
  return moneyParts(shown, currency, locale.value).number;
}
