import type * as en from '../en/calendar.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page calendar, in German. */
export const calendar: Translation<typeof en.calendar> = {
  previous: 'Voriger Monat',
  next: 'Nächster Monat',
  nothing: 'In diesem Monat wird nichts fällig.',
  totals: 'Insgesamt',
  'totals.paid': 'Bezahlt',
  'totals.due': 'Steht an',
  'totals.earlier': 'Überfällig aus früheren Monaten',
  'agenda.done': { one: '{count} früherer Tag, alles bezahlt', other: '{count} frühere Tage, alles bezahlt' },
  'day.nothing': 'An diesem Tag wird nichts fällig.',
  'day.more': { one: '{count} weitere', other: '{count} weitere' },
  'entry.due': 'steht an',
  'entry.paid': 'bezahlt',
  'entry.automatic': 'automatisch eingetragen',
  'entry.dueOn': 'fällig am {day}',
  subscribe: 'Abonnieren',
  'feeds.title': 'Zahlungen im eigenen Kalender',
  'feeds.text':
    'Ein geheimer Link zeigt die Zahlungen im Kalender eines Telefons oder Computers und hält sie aktuell. Wer den Link hat, kann sie sehen.',
  'feeds.others': 'Kalenderlinks erstellt und widerruft jemand mit dem Recht Verwalten.',
  'feeds.list': 'Kalenderlinks',
  'feeds.name.help': 'Kalenderprogramme zeigen ihn an.',
  'feeds.span': 'Wie weit voraus',
  'feeds.months': { one: '{count} Monat', other: '{count} Monate' },
  'feeds.alarm': 'Erinnerung',
  'feeds.alarm.help': 'Um 9:00 Uhr. Manche Kalenderprogramme zeigen bei abonnierten Kalendern keine Erinnerungen.',
  'feeds.alarm.none': 'Keine Erinnerung',
  'feeds.alarm.day': 'am Tag selbst',
  'feeds.alarm.days': { one: '{count} Tag vorher', other: '{count} Tage vorher' },
  'feeds.made': 'Der Kalenderlink „{name}“',
  'feeds.link': 'Kalenderlink',
  'feeds.qr': 'QR-Code des Kalenderlinks',
  'feeds.open': 'Im Kalenderprogramm dieses Geräts öffnen',
  'feeds.reach': 'Google Kalender und Outlook im Web können nur Links lesen, die aus dem Internet erreichbar sind.',
  'feeds.revoke.text':
    'Kalender mit diesem Link erhalten keine Zahlungen mehr. Das lässt sich nicht rückgängig machen.',
};
