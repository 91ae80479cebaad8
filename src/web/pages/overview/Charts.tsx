import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/client.ts';
import { Card } from '../../components/content.tsx';
import { byCurrency } from '../../format/currencyOrder.ts';
import { currencySign, moneyParts } from '../../format/money.ts';
import { locale, t } from '../../messages/messages.ts';
import { type Cost, dearestFirst, type Slice, slicesOf } from './chartFigures.ts';
import { SetAsideCard } from '../set-aside/SetAsideCard.tsx';
import type { Comparison } from './comparison.ts';
import { CurrencySwitch } from './CurrencySwitch.tsx';
import { ForecastCard } from './ForecastCard.tsx';
import { colourClass, listPath, sliceName } from './MonthBars.tsx';
import { span } from './Totals.tsx';

interface ChartsProps {
  readonly summary: Schemas['SpendSummary'];
  /** Undefined while it loads. */
  readonly comparison: Comparison | undefined;
}

/** The payments to come and the costs of the categories, in one currency, and what to set aside. */
export function Charts({ summary, comparison }: ChartsProps) {
  const chosen = useSignal('');
  const currencies = summary.byCurrency.toSorted(byCurrency).map(({ currency }) => currency);
  const currency = currencies.find((one) => one === chosen.value) ?? currencies[0];
  if (currency === undefined) return null;
  const costs = (of: 'monthlyTotalsByCurrency' | 'yearlyTotalsByCurrency') =>
    summary.byCategory.map((one) => ({ category: one.category, amount: one[of]?.[currency] ?? 0 }));
  const isOfYear = span.value === 'year';
  return (
    <>
      <ForecastCard currency={currency} slices={slicesOf(costs('monthlyTotalsByCurrency'))} comparison={comparison}>
        <CurrencySwitch currencies={currencies} value={currency} choice={chosen} />
      </ForecastCard>
      <CategoryCard
        currency={currency}
        costs={costs(isOfYear ? 'yearlyTotalsByCurrency' : 'monthlyTotalsByCurrency')}
      />
      <SetAsideCard />
    </>
  );
}

interface CategoryCardProps {
  readonly currency: string;
  /** What each category costs a month or a year. */
  readonly costs: readonly Cost[];
}

/** What each category costs a month or a year, in a currency. A category leads to its subscriptions. */
function CategoryCard({ currency, costs }: CategoryCardProps) {
  const slices = slicesOf(costs);
  const named = new Set(slices.map(({ category }) => category));
  const rest = dearestFirst(costs.filter(({ category }) => !named.has(category)));
  const highest = Math.max(...slices.map(({ amount }) => amount), 0.01);
  const sign = currencySign(currency);
  const aside = span.value === 'year' ? t('overview.category.year', { sign }) : t('overview.category.month', { sign });
  return (
    <Card title={t('overview.category')} aside={aside}>
      {slices.length === 0 && <p class="muted">{t('overview.category.nothing')}</p>}
      <ul class="category-bars">
        {slices.map((slice) => (
          <li key={sliceName(slice)}>
            {slice.category === null ? (
              <details>
                <summary>
                  <CategoryFigures slice={slice} currency={currency} highest={highest} />
                </summary>
                <ul class="category-bars">
                  {rest.map((one) => (
                    <li key={one.category}>
                      <CategoryFigures slice={{ ...one, colour: null }} currency={currency} highest={highest} />
                    </li>
                  ))}
                </ul>
              </details>
            ) : (
              <CategoryFigures slice={slice} currency={currency} highest={highest} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface CategoryFiguresProps {
  readonly slice: Slice;
  readonly currency: string;
  readonly highest: number;
}

function CategoryFigures({ slice, currency, highest }: CategoryFiguresProps) {
  const { category, amount } = slice;
  return (
    <>
      {category === null ? (
        <span class="category-name">{sliceName(slice)}</span>
      ) : (
        <a class="category-name subscription-link" href={listPath({ status: 'active', category, currency })}>
          <bdi>{category}</bdi>
        </a>
      )}
      <span class="category-amount">{moneyParts(amount, currency, locale.value).number}</span>
      <span class="category-track" aria-hidden="true">
        <span
          class={`category-fill ${colourClass(slice)}`}
          style={{ '--share': `${((amount / highest) * 100).toFixed(2)}%` }}
        />
      </span>
    </>
  );
}
