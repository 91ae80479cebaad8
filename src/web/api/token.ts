import { signal } from '@preact/signals';
import { tokenName } from './names.ts';
import { ownSignal } from './storage.ts';

/**
 * The token of the session that this tab shows; null when nobody is signed in. Another one that another tab has stored takes
 * its place only when it is of the same user: `session.ts` sees to that.
 */
export const token = ownSignal(tokenName, (stored) => stored);

/** Whether the service refused the token since the last sign-in. The page stays, and offers to sign in again. */
export const isSessionEnded = signal(false);
