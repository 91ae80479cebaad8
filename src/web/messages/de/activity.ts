import type { activity as source } from '../en/activity.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page activity, in German. */
export const activity: Translation<typeof source> = {
  title: 'Verlauf',
};
