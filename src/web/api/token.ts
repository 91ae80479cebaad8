import { signal } from '@preact/signals';
import { storedSignal } from './storage.ts';

/** The token of the session; null when nobody is signed in. Signing out in another tab sets it to null here. */
export const token = storedSignal('session', (stored) => stored);

/** Whether the service refused the token since the last sign-in. The page stays, and offers to sign in again. */
export const isSessionEnded = signal(false);
