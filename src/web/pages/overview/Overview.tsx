import { api, bodyOf } from '../../api/client.ts';
import { useLaterResource, useResource } from '../../api/resource.ts';
import { mayWrite, today } from '../../api/session.ts';
import { PageHeader } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { formatDate } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { Nothing, PageLoader } from '../../shell/PageLoader.tsx';
import { Charts } from './Charts.tsx';
import { DueCard } from './DueCard.tsx';
import { hasCustom, loadDue, loadDueDetails } from './loadDue.ts';
import { RemarksCard } from './RemarksCard.tsx';
import { firstSteps } from './start/state.ts';
import { Totals } from './Totals.tsx';

const loadEmptyHousehold = async () => (await import('./start/Start.tsx')).EmptyHousehold;
const loadFirstSteps = async () => (await import('./start/Start.tsx')).FirstSteps;

/** The page Overview: what is due, and what it all costs. */
export function Overview() {
  const figures = useResource(loadFigures);
  return (
    <>
      <PageHeader title={t('shell.overview')} aside={formatDate(today.value, 'weekday')} />
      <Loaded resource={figures} lines={6}>
        {(loaded) => <Content {...loaded} />}
      </Loaded>
    </>
  );
}

async function loadFigures(signal: AbortSignal) {
  const [{ summary }, due] = await Promise.all([
    bodyOf(api.GET('/api/v1/analytics/summary', { signal })),
    loadDue(signal),
  ]);
  return { summary, due };
}

function Content({ summary, due }: Awaited<ReturnType<typeof loadFigures>>) {
  const withCustom = hasCustom(due);
  const details = useLaterResource(
    (signal) => loadDueDetails({ to: due.to, withCustom }, signal),
    [due.to, withCustom],
  );
  if (summary.counts.total === 0) return <PageLoader load={loadEmptyHousehold} />;
  return (
    <>
      <Totals summary={summary} />
      <div class="overview">
        <DueCard due={due} details={details.data.value} />
        <div class="overview-side">
          {firstSteps.value === 'open' && mayWrite.value && <PageLoader load={loadFirstSteps} placeholder={Nothing} />}
          <Charts summary={summary} />
          <RemarksCard changes={details.data.value?.changes ?? []} />
        </div>
      </div>
    </>
  );
}
