import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/client.ts';
import { Card } from '../../components/content.tsx';
import { currencySign, moneyParts } from '../../format/money.ts';
import { locale, t } from '../../messages/messages.ts';
import { type Slice, slicesOf } from './chartFigures.ts';
import type { Comparison } from './comparison.ts';
import { CurrencySwitch } from './CurrencySwitch.tsx';
import { ForecastCard } from './ForecastCard.tsx';
import { colourClass, sliceName } from './MonthBars.tsx';
import { span, totalsInOrder } from './Totals.tsx';

interface ChartsProps {
  readonly summary: Schemas['SpendSummary'];
  /** Undefined while it loads. */
  readonly comparison: Comparison | undefined;
}

/** The payments to come and the costs of the categories, in one currency. */
export function Charts({ summary, comparison }: ChartsProps) {
  const chosen = useSignal('');
  const currencies = totalsInOrder(summary.byCurrency).map(({ currency }) => currency);
  const currency = currencies.find((one) => one === chosen.value) ?? currencies[0];
  if (currency === undefined) return null;
  const slices = slicesOf(
    summary.byCategory.map(({ category, monthlyTotalsByCurrency: { [currency]: amount = 0 } }) => ({
      category,
      amount,
    })),
  );
  return (
    <>
      <ForecastCard currency={currency} slices={slices} comparison={comparison}>
        <CurrencySwitch currencies={currencies} value={currency} choice={chosen} />
      </ForecastCard>
      <CategoryCard currency={currency} slices={slices} />
    </>
  );
}

interface CategoryCardProps {
  readonly currency: string;
  readonly slices: readonly Slice[];
}

/** What each category costs a month or a year, in a currency. */
function CategoryCard({ currency, slices }: CategoryCardProps) {
  const highest = Math.max(...slices.map(({ amount }) => amount), 0.01);
  const sign = currencySign(currency);
  const aside = span.value === 'year' ? t('overview.category.year', { sign }) : t('overview.category.month', { sign });
  return (
    <Card title={t('overview.category')} aside={aside}>
      {slices.length === 0 && <p class="muted">{t('overview.category.nothing')}</p>}
      <ul class="category-bars">
        {slices.map((slice) => (
          <li key={sliceName(slice)}>
            <span class="category-name">{sliceName(slice)}</span>
            <span class="category-amount">{amountOf(slice, currency)}</span>
            <span class="category-track" aria-hidden="true">
              <span
                class={`category-fill ${colourClass(slice)}`}
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
