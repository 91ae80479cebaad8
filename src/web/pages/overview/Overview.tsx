import { useSignal } from '@preact/signals';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { today } from '../../api/session.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Loading } from '../../components/Loading.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { day } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { AddButton } from '../../shell/Navigation.tsx';
import { CategoryCard } from './CategoryCard.tsx';
import { slicesOf } from './categories.ts';
import { CurrencySwitch } from './CurrencySwitch.tsx';
import { DueCard } from './due/DueCard.tsx';
import { loadDue, loadDueDetails } from './due/loadDue.ts';
import { ForecastCard } from './ForecastCard.tsx';
import { RemarksCard } from './RemarksCard.tsx';
import { Totals, totalsInOrder } from './Totals.tsx';

interface Figures {
  readonly summary: Schemas['SpendSummary'];
  readonly due: Schemas['UpcomingPaymentsAnswer'];
  readonly forecast: Schemas['Forecast'];
}

/** The page Overview: what is due, and what it all costs. */
export function Overview() {
  const figures = useResource(loadFigures);
  return (
    <>
      <PageHeader title={t('overview.title')} aside={day(today.value, 'weekday')} />
      <ErrorNotice error={figures.error.value} onRetry={figures.reload} />
      {figures.data.value !== undefined && <Content figures={figures.data.value} />}
      {figures.data.value === undefined && figures.isLoading.value && <Loading lines={6} />}
    </>
  );
}

async function loadFigures(signal: AbortSignal): Promise<Figures> {
  const [summary, due, forecast] = await Promise.all([
    bodyOf(api.GET('/api/v1/analytics/summary', { signal })),
    loadDue(today.value, signal),
    bodyOf(api.GET('/api/v1/analytics/forecast', { signal })),
  ]);
  return { summary: summary.summary, due, forecast: forecast.forecast };
}

function Content({ figures }: { readonly figures: Figures }) {
  const { summary, due } = figures;
  // What the first view can do without comes after it.
  const details = useResource((signal) => loadDueDetails(due, signal), [due]);
  if (summary.counts.total === 0) {
    return <EmptyState text={t('overview.empty')} action={<AddButton />} />;
  }
  return (
    <>
      <Totals summary={summary} />
      <div class="overview">
        <DueCard due={due} details={details.data.value} />
        <div class="overview-side">
          <Charts figures={figures} />
          <RemarksCard changes={details.data.value?.changes ?? []} />
        </div>
      </div>
    </>
  );
}

function Charts({ figures: { summary, forecast } }: { readonly figures: Figures }) {
  const chosen = useSignal('');
  const currencies = totalsInOrder(summary.byCurrency).map(({ currency }) => currency);
  const currency = currencies.find((one) => one === chosen.value) ?? currencies[0];
  if (currency === undefined) return null;
  const slices = slicesOf(summary, currency);
  return (
    <>
      <ForecastCard forecast={forecast} currency={currency} slices={slices}>
        <CurrencySwitch currencies={currencies} value={currency} onChange={(value) => (chosen.value = value)} />
      </ForecastCard>
      <CategoryCard currency={currency} slices={slices} />
    </>
  );
}
