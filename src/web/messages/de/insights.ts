import type { insights as source } from '../en/insights.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page insights, in German. */
export const insights: Translation<typeof source> = {
  title: 'Einblicke',
};
