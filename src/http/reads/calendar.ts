import { calendarDays } from '../../domain/calendar/events.ts';
import type { FeedRecord } from '../../domain/feeds/feedFields.ts';
import { renderCalendar } from '../feeds/calendar.ts';
import { calendarTag } from '../feeds/calendarTag.ts';
import type { ReadSources } from '../../store/reports/sources.ts';
import type { Found } from './found.ts';

/** The calendar of a feed. */
interface CalendarRead {
  readonly feed: FeedRecord;
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly publicUrl: string | null;
}

/** The calendar of a feed, as the whole text and with its strong ETag. */
export const calendar = (
  { calendars }: Pick<ReadSources, 'calendars'>,
  ownerId: number,
  { feed, today, publicUrl }: CalendarRead,
): Found =>
  calendars.use(ownerId, feed, calendarDays(feed, today), ({ revision, ...content }) => ({
    membersJson: renderCalendar({ ...content, feed, publicUrl }),
    entityTag: calendarTag({ feedId: feed.id, revision, today, publicUrl }),
  }));
