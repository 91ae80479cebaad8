import type * as en from '../en/signIn.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page that signs in, in German. */
export const signIn: Translation<typeof en.signIn> = {
  title: 'Anmelden',
  method: 'Anmelden mit',
  'method.code': 'Code',
  user: 'Benutzername',
  code: 'Anmeldecode',
  'code.help': 'Einmal verwendbar, innerhalb von 15 Minuten. Auch ein ganzer Anmeldelink passt hier hinein.',
  'key.help': 'Der erste Start des Servers hat einen in eine Datei geschrieben und gesagt, wo sie liegt.',
  proxy: 'Weiter mit der Anmeldung am Proxy',
  'link.new':
    'Ein Link ist einmal und nur begrenzte Zeit verwendbar. Um einen neuen bitten oder mit dem Passwort anmelden.',
  'link.question': 'Mit diesem Link anmelden?',
  'link.now': 'Hier ist {user} angemeldet ({household}). Der Link beendet diese Anmeldung.',
  'link.now.unnamed': 'Hier ist schon jemand angemeldet. Der Link beendet diese Anmeldung.',
  'link.other': 'Der Link kann einer anderen Person gehören: Wem, zeigt sich erst, wenn er benutzt wird.',
  'link.use': 'Mit dem Link anmelden',
  'link.stay': 'Angemeldet bleiben',
  signedOut: 'Die Anmeldung wurde beendet. Bitte neu anmelden oder um einen neuen Link bitten.',
  noWay: 'Noch kein Passwort?',
  'noWay.household':
    'Jemanden mit dem Recht Verwalten im Haushalt um eine Einladung bitten: Einstellungen → Personen → Einladen. Das ist ein Link, der anmeldet.',
  'noWay.operator':
    'Wer den Server selbst betreibt, findet Hilfe in seiner Dokumentation unter „If you are locked out“.',
};
