import { signal } from '@preact/signals';

/** Whether the user has asked for the search. The page with the search field gives it the focus, and sets this to false. */
export const isSearchWanted = signal(false);
