import { calendarDays } from './rules/events.ts';
import type { FeedRecord } from './model.ts';
import { renderCalendar } from './routes/calendar/calendar.ts';
import { calendarTag } from './routes/calendar/calendarTag.ts';
import type { Store } from '../store.ts';

/** The calendar of a feed. */
interface CalendarRead {
  readonly feed: FeedRecord;
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly publicUrl: string | null;
}

/** The calendar of a feed, as the whole text and with its strong ETag. */
export const calendar = (
  { calendars }: Pick<Store, 'calendars'>,
  ownerId: number,
  { feed, today, publicUrl }: CalendarRead,
) =>
  calendars.use(ownerId, feed, calendarDays(feed, today), ({ revision, ...content }) => ({
    text: renderCalendar({ ...content, feed, publicUrl }),
    entityTag: calendarTag({ feedId: feed.id, revision, today, publicUrl }),
  }));
