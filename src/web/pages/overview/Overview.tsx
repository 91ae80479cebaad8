import { api, bodyOf } from '../../api/client.ts';
import { deadlinesName } from '../../api/earlyAnswers.ts';
import { useLaterResource, useResource } from '../../api/resource.ts';
import { mayWrite, today } from '../../api/session.ts';
import { storedSignal } from '../../api/storage.ts';
import { PageHeader } from '../../components/content.tsx';
import { Loaded, Loading } from '../../components/feedback.tsx';
import { loadedLate } from '../../components/late.tsx';
import { formatDate } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { loadDeadlines } from '../../subscriptions/deadlines.ts';
import { noticeDaysAhead } from '../../subscriptions/marks.ts';
import { Charts } from './Charts.tsx';
import type { Comparison } from './comparison.ts';
import { DeadlinesCard } from './DeadlinesCard.tsx';
import { DueCard } from './DueCard.tsx';
import { hasCustom, loadDue, loadDueDetails } from './loadDue.ts';
import { RemarksCard } from './RemarksCard.tsx';
import { firstSteps } from './start/state.ts';
import { Totals } from './Totals.tsx';

const EmptyHousehold = loadedLate(async () => (await import('./start/Start.tsx')).EmptyHousehold, { Waiting: Loading });
const FirstSteps = loadedLate(async () => (await import('./start/Start.tsx')).FirstSteps);
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

// Whether there were deadlines lately. If so, they are asked for at once, so that nothing moves when they come.
const hasDeadlines = storedSignal(deadlinesName, (stored) => (stored === 'yes' ? 'yes' : 'no'));

async function loadOwnDeadlines(signal: AbortSignal) {
  const found = await loadDeadlines(noticeDaysAhead, signal);
  hasDeadlines.value = found.length > 0 ? 'yes' : 'no';
  return found;
}

async function loadFigures(signal: AbortSignal) {
  const [{ summary }, due, deadlines] = await Promise.all([
    bodyOf(api.GET('/api/v1/analytics/summary', { signal })),
    loadDue(signal),
    hasDeadlines.peek() === 'yes' ? loadOwnDeadlines(signal) : undefined,
  ]);
  return { summary, due, deadlines };
}

function Content({ summary, due, deadlines }: Awaited<ReturnType<typeof loadFigures>>) {
  const withCustom = hasCustom(due);
  const details = useLaterResource(
    (signal) => loadDueDetails({ to: due.to, withCustom }, signal),
    [due.to, withCustom],
  );
  const later = useLaterResource(async (signal) => deadlines ?? loadOwnDeadlines(signal), [deadlines]);
  const isSmall = summary.counts.total <= mostCompared;
  const comparison = useLaterResource(
    async (signal) => (isSmall ? (await import('./comparison.ts')).compareAll(signal) : nothingCompared),
    [isSmall],
  );
  if (summary.counts.total === 0) return <EmptyHousehold />;
  return (
    <>
      <Totals summary={summary} />
      <div class="overview">
        <div class="overview-main">
          <DeadlinesCard deadlines={deadlines ?? later.data.value ?? []} />
          <DueCard due={due} details={details.data.value} />
        </div>
        <div class="overview-side">
          {firstSteps.value === 'open' && mayWrite.value && <FirstSteps />}
          <Charts summary={summary} comparison={comparison.data.value} />
          <RemarksCard changes={details.data.value?.changes ?? []} comparison={comparison.data.value} />
        </div>
      </div>
    </>
  );
}
