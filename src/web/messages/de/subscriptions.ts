import type { subscriptions as source } from '../en/subscriptions.ts';
import type { Translation } from '../translate.ts';

/** The texts of the page subscriptions, in German. */
export const subscriptions: Translation<typeof source> = {
  title: 'Abos',
};
