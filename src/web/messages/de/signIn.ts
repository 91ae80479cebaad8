import type { signIn as source } from '../en/signIn.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page that signs in, in German. */
export const signIn: Translation<typeof source> = {
  title: 'Anmelden',
  submit: 'Anmelden',
  key: 'API-Schlüssel',
  'key.help': 'Der erste Start des Servers hat ihn in eine Datei geschrieben und gesagt, wo.',
};
