import type { Schemas } from '../../api/client.ts';
import { Card } from '../../components/content.tsx';
import { byCurrency } from '../../format/currencyOrder.ts';
import { currencySign, moneyParts } from '../../format/money.ts';
import { locale, t } from '../../messages/messages.ts';
import type { ShownCurrency } from '../../rates/oneCurrency.ts';
import { type Cost, dearestFirst, type Slice, slicesOf } from './chartFigures.ts';
import { SetAsideCard } from '../set-aside/SetAsideCard.tsx';
import type { Comparison } from './comparison.ts';
import { useShownCurrency } from './CurrencySwitch.tsx';
import { ForecastCard } from './ForecastCard.tsx';
import { colourOf, listPath, sliceName } from './MonthBars.tsx';
import { span, SpanSwitch } from './Totals.tsx';

interface ChartsProps {
  readonly summary: Schemas['SpendSummary'];
  /** Undefined while it loads. */
  readonly comparison: Comparison | undefined;
}

/** The payments to come and the costs of the categories, in one currency, and what to set aside. */
export function Charts({ summary, comparison }: ChartsProps) {
  const currencies = summary.byCurrency.toSorted(byCurrency).map(({ currency }) => currency);
  const { shown, control } = useShownCurrency(currencies);
  if (shown === undefined) return null;
  const { byCategory } = shown.report(summary);
  const costs = (of: 'monthlyTotalsByCurrency' | 'yearlyTotalsByCurrency') =>
    byCategory.map((one) => ({ category: one.category, amount: one[of]?.[shown.currency] ?? 0 }));
  const isOfYear = span.value === 'year';
  return (
    <>
      <ForecastCard shown={shown} slices={slicesOf(costs('monthlyTotalsByCurrency'))} comparison={comparison}>
        {control}
      </ForecastCard>
      <CategoryCard shown={shown} costs={costs(isOfYear ? 'yearlyTotalsByCurrency' : 'monthlyTotalsByCurrency')} />
      <SetAsideCard shown={shown} />
    </>
  );
}

interface CategoryCardProps {
  readonly shown: ShownCurrency;
  /** What each category costs a month or a year. */
  readonly costs: readonly Cost[];
}

/** What each category costs a month or a year, in a currency. A category leads to its subscriptions. */
function CategoryCard({ shown, costs }: CategoryCardProps) {
  const slices = slicesOf(costs);
  const named = new Set(slices.map(({ category }) => category));
  const rest = dearestFirst(costs.filter(({ category }) => !named.has(category)));
  const highest = Math.max(...slices.map(({ amount }) => amount), 0.01);
  return (
    <Card title={t('overview.category')} aside={currencySign(shown.currency)}>
      <SpanSwitch />
      {slices.length === 0 && <p class="muted">{t('overview.category.nothing')}</p>}
      <ul class="category-bars">
        {slices.map((slice) => (
          <li key={sliceName(slice)}>
            {slice.category === null ? (
              <details>
                <summary>
                  <CategoryFigures slice={slice} shown={shown} highest={highest} />
                </summary>
                <ul class="category-bars">
                  {rest.map((one) => (
                    <li key={one.category}>
                      <CategoryFigures slice={{ ...one, colour: null }} shown={shown} highest={highest} />
                    </li>
                  ))}
                </ul>
              </details>
            ) : (
              <CategoryFigures slice={slice} shown={shown} highest={highest} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface CategoryFiguresProps {
  readonly slice: Slice;
  readonly shown: ShownCurrency;
  readonly highest: number;
}

function CategoryFigures({ slice, shown, highest }: CategoryFiguresProps) {
  const { category, amount } = slice;
  return (
    <>
      {category === null ? (
        <span class="category-name">{sliceName(slice)}</span>
      ) : (
        <a class="category-name subscription-link" href={listPath({ status: 'active', category }, shown)}>
          <bdi>{category}</bdi>
        </a>
      )}
      <span class="category-amount">{moneyParts(amount, shown.currency, locale.value).number}</span>
      <span class="category-track" aria-hidden="true">
        <span
          class="category-fill"
          style={{ '--share': `${((amount / highest) * 100).toFixed(2)}%`, '--colour': colourOf(slice) }}
        />
      </span>
    </>
  );
}
