import type * as en from '../en/actions.ts';
import type { Translation } from '../translate.ts';

/** What is done to keys, in German. */
export const key: Translation<typeof en.key> = {
  create: 'Schlüssel {name} erstellt, {scope}',
  undoRotation: 'Ersetzen des Schlüssels {name} rückgängig gemacht',
  revoke: 'Schlüssel {name} widerrufen',
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
