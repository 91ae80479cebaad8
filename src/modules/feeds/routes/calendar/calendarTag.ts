import { version } from '../../../../core/runtime/ownCommand.ts';
import { sha256 } from '../../../../core/runtime/host.ts';

/** All that decides what is in the calendar of a feed. */
interface CalendarFacts {
  readonly feedId: string;
  /** The revision of the owner: each write raises it, except deliveries. */
  readonly revision: number;
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly publicUrl: string | null;
}

/** The strong ETag of a calendar. It is known without the calendar. */
export function calendarTag({ feedId, revision, today, publicUrl }: CalendarFacts): string {
  const facts = [version, feedId, revision, today, publicUrl].join(' ');
  return `"${sha256(facts, 'hex').slice(0, 32)}"`;
}

/** The ETag of the same calendar in gzip: other bytes have another strong ETag. */
export function gzippedTag(tag: string): string {
  return `${tag.slice(0, -1)}-gzip"`;
}
