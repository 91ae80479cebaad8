import { useSignal } from '@preact/signals';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useLaterResource, useResource } from '../../api/resource.ts';
import { mayWrite, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Loading } from '../../components/Loaded.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { formatDate } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { openAddDialog } from '../../shell/addDialog.ts';
import { CategoryCard } from './CategoryCard.tsx';
import { slicesOf } from './categories.ts';
import { CurrencySwitch } from './CurrencySwitch.tsx';
import { DueCard } from './due/DueCard.tsx';
import { hasCustom, loadDue, loadDueDetails } from './due/loadDue.ts';
import { ForecastCard } from './ForecastCard.tsx';
import { RemarksCard } from './RemarksCard.tsx';
import { Totals, totalsInOrder } from './Totals.tsx';

interface Figures {
  readonly summary: Schemas['SpendSummary'];
  readonly due: Schemas['UpcomingPaymentsAnswer'];
}

/** The page Overview: what is due, and what it all costs. */
export function Overview() {
  const figures = useResource(loadFigures);
  return (
    <>
      <PageHeader title={t('overview.title')} aside={formatDate(today.value, 'weekday')} />
      <ErrorNotice error={figures.error.value} onRetry={figures.reload} />
      {figures.data.value !== undefined && <Content figures={figures.data.value} reload={figures.reload} />}
      {figures.data.value === undefined && figures.isLoading.value && <Loading lines={6} />}
    </>
  );
}

async function loadFigures(signal: AbortSignal): Promise<Figures> {
  const [{ summary }, due] = await Promise.all([
    bodyOf(api.GET('/api/v1/analytics/summary', { signal })),
    loadDue(signal),
  ]);
  return { summary, due };
}

async function loadForecast(signal: AbortSignal): Promise<Schemas['Forecast']> {
  return (await bodyOf(api.GET('/api/v1/analytics/forecast', { signal }))).forecast;
}

function Content({ figures, reload }: { readonly figures: Figures; readonly reload: () => void }) {
  const { summary, due } = figures;
  const withCustom = hasCustom(due);
  const details = useLaterResource(
    (signal) => loadDueDetails({ to: due.to, withCustom }, signal),
    [due.to, withCustom],
  );
  if (summary.counts.total === 0) {
    const add = <Button onClick={openAddDialog}>{t('overview.empty.add')}</Button>;
    return <EmptyState text={t('overview.empty')} action={mayWrite.value && add} />;
  }
  return (
    <>
      <Totals summary={summary} />
      <div class="overview">
        <DueCard due={due} details={details.data.value} reload={reload} />
        <div class="overview-side">
          <Charts summary={summary} />
          <RemarksCard changes={details.data.value?.changes ?? []} />
        </div>
      </div>
    </>
  );
}

function Charts({ summary }: Pick<Figures, 'summary'>) {
  // What is due comes first: the chart takes as long to build as all of that.
  const forecast = useLaterResource(loadForecast);
  const chosen = useSignal('');
  const currencies = totalsInOrder(summary.byCurrency).map(({ currency }) => currency);
  const currency = currencies.find((one) => one === chosen.value) ?? currencies[0];
  if (currency === undefined) return null;
  const slices = slicesOf(summary, currency);
  return (
    <>
      <ForecastCard resource={forecast} currency={currency} slices={slices}>
        <CurrencySwitch currencies={currencies} value={currency} onChange={(value) => (chosen.value = value)} />
      </ForecastCard>
      <CategoryCard currency={currency} slices={slices} />
    </>
  );
}
