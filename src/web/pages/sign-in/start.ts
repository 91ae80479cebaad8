import { signal } from '@preact/signals';
import { RequestRefused } from '../../api/answers.ts';
import { proxySignIn, refreshSession, session, signIn, welcome } from '../../api/session.ts';
import { isSessionEnded, storedSignal, token } from '../../api/storage.ts';
import { showToast } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import { codeIn } from './link.ts';

/** Whether the page still finds out who is signed in, by a link or by the reverse proxy. */
export const isStarting = signal(true);

/** Why the link that the page was opened with did not sign in, and a function that tries it again. */
export const linkFailure = signal<{ readonly error: unknown; readonly retry: () => void } | undefined>(undefined);

/** The code of a link that was opened while somebody is signed in: the page asks before it uses it. */
export const offeredCode = signal<string | undefined>(undefined);

const pauseMs = 86_400_000;

/** When the service refused a sign-in by the proxy, in milliseconds. */
const proxyRefusedAt = storedSignal('proxyRefusedAt', (stored) => stored);

/** Goes on with the session, else signs in by the link that the page was opened with, else tries the reverse proxy. */
export async function start(): Promise<void> {
  addEventListener('hashchange', () => void openLink(takeCode()));
  const code = takeCode();
  // The client has noted what went wrong, and the page shows it.
  await refreshSession().catch(() => undefined);
  await openLink(code);
  if (token.peek() === null && linkFailure.peek() === undefined && isProxyWanted()) await signInByProxy();
  isStarting.value = false;
}

/** The code of the invitation that the page was opened with. */
let invitation: string | undefined;

/** The sign-in code in the address of the page, which it is removed from: it must not stay in the history of the browser. */
function takeCode(): string | undefined {
  const code = codeIn(location.href);
  if (location.href.includes('#invitation=')) invitation = code;
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

/** Signs in by a link. Somebody who is signed in is asked first: the link may be of another person. */
async function openLink(code: string | undefined): Promise<void> {
  if (code === undefined) return;
  if (token.peek() !== null && !isSessionEnded.peek()) offeredCode.value = code;
  else await signInByLink(code);
}

/** Signs in with a code. When that fails, the page says so. */
export async function signInByLink(code: string): Promise<void> {
  try {
    // A page that another user had is loaded anew by the sign-in.
    welcome.value = code === invitation ? 'asked' : null;
    await signIn({ code });
    linkFailure.value = undefined;
  } catch (error) {
    welcome.value = null;
    linkFailure.value = { error, retry: () => void signInByLink(code) };
    // The user is signed in already: there is nothing to do about it.
    if (session.peek()) showToast(t('signIn.link.failed'));
  }
}

/**
 * Not after the user has signed out: the proxy would sign in again at once. Once a day where it was refused: the service
 * counts and logs each sign-in that fails.
 */
function isProxyWanted(): boolean {
  return proxySignIn.peek() !== 'left' && Date.now() - Number(proxyRefusedAt.peek()) > pauseMs;
}

/** Where no proxy signs users in, the service refuses it, and the user gets the form. */
async function signInByProxy(): Promise<void> {
  try {
    await signIn({ proxy: true });
    proxyRefusedAt.value = null;
  } catch (error) {
    if (error instanceof RequestRefused) proxyRefusedAt.value = String(Date.now());
  }
}
