import type { overview as source } from '../en/overview.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page overview, in German. */
export const overview: Translation<typeof source> = {
  title: 'Übersicht',
};
