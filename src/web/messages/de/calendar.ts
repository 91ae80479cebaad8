import type { calendar as source } from '../en/calendar.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page calendar, in German. */
export const calendar: Translation<typeof source> = {
  title: 'Kalender',
};
