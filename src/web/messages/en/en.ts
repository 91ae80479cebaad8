import * as frame from './frame.ts';
import * as pages from './pages.ts';
import { subscriptions } from './subscriptions.ts';

/** The texts in English that are there from the start, by area. */
export const en = { ...frame, ...pages, subscriptions } as const;
