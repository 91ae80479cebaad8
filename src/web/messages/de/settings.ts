import type { settings as source } from '../en/settings.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page settings, in German. */
export const settings: Translation<typeof source> = {
  title: 'Einstellungen',
};
