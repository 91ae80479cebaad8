import { useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { type Resource, useLaterResource } from '../../api/resource.ts';
import { Card, TableHead } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { Segmented } from '../../components/Field.tsx';
import { formatDate, money } from '../../format/format.ts';
import { currencySign, moneyParts } from '../../format/money.ts';
import { locale, t } from '../../messages/messages.ts';
import { heaviestOf, type MonthBar, monthBars, type Slice, slicesOf } from './figures.ts';
import { span, totalsInOrder } from './Totals.tsx';

const monthsByDefault = 12;
const currenciesInSight = 4;

/** The payments to come and the costs of the categories, in one currency. */
export function Charts({ summary }: { readonly summary: Schemas['SpendSummary'] }) {
  // What is due comes first: the chart takes as long to build as all of that.
  const forecast = useLaterResource(
    async (signal) => (await bodyOf(api.GET('/api/v1/analytics/forecast', { signal }))).forecast,
  );
  const chosen = useSignal('');
  const currencies = totalsInOrder(summary.byCurrency).map(({ currency }) => currency);
  const currency = currencies.find((one) => one === chosen.value) ?? currencies[0];
  if (currency === undefined) return null;
  const slices = slicesOf(summary, currency);
  return (
    <>
      <ForecastCard resource={forecast} currency={currency} slices={slices}>
        <CurrencySwitch currencies={currencies} value={currency} choice={chosen} />
      </ForecastCard>
      <CategoryCard currency={currency} slices={slices} />
    </>
  );
}

interface CurrencySwitchProps {
  readonly currencies: readonly string[];
  readonly value: string;
  readonly choice: Signal<string>;
}

/** Chooses the currency of the charts; nothing when there is only one. */
function CurrencySwitch({ currencies, value, choice }: CurrencySwitchProps) {
  if (currencies.length < 2) return null;
  if (currencies.length <= currenciesInSight) {
    const options = currencies.map((currency) => ({ value: currency, text: currencySign(currency) }));
    return <Segmented label={t('overview.currency')} options={options} choice={choice} value={value} />;
  }
  return (
    <select
      class="currency-select"
      aria-label={t('overview.currency')}
      value={value}
      onChange={(event) => (choice.value = event.currentTarget.value)}
    >
      {currencies.map((currency) => (
        <option key={currency} value={currency}>
          {currency}
        </option>
      ))}
    </select>
  );
}

interface ForecastCardProps extends CategoryCardProps {
  readonly resource: Resource<Schemas['Forecast']>;
  /** Chooses the currency. */
  readonly children: ComponentChildren;
}

/** The payments of the next twelve months in a currency, by category. */
function ForecastCard({ resource, currency, slices, children }: ForecastCardProps) {
  const forecast = resource.data.value;
  const bars = forecast ? monthBars(forecast, currency, slices) : [];
  const heaviest = heaviestOf(bars);
  const title = t('overview.forecast', { count: forecast ? bars.length : monthsByDefault });
  const aside = heaviest && t('overview.forecast.heaviest', inWords(heaviest, currency, 'longMonth'));
  return (
    <Card title={title} aside={aside}>
      {children}
      <Loaded resource={resource} lines={8}>
        {() =>
          heaviest === undefined ? (
            <p class="muted">{t('overview.forecast.nothing')}</p>
          ) : (
            <Forecast {...{ title, bars, heaviest, currency, slices }} />
          )
        }
      </Loaded>
    </Card>
  );
}

interface ForecastProps extends CategoryCardProps {
  readonly title: string;
  readonly bars: readonly MonthBar[];
  readonly heaviest: MonthBar;
}

function Forecast({ title, bars, heaviest, currency, slices }: ForecastProps) {
  const months = bars.map((bar) => ({ bar, ...inWords(bar, currency, 'month') }));
  const names = slices.map(sliceName);
  return (
    <>
      <StackedBars
        summary={t('overview.forecast.summary', inWords(heaviest, currency, 'month'))}
        bars={months.map(({ bar, month, sum }) => ({
          label: formatDate(`${bar.month}-01`, 'shortMonth'),
          title: t('overview.forecast.bar', { month, sum }),
          parts: bar.amounts,
          isStrong: bar === heaviest,
        }))}
        legend={names}
      />
      <FoldedTable
        title={title}
        head={[t('overview.forecast.month'), ...names, t('overview.forecast.total')]}
        rows={months.map(({ bar, month, sum }) => [
          month,
          ...bar.amounts.map((amount) => money(amount, currency)),
          sum,
        ])}
      />
    </>
  );
}

/** The name of a month, and what is paid in it. */
function inWords({ month, total }: MonthBar, currency: string, style: 'month' | 'longMonth') {
  return { month: formatDate(`${month}-01`, style), sum: money(total, currency) };
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

/** The name of a slice, in the language of the user if it is that of all the rest. */
function sliceName({ category }: Slice): string {
  return category ?? t('overview.category.rest');
}

function amountOf({ amount }: Slice, currency: string): string {
  // The service rounds the sums of a month: twelve of them are exact to a few hundredths only.
  const shown = span.value === 'year' ? Math.round(amount * 12) : amount;
  return moneyParts(shown, currency, locale.value).number;
}

/** A bar with its parts from the bottom to the top. */
interface StackedBar {
  /** The word below the bar. */
  readonly label: string;
  /** What the bar says in full, shown at the pointer. */
  readonly title: string;
  readonly parts: readonly number[];
  readonly isStrong?: boolean;
}

interface StackedBarsProps {
  /** What the chart says, in a sentence. A table beside it has its figures. */
  readonly summary: string;
  readonly bars: readonly StackedBar[];
  /** The words for the parts, in their order. */
  readonly legend: readonly string[];
}

/** Bars of stacked parts, drawn with boxes: they follow the theme, and they print. */
function StackedBars({ summary, bars, legend }: StackedBarsProps) {
  const highest = Math.max(...bars.map(({ parts }) => sumOf(parts)), 0.01);
  return (
    <>
      <div class="bars" role="img" aria-label={summary}>
        {bars.map(({ label, title, parts, isStrong = false }) => (
          <div class="bar" key={label} title={title}>
            <div class="bar-space">
              {parts.map((part, index) => part > 0 && <Part key={index} index={index} share={part / highest} />)}
            </div>
            <span class={isStrong ? 'bar-label strong' : 'bar-label'}>{label}</span>
          </div>
        ))}
      </div>
      <ul class="legend">
        {legend.map((text, index) => (
          <li key={text}>
            <span class={`swatch category-${index + 1}`} />
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

function Part({ index, share }: { readonly index: number; readonly share: number }) {
  return <span class={`bar-part category-${index + 1}`} style={{ '--share': `${(share * 100).toFixed(2)}%` }} />;
}

function sumOf(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0);
}

interface FoldedTableProps {
  /** What the chart shows. */
  readonly title: string;
  readonly head: readonly string[];
  /** The cells of each row; the first one names the row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** The figures of a chart as a table, folded until they are wanted. */
function FoldedTable({ title, head, rows }: FoldedTableProps) {
  const caption = t('common.asTable.of', { title });
  return (
    <details class="folded">
      <summary>{t('common.asTable')}</summary>
      <div class="folded-scroll" role="region" aria-label={caption} tabIndex={0}>
        <table class="figures">
          <caption class="visually-hidden">{caption}</caption>
          <TableHead columns={head} />
          <tbody>
            {rows.map(([name, ...cells], row) => (
              <tr key={row}>
                <th scope="row">{name}</th>
                {cells.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
