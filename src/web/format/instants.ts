import { kept } from './intl.ts';

const dayFormat = kept(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
);

/** The day `YYYY-MM-DD` of a time zone at an instant. */
export function dayAt(instant: string, timeZone: string): string {
  // This locale writes days as the API does.
  return dayFormat('sv-SE', timeZone).format(new Date(instant));
}
