import { calendarDays } from '../../domain/calendar/events.ts';
import type { FeedRecord } from '../../domain/feeds/feedFields.ts';
import { renderCalendar } from '../feeds/calendar.ts';
import { calendarTag } from '../feeds/calendarTag.ts';
import { rowsOfComputedRow, type ReadKind } from './walks.ts';

/** The calendar of a feed. */
export interface CalendarRead {
  readonly kind: 'calendar';
  readonly feed: FeedRecord;
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly publicUrl: string | null;
}

// The days in which a subscription has a few events, unless it has a period of days.
const daysOfFewEvents = 50;
// An event is a few lines of text. Those of one subscription that are due share most of them; payments of other amounts do not.
const rowsOfEvent = { due: 4, paid: 20 };

/** The calendar of a feed, as the whole text and with its strong ETag. */
export const calendar: ReadKind<CalendarRead> = {
  find: ({ calendars }, ownerId, { feed, today, publicUrl }) =>
    calendars.use(ownerId, feed, calendarDays(feed, today), ({ revision, ...content }) => ({
      membersJson: renderCalendar({ ...content, feed, publicUrl }),
      entityTag: calendarTag({ feedId: feed.id, revision, today, publicUrl }),
    })),

  walk: ({ feed: { daysBack, daysAhead } }, { subscriptions, dueEveryFewDays, payments }) => {
    const days = daysBack + daysAhead;
    const computed = subscriptions() * rowsOfComputedRow * Math.ceil(days / daysOfFewEvents);
    return computed + dueEveryFewDays(days) * rowsOfEvent.due + payments() * rowsOfEvent.paid;
  },
};
