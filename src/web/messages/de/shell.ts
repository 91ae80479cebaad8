import type { shell as source } from '../en/shell.ts';
import type { Translation } from '../translate.ts';

/** The texts of the frame around the pages, in German. */
export const shell: Translation<typeof source> = {
  skip: 'Zum Inhalt springen',
  navigation: 'Seiten',
  overview: 'Übersicht',
  subscriptions: 'Abos',
  'subscriptions.short': 'Liste',
  calendar: 'Kalender',
  insights: 'Einblicke',
  activity: 'Verlauf',
  settings: 'Einstellungen',
  more: 'Mehr',
  add: 'Abo hinzufügen',
  signedIn: '{owner} · angemeldet als {user}',
  'signedIn.byKey': '{owner} · mit einem Schlüssel angemeldet',
  signOut: 'Abmelden',
  lost: 'Der Server antwortet nicht. Was hier steht, kann veraltet sein.',
  'lost.retry': 'Neuer Versuch in {seconds} s',
  'lost.now': 'Jetzt versuchen',
  ended: 'Ihre Anmeldung ist abgelaufen. Melden Sie sich an, um weiterzumachen.',
  'page.failed': 'Diese Seite konnte nicht geladen werden',
  'page.unknown': 'Diese Seite gibt es nicht',
  'page.unknown.back': 'Zur Übersicht',
  shortcuts: 'Tastenkürzel',
  'shortcuts.add': 'Ein Abo hinzufügen',
  'shortcuts.search': 'Suchen',
  'shortcuts.help': 'Diese Liste zeigen',
};
