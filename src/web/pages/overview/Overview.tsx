import { api, bodyOf } from '../../api/client.ts';
import { useLaterResource, useResource } from '../../api/resource.ts';
import { mayWrite, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState, PageHeader } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { formatDate } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { openAddDialog } from '../../shell/views.ts';
import { Charts } from './Charts.tsx';
import type { Comparison } from './comparison.ts';
import { DueCard } from './DueCard.tsx';
import { hasCustom, loadDue, loadDueDetails } from './loadDue.ts';
import { RemarksCard } from './RemarksCard.tsx';
import { Totals } from './Totals.tsx';

/** With more subscriptions, the page does without what it says by comparing all of them. */
const mostCompared = 500;
const nothingCompared: Comparison = { unusual: [], reasonOf: () => undefined };

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
  const isSmall = summary.counts.total <= mostCompared;
  const comparison = useLaterResource(
    async (signal) => (isSmall ? (await import('./comparison.ts')).compareAll(signal) : nothingCompared),
    [isSmall],
  );
  if (summary.counts.total === 0) {
    const add = <Button onClick={openAddDialog}>{t('overview.empty.add')}</Button>;
    return <EmptyState text={t('overview.empty')} action={mayWrite.value && add} />;
  }
  return (
    <>
      <Totals summary={summary} />
      <div class="overview">
        <DueCard due={due} details={details.data.value} />
        <div class="overview-side">
          <Charts summary={summary} comparison={comparison.data.value} />
          <RemarksCard changes={details.data.value?.changes ?? []} comparison={comparison.data.value} />
        </div>
      </div>
    </>
  );
}
