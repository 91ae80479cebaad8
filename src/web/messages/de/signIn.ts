import type { signIn as source } from '../en/signIn.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page that signs in, in German. */
export const signIn: Translation<typeof source> = {
  title: 'Anmelden',
  submit: 'Anmelden',
  method: 'Anmelden mit',
  'method.code': 'Code',
  user: 'Benutzername',
  password: 'Passwort',
  code: 'Anmeldecode',
  'code.help': 'Er gilt einmal, 15 Minuten lang. Auch ein ganzer Anmeldelink passt hier hinein.',
  key: 'API-Schlüssel',
  'key.help': 'Der erste Start des Servers hat einen in eine Datei geschrieben und gesagt, wo sie liegt.',
  proxy: 'Weiter mit der Anmeldung am Proxy',
  'link.failed': 'Dieser Link gilt nicht mehr.',
  'link.new': 'Ein Link gilt einmal, 15 Minuten lang. Einen neuen holen oder mit dem Passwort anmelden.',
  'link.question': 'Mit diesem Link anmelden?',
  'link.now': 'Hier ist {user} angemeldet, im Buch „{owner}“. Der Link beendet diese Anmeldung.',
  'link.now.unnamed': 'Hier ist schon jemand angemeldet. Der Link beendet diese Anmeldung.',
  'link.other': 'Der Link kann einer anderen Person gehören: Wem, zeigt sich erst, wenn er benutzt wird.',
  'link.use': 'Mit dem Link anmelden',
  'link.stay': 'Angemeldet bleiben',
  noWay: 'Noch kein Passwort?',
  'noWay.command': 'Diesen Befehl auf dem Server ausführen. Er gibt einen Link aus, der anmeldet:',
  'noWay.household': 'Auch wer im Haushalt das Recht „admin“ hat, kann in den Einstellungen einen Link erzeugen.',
};
