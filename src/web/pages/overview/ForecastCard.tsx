import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/client.ts';
import type { Resource } from '../../api/resource.ts';
import { Card } from '../../components/Card.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { FoldedTable } from '../../components/FoldedTable.tsx';
import { Loading } from '../../components/Loaded.tsx';
import { StackedBars } from '../../components/StackedBars.tsx';
import { formatDate, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { heaviestOf, monthBars, type MonthBar, type Slice } from './categories.ts';

const monthsByDefault = 12;

interface ForecastCardProps {
  readonly resource: Resource<Schemas['Forecast']>;
  readonly currency: string;
  readonly slices: readonly Slice[];
  /** Chooses the currency. */
  readonly children: ComponentChildren;
}

/** The payments of the next twelve months in a currency, by category. */
export function ForecastCard({ resource, currency, slices, children }: ForecastCardProps) {
  const forecast = resource.data.value;
  const error = resource.error.value;
  if (forecast === undefined) {
    return (
      <Card title={t('overview.forecast', { count: monthsByDefault })}>
        {children}
        {error === undefined ? <Loading lines={8} /> : <ErrorNotice error={error} onRetry={resource.reload} />}
      </Card>
    );
  }
  return <Chart {...{ forecast, currency, slices, children }} />;
}

interface ChartProps extends Omit<ForecastCardProps, 'resource'> {
  readonly forecast: Schemas['Forecast'];
}

function Chart({ forecast, currency, slices, children }: ChartProps) {
  const bars = monthBars(forecast, currency, slices);
  const heaviest = heaviestOf(bars);
  const title = t('overview.forecast', { count: bars.length });
  if (heaviest === undefined) {
    return (
      <Card title={title}>
        {children}
        <p class="muted">{t('overview.forecast.nothing')}</p>
      </Card>
    );
  }
  const sum = money(heaviest.total, currency);
  const month = formatDate(`${heaviest.month}-01`, 'longMonth');
  return (
    <Card title={title} aside={t('overview.forecast.heaviest', { month, sum })}>
      {children}
      <StackedBars
        summary={t('overview.forecast.summary', { month: monthName(heaviest), sum })}
        bars={bars.map((bar) => ({
          label: formatDate(`${bar.month}-01`, 'shortMonth'),
          title: t('overview.forecast.bar', { month: monthName(bar), sum: money(bar.total, currency) }),
          parts: bar.amounts,
          isStrong: bar === heaviest,
        }))}
        legend={slices.map(sliceName)}
      />
      <FoldedTable
        title={title}
        head={[t('overview.forecast.month'), ...slices.map(sliceName), t('overview.forecast.total')]}
        rows={bars.map((bar) => [
          monthName(bar),
          ...bar.amounts.map((amount) => money(amount, currency)),
          money(bar.total, currency),
        ])}
      />
    </Card>
  );
}

/** The name of a slice, in the language of the user if it is that of all the rest. */
export function sliceName({ category }: Slice): string {
  return category ?? t('overview.category.rest');
}

function monthName({ month }: MonthBar): string {
  return formatDate(`${month}-01`, 'month');
}
