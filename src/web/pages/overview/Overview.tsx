import { useEffect } from 'preact/hooks';
import { useLaterResource, useResource } from '../../api/resource.ts';
import { mayWrite, today } from '../../api/session.ts';
import { PageHeader } from '../../components/content.tsx';
import { Loaded, Loading } from '../../components/feedback.tsx';
import { loadedLate } from '../../components/late.tsx';
import { formatDate } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { overdueCount } from '../../shell/overdue.ts';
import { useHold } from '../../subscriptions/hold.tsx';
import { loadSummary } from '../../subscriptions/summary.ts';
import type { Comparison } from './comparison.ts';
import { DaySentence } from './DaySentence.tsx';
import { DeadlinesCard } from './DeadlinesCard.tsx';
import { DueCard } from './DueCard.tsx';
import { isOfWeek } from './figures.ts';
import { loadDue } from './loadDue.ts';
import { areFirstStepsShown } from './start/state.ts';
import { Totals } from './Totals.tsx';

const EmptyHousehold = loadedLate(async () => (await import('./start/Start.tsx')).EmptyHousehold, { Waiting: Loading });
const Charts = loadedLate(async () => (await import('./later.ts')).Charts, { isLater: true });
const RemarksCard = loadedLate(async () => (await import('./later.ts')).RemarksCard, { isLater: true });
const FirstSteps = loadedLate(async () => (await import('./start/Start.tsx')).FirstSteps, { isLater: true });
/** With more subscriptions, the page does without what it says by comparing all of them. */
const mostCompared = 500;
const nothingCompared: Comparison = { reasonOf: () => undefined };

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
  const [summary, due] = await Promise.all([loadSummary(signal), loadDue(signal)]);
  return { summary, due };
}

function Content({ summary, due: fresh }: Awaited<ReturnType<typeof loadFigures>>) {
  const hold = useHold(fresh);
  const due = hold.shown;
  useEffect(() => {
    overdueCount.value = fresh.overdueTotal;
  }, [fresh]);
  const mayKnow = mayWrite.value;
  const failing = useLaterResource(
    async (signal) => (mayKnow ? (await import('./later.ts')).loadFailing(signal) : []),
    [mayKnow],
  ).data.value;
  const isSmall = summary.counts.total <= mostCompared;
  const comparison = useLaterResource(
    async (signal) => (isSmall ? (await import('./later.ts')).compareAll(signal) : nothingCompared),
    [isSmall],
  );
  if (summary.counts.total === 0) return <EmptyHousehold />;
  return (
    <>
      <DaySentence due={due} failing={failing} />
      <div class="overview">
        <div class="cards overview-main">
          <DueCard hold={hold} />
          <DeadlinesCard deadlines={(due.deadlines ?? []).filter((one) => !isOfWeek(one, today.value))} hold={hold} />
        </div>
        <div class="cards overview-side">
          <Totals summary={summary} />
          {areFirstStepsShown() && <FirstSteps />}
          <Charts summary={summary} comparison={comparison.data.value} />
          <RemarksCard />
        </div>
      </div>
    </>
  );
}
