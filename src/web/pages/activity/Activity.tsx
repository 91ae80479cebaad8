import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { daysBetween } from '../../../domain/billing/days.ts';
import { useResource } from '../../api/resource.ts';
import { session, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { formatDate } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { byDay, undoneEntries } from './entries.ts';
import { EntryRow } from './EntryRow.tsx';
import { Filters } from './Filters.tsx';
import { loadActivity, type Activity as ActivityLoaded, type Filter } from './loadActivity.ts';

const pageSize = 50;

/** Who changed what, newest first, with a button that undoes it where that is possible. */
export function Activity() {
  const subscriptionId = useLocation().query['subscription'];
  const filter = useSignal<Filter>('all');
  const count = useSignal(pageSize);
  const activity = useResource(
    (abort) => loadActivity({ filter: filter.value, subscriptionId, count: count.value }, abort),
    [subscriptionId],
  );
  useEffect(() => {
    count.value = pageSize;
  }, [subscriptionId, filter.value]);
  const isFiltered = subscriptionId !== undefined || filter.value !== 'all';
  return (
    <div class="activity">
      <PageHeader title={t('activity.title')} />
      <Filters filter={filter} subscriptionId={subscriptionId} />
      <Loaded resource={activity} lines={8}>
        {(loaded) => (
          <>
            {loaded.entries.length === 0 && (
              <EmptyState text={t(isFiltered ? 'activity.empty.filtered' : 'activity.empty')} />
            )}
            <Days activity={loaded} />
            {loaded.hasMore && (
              <Button isBusy={activity.isLoading.value} onClick={() => (count.value += pageSize)}>
                {t('activity.more')}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <p class="line muted">{t('activity.deletedNote')}</p>
    </div>
  );
}

function Days({ activity: { entries, paid } }: { readonly activity: ActivityLoaded }) {
  const undone = undoneEntries(entries);
  return (
    <>
      {byDay(entries, session.value?.timeZone ?? 'UTC').map(({ day, entries: ofDay }) => (
        <section class="card" key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{dayText(day)}</h2>
          <ul>
            {ofDay.map((entry) => (
              <EntryRow key={entry.id} entry={entry} paid={paid} isUndone={undone.has(entry.id)} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function dayText(day: string): string {
  const daysAgo = daysBetween(day, today.value);
  if (daysAgo === 0) return t('activity.today');
  if (daysAgo === 1) return t('activity.yesterday');
  const isThisYear = day.slice(0, 4) === today.value.slice(0, 4);
  return formatDate(day, isThisYear ? 'weekday' : 'full');
}
