import type * as en from '../en/channels.ts';
import type { Translation } from '../translate.ts';

/** What is done to channels, in German. */
export const channel: Translation<typeof en.channel> = {
  create: 'Kanal {name} erstellt',
  update: 'Kanal {name} geändert',
  delete: 'Kanal {name} gelöscht',
};
