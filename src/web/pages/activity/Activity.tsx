import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { daysBetween } from '../../../core/billing/days.ts';
import { firstQueries } from '../../api/firstRequests.ts';
import { useResource } from '../../api/resource.ts';
import { session, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState, PageHeader } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { formatDate } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import { readShown, type Shown, writeShown } from './address.ts';
import { byDay, type Entry, linesOf } from './entries.ts';
import { EntryRow, SignInsRow } from './EntryRow.tsx';
import { Filters } from './Filters.tsx';
import { loadActivity } from './loadActivity.ts';

const pageSize = firstQueries.activity.limit;

/** Who changed what, newest first, with a button that undoes it where that is possible. */
export function Activity() {
  const { query, route } = useLocation();
  const shown = readShown(query);
  const address = writeShown(shown);
  const show = (next: Shown) => route(pathOf('activity', writeShown(next)), true);
  const count = useSignal<number>(pageSize);
  const activity = useResource((abort) => loadActivity(shown, count.value, abort), [address]);
  useEffect(() => {
    count.value = pageSize;
  }, [address]);
  return (
    <div class="cards activity">
      <PageHeader title={t('shell.activity')} />
      <Filters shown={shown} name={activity.data.value?.entries[0]?.name} onShow={show} />
      <Loaded resource={activity} lines={8}>
        {(loaded) => (
          <>
            {loaded.entries.length === 0 && (
              <EmptyState text={t(address === '' ? 'activity.empty' : 'activity.empty.filtered')} />
            )}
            <Days entries={loaded.entries} />
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

function Days({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <>
      {byDay(entries, session.value?.timeZone ?? 'UTC').map(({ day, entries: ofDay }) => (
        <section class="card" key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{dayText(day)}</h2>
          <ul class="lined">
            {linesOf(ofDay).map((line) => {
              const [entry] = line;
              if (line.length > 1) return <SignInsRow key={entry.id} line={line} />;
              return <EntryRow key={entry.id} entry={entry} />;
            })}
          </ul>
        </section>
      ))}
    </>
  );
}

function dayText(day: string): string {
  const daysAgo = daysBetween(day, today.value);
  if (daysAgo === 0) return t('overview.due.today');
  if (daysAgo === 1) return t('activity.yesterday');
  const isThisYear = day.slice(0, 4) === today.value.slice(0, 4);
  return formatDate(day, isThisYear ? 'weekday' : 'full');
}
