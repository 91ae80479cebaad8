import { storedSignal } from '../../../api/storage.ts';

/**
 * Whether the first steps are shown in this browser although there are subscriptions: `open` from when it showed an empty
 * household until all are done, or the user hides them.
 */
export const firstSteps = storedSignal<'open' | null>('start', (stored) => (stored === 'open' ? 'open' : null));
