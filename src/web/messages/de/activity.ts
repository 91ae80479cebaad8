import type * as en from '../en/activity.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page activity, in German. */
export const activity: Translation<typeof en.activity> = {
  empty: 'Noch ist nichts passiert. Hier steht dann jede Änderung, und von wem sie ist.',
  'empty.filtered': 'Kein Eintrag passt zum Filter.',
  deletedNote: 'Beim Löschen eines Abos werden auch seine Einträge gelöscht.',
  filter: 'Anzeigen',
  'filter.all': 'Alles',
  'filter.reminders': 'Erinnerungen, Kalender',
  'filter.people': 'Personen, Schlüssel',
  'filter.more': 'Nach Person, Tag oder Abo',
  'filter.by': 'Person oder Schlüssel',
  'filter.everybody': 'Alle',
  'filter.key': 'Schlüssel {name}',
  'filter.day': 'An diesem Tag',
  'filter.subscription': 'Name des Abos',
  'filter.subscription.help': 'Namen eingeben',
  'filter.only': 'Nur {name}',
  'filter.clear': 'Alle Abos zeigen',
  more: 'Mehr zeigen',
  yesterday: 'Gestern',
  'undo.which': 'Rückgängig: {change}',
  undone: 'Rückgängig gemacht',
  'undo.done': 'Rückgängig gemacht: {change}',
  'by.itself': 'automatisch',
  'by.server': 'auf dem Server',
  'by.key': 'mit dem Schlüssel {name}',
  'by.someKey': 'mit einem Schlüssel',
  'by.session': 'von {name}',
  'by.somebody': 'von jemandem, der angemeldet ist',
  created: 'hinzugefügt, {price} {interval}',
  next: 'nächste Zahlung am {day}',
  changes: { one: '{count} Änderung', other: '{count} Änderungen' },
  unchanged: 'ohne Änderung gespeichert',
  undid: 'eine Änderung rückgängig gemacht',
  removed: 'entfernt, war {value}',
  ended: 'der letzte Tag ist vorbei',
  paid: '{amount} für den {day} bezahlt',
  paidFor: 'für den {day} bezahlt',
  paidSeveral: { one: '{count}-mal bezahlt, für den {day}', other: '{count}-mal bezahlt, zuletzt für den {day}' },
  paidOn: 'bezahlt am {day}',
  takenBack: 'Zahlung für den {day} zurückgenommen',
  paidAgain: 'Zahlung für den {day} wieder eingetragen',
  'payment.corrected': 'Zahlung für den {day} korrigiert',
  'payment.removed': 'Zahlung für den {day} entfernt',
  skipped: { one: '{count} Fälligkeit ohne Zahlung vergangen', other: '{count} Fälligkeiten ohne Zahlung vergangen' },
  skippedAgain: 'Fälligkeiten wieder übersprungen',
  'import.run': { one: '{count} Abo aus einer Datei importiert', other: '{count} Abos aus einer Datei importiert' },
  'import.reverted': 'Import rückgängig gemacht',
  'became.active': 'wieder aktiv',
  'became.paused': 'pausiert',
  'became.cancelled': 'gekündigt',
  on: 'an',
  off: 'aus',
  'scope.read': 'darf ansehen',
  'scope.write': 'darf ändern',
  'scope.admin': 'darf verwalten',
  'key.rotated': 'Schlüssel {name} durch einen neuen ersetzt',
  signIns: { one: '{count}-mal angemeldet', other: '{count}-mal angemeldet' },
  'session.created': 'Angemeldet',
  'session.created.password': 'Mit Passwort angemeldet',
  'session.created.code': 'Mit einem Anmeldelink angemeldet',
  'session.created.key': 'Mit einem Schlüssel angemeldet',
  'session.created.proxy': 'Über den Reverse-Proxy angemeldet',
  'session.ended': 'Abgemeldet',
  'session.endedOf': 'Browser abgemeldet: {name}',
  'user.renamed': 'Person {from} in {to} umbenannt',
  'user.scope': 'Person {name} {scope}',
  'user.passwordSet': 'Erstes Passwort von {name} festgelegt',
  'user.passwordChanged': 'Passwort von {name} geändert',
  'user.invited': '{name} eingeladen',
  'user.code': 'Anmeldelink für {name} erzeugt',
  'household.named': 'Der Haushalt heißt {name}',
  'household.unnamed': 'Der Haushalt hat keinen eigenen Namen mehr',
  'budget.set': 'Das Budget ist {amount} im Monat',
  'budget.none': 'Es gibt kein Budget mehr',
  unknown: 'Andere Änderung: {action}',
};

/** What is done to subscriptions, in German. */
export const subscription: Translation<typeof en.subscription> = {
  delete: '{name} gelöscht',
};

/** What is done to keys, in German. */
export const key: Translation<typeof en.key> = {
  create: 'Schlüssel {name} erstellt, {scope}',
  undoRotation: 'Ersetzen des Schlüssels {name} rückgängig gemacht',
  revoke: 'Schlüssel {name} widerrufen',
};

/** What is done to calendar feeds, in German. */
export const feed: Translation<typeof en.feed> = {
  create: 'Kalenderlink {name} erstellt',
  delete: 'Kalenderlink {name} widerrufen',
};

/** What is done to sessions, in German. */
export const session: Translation<typeof en.session> = {
  createCode: 'Anmeldelink für ein weiteres Gerät erstellt',
};

/** What is done to users, in German. */
export const user: Translation<typeof en.user> = {
  create: 'Person {name} hinzugefügt, {scope}',
  delete: 'Person {name} entfernt',
};

/** What is done to owners, in German. */
export const owner: Translation<typeof en.owner> = {
  rename: 'Haushalt {from} in {to} umbenannt',
};

/** What is done to channels, in German. */
export const channel: Translation<typeof en.channel> = {
  create: 'Kanal {name} erstellt',
  update: 'Kanal {name} geändert',
  delete: 'Kanal {name} gelöscht',
};

/** What is done to rules of reminders, in German. */
export const reminder: Translation<typeof en.reminder> = {
  create: 'Erinnerungsregel erstellt',
  update: 'Erinnerungsregel geändert',
  delete: 'Erinnerungsregel gelöscht',
};

/** What is done to deliveries of reminders, in German. */
export const delivery: Translation<typeof en.delivery> = {
  retry: 'Fehlgeschlagene Erinnerung erneut gesendet',
};
