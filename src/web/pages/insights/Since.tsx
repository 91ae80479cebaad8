import { session } from '../../api/session.ts';
import { formatInstant, formatInstantDay } from '../../format/dates.ts';
import { locale } from '../../messages/language.ts';

/** The day of an instant in the time zone of the service; the time is in its tooltip. */
export function Since({ instant }: { readonly instant: string }) {
  const timeZone = session.value?.timeZone ?? 'UTC';
  return (
    <time dateTime={instant} title={formatInstant(instant, locale.value, timeZone)}>
      {formatInstantDay(instant, locale.value, timeZone)}
    </time>
  );
}
