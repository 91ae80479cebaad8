import type { common as source } from '../en/common.ts';
import type { Translation } from '../translate.ts';

/** The texts of what every page says, in German. */
export const common: Translation<typeof source> = {
  product: 'Duebook',
  cancel: 'Abbrechen',
  close: 'Schließen',
  undo: 'Rückgängig',
  retry: 'Erneut versuchen',
  reload: 'Seite neu laden',
  loading: 'Wird geladen …',
  showAll: 'Alle {count} zeigen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  'copy.byHand': 'Markiert: mit Strg+C kopieren',
  optional: 'optional',
  asTable: 'Als Tabelle zeigen',
  'asTable.of': '{title} als Tabelle',
  'error.title': 'Das hat nicht geklappt.',
  'error.unreachable': 'Der Server antwortet nicht.',
  'error.unexpected': 'Auf dieser Seite ist ein Fehler aufgetreten: {details}',
  'date.overdue': { one: 'seit {count} Tag überfällig', other: 'seit {count} Tagen überfällig' },
  'interval.day': { one: 'täglich', other: 'alle {count} Tage' },
  'interval.week': { one: 'wöchentlich', other: 'alle {count} Wochen' },
  'interval.month': { one: 'monatlich', other: 'alle {count} Monate' },
  'interval.year': { one: 'jährlich', other: 'alle {count} Jahre' },
};
