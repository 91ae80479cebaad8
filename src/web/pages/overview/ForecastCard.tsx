import type { ComponentChildren } from 'preact';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { loadPreferences } from '../../api/preferences.ts';
import { useLaterResource } from '../../api/resource.ts';
import { Card, TableHead } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { formatDate, listWords, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import type { ShownCurrency } from '../../rates/oneCurrency.ts';
import { heaviestOf, monthBars, type Slice } from './chartFigures.ts';
import type { Comparison } from './comparison.ts';
import { calendarPath, type Chart, MonthBars, monthInWords, sliceName, totalInWords } from './MonthBars.tsx';
import { rangeWords, sumWords } from './rangeWords.ts';

const wholeMonths = 12;

interface ForecastCardProps {
  readonly shown: ShownCurrency;
  readonly slices: readonly Slice[];
  /** For the reason of the heaviest month; undefined while it loads. */
  readonly comparison: Comparison | undefined;
  /** Chooses the currency. */
  readonly children: ComponentChildren;
}

/** The payments of the next twelve whole months in the currency that is shown, by category, and what is left of this month. */
export function ForecastCard({ shown, slices, comparison, children }: ForecastCardProps) {
  // What is due comes first: the chart takes as long to build as all of that.
  const forecast = useLaterResource(async (signal) => {
    const query = { months: wholeMonths + 1 };
    return (await bodyOf(api.GET('/api/v1/analytics/forecast', { params: { query }, signal }))).forecast;
  });
  const { currency, only } = shown;
  const inCurrency = forecast.data.value && shown.report(forecast.data.value);
  // The rest of a month beside whole months would look like a cheap one.
  const bars = monthBars(inCurrency?.months.slice(1) ?? [], currency, slices);
  const heaviest = heaviestOf(bars);
  const chart = heaviest && { bars, heaviest, currency, slices };
  const title = t('overview.forecast', { count: forecast.data.value ? bars.length : wholeMonths });
  const budget = budgetIn(shown, useLaterResource(loadPreferences).data.value?.monthlyBudget);
  const aside = heaviest && [
    t('overview.forecast.heaviest', monthInWords(heaviest, currency, 'longMonth')),
    ...(budget !== undefined && heaviest.total > budget ? [t('budget.over')] : []),
  ];
  return (
    <Card title={title} aside={aside?.join(' · ')}>
      {children}
      <Loaded resource={forecast} lines={8}>
        {(loaded) => (
          <>
            {chart === undefined ? (
              <p class="muted">{t('overview.forecast.nothing')}</p>
            ) : (
              <>
                <ReasonLine chart={chart} comparison={only === undefined ? undefined : comparison} />
                <MonthBars chart={chart} budget={budget} />
                {budget !== undefined && (
                  <p class="forecast-rest">{t('budget.line', { amount: money(budget, currency) })}</p>
                )}
              </>
            )}
            <RestOfMonth forecast={shown.report(loaded)} currency={currency} />
            {chart && <ForecastTable title={title} chart={chart} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function budgetIn({ amounts, currency }: ShownCurrency, budget: Schemas['Preferences']['monthlyBudget'] = null) {
  return amounts(budget ? [budget] : []).find((one) => one.currency === currency)?.amount;
}

interface ReasonLineProps extends Pick<ForecastCardProps, 'comparison'> {
  readonly chart: Chart;
}

/** Why the heaviest month is that, if there is a reason. */
function ReasonLine({ chart, comparison }: ReasonLineProps) {
  const reason = comparison?.reasonOf(chart);
  if (reason === undefined) return null;
  const { names, others } = reason;
  const list = others === 0 ? names : [...names, t('overview.forecast.others', { count: others })];
  const month = formatDate(`${chart.heaviest.month}-01`, 'longMonth');
  const values = { month, names: listWords(list), count: names.length + others };
  return <p class="forecast-reason">{t('overview.forecast.reason', values)}</p>;
}

interface RestOfMonthProps {
  readonly forecast: Schemas['Forecast'];
  readonly currency: string;
}

/** What is still to come in this month, and what is overdue. */
function RestOfMonth({ forecast: { months, overdue }, currency }: RestOfMonthProps) {
  const [now] = months;
  if (now === undefined) return null;
  const month = formatDate(`${now.month}-01`, 'longMonth');
  const [toCome = 0, late = 0] = [now.totalsByCurrency[currency], overdue.totalsByCurrency[currency]];
  return (
    <p class="forecast-rest">
      {toCome > 0
        ? t('overview.forecast.rest', {
            month,
            sum: totalInWords({ total: toCome, range: now.range?.[currency] }, currency),
          })
        : t('overview.forecast.rest.nothing', { month })}
      {late > 0 && (
        <strong>
          {' '}
          · {t('overview.forecast.overdue', { sum: sumWords(money(late, currency), overdue.isEstimate) })}
        </strong>
      )}
    </p>
  );
}

/** The figures of the chart as a table, folded until they are wanted. */
function ForecastTable({ title, chart }: { readonly title: string; readonly chart: Chart }) {
  const { bars, currency, slices } = chart;
  const caption = t('common.asTable.of', { title });
  return (
    <details class="folded">
      <summary>{t('common.asTable')}</summary>
      <div class="folded-scroll" role="region" aria-label={caption} tabIndex={0}>
        <table class="figures">
          <caption class="visually-hidden">{caption}</caption>
          <TableHead columns={[t('overview.forecast.month'), ...slices.map(sliceName), t('overview.forecast.total')]} />
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.month}>
                <th scope="row">
                  <a href={calendarPath(bar.month)}>{monthInWords(bar, currency).month}</a>
                </th>
                {bar.amounts.map((amount, column) => (
                  <td key={column}>{money(amount, currency)}</td>
                ))}
                <td title={bar.range && rangeWords(bar.range, currency)}>{totalInWords(bar, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
