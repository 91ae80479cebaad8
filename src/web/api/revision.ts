import { effect, signal } from '@preact/signals';
import { api, bodyOf, onWrite } from './client.ts';
import { reconnections } from './connection.ts';
import { isFirstViewShown } from './firstView.ts';
import { refreshSession, session } from './session.ts';
import { dropSharedAnswers } from './sharedAnswers.ts';
import { isSessionEnded, token } from './token.ts';

/** Raised each time that somebody has written what the owner has stored. Resources load again then. */
export const changes = signal(0);

const pollMs = 45_000;
const pollsBetweenSessionChecks = 20;

let known: { readonly token: string | null; readonly revision: number } | undefined;
let polls = 0;

/**
 * Asks for the revision once the first view is there, every 45 s while the page is visible, after each write, and when the
 * server is back.
 */
export function followRevision(): void {
  onWrite(() => check({ hasWritten: true }));
  document.addEventListener('visibilitychange', () => check());
  setInterval(() => check(), pollMs);
  effect(() => {
    void [reconnections.value, session.value];
    if (isFirstViewShown.value) check();
  });
}

function check({ hasWritten = false } = {}): void {
  if (document.visibilityState !== 'visible' || !session.peek() || isSessionEnded.peek()) return;
  polls += 1;
  // The day may have changed.
  if (polls % pollsBetweenSessionChecks === 0) refreshSession().catch(ignore);
  bodyOf(api.GET('/api/v1/revision')).then(({ revision }) => note(revision, hasWritten), ignore);
}

function note(revision: number, hasWritten: boolean): void {
  const before = known;
  known = { token: token.peek(), revision };
  // After a sign-in, what an ended session was refused loads again. A write may come before the first revision is known.
  const isOther = before !== undefined && (before.token !== known.token || before.revision !== revision);
  if (!hasWritten && !isOther) return;
  dropSharedAnswers();
  changes.value += 1;
}

/** The client has noted it: the page shows that the server is gone, or that the session has ended. */
function ignore(): void {}
