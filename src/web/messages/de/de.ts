import type { en } from '../en/en.ts';
import type { Translation } from '../translate.ts';
import * as actions from './actions.ts';
import * as channels from './channels.ts';
import * as frame from './frame.ts';
import * as pages from './pages.ts';
import * as reminder from './reminder.ts';
import { subscriptions } from './subscriptions.ts';

/** All German texts, by area. */
export const de: { readonly [Area in keyof typeof en]: Translation<(typeof en)[Area]> } = {
  ...frame,
  ...pages,
  ...actions,
  ...reminder,
  ...channels,
  subscriptions,
};
