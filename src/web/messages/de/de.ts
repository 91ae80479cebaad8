import type { en } from '../en/en.ts';
import type { Translation } from '../translate.ts';
import * as frame from './frame.ts';
import * as pages from './pages.ts';
import { subscriptions } from './subscriptions.ts';

/** The German texts that are there from the start, by area. */
export const de: { readonly [Area in keyof typeof en]: Translation<(typeof en)[Area]> } = {
  ...frame,
  ...pages,
  subscriptions,
};
