import * as actions from './actions.ts';
import * as channels from './channels.ts';
import * as frame from './frame.ts';
import * as pages from './pages.ts';
import * as reminder from './reminder.ts';
import { subscriptions } from './subscriptions.ts';

/** All texts in English, by area. They are the source of the keys and placeholders. */
export const en = { ...frame, ...pages, ...actions, ...channels, ...reminder, subscriptions } as const;
