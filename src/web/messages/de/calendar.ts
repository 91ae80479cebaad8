import type { calendar as source } from '../en/calendar.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page calendar, in German. */
export const calendar: Translation<typeof source> = {
  title: 'Kalender',
  previous: 'Voriger Monat',
  next: 'Nächster Monat',
  today: 'Heute',
  nothing: 'In diesem Monat wird nichts fällig.',
  totals: 'Insgesamt',
  'totals.overdue': 'Überfällig',
  'totals.paid': 'Bezahlt',
  'totals.due': 'Steht an',
  'day.nothing': 'An diesem Tag wird nichts fällig.',
  'day.more': { one: '{count} weitere', other: '{count} weitere' },
  'entry.due': 'steht an',
  'entry.paid': 'bezahlt',
  'entry.automatic': 'automatisch eingetragen',
  'entry.dueOn': 'fällig am {day}',
  'entry.payments': { one: '{count} Zahlung', other: '{count} Zahlungen' },
};
