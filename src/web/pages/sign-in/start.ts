import { signal } from '@preact/signals';
import { RequestRefused } from '../../api/errors.ts';
import { storedSignal } from '../../api/storage.ts';
import { proxySignIn, refreshSession, session, signIn } from '../../api/session.ts';
import { token } from '../../api/token.ts';
import { showToast } from '../../components/Toast.tsx';
import { t } from '../../messages/messages.ts';
import { codeIn } from './link.ts';

/** Whether the page still finds out who is signed in, by a link or by the reverse proxy. */
export const isStarting = signal(true);

/** Why the link that the page was opened with did not sign in, and a function that tries it again. */
export const linkFailure = signal<{ readonly error: unknown; readonly retry: () => void } | undefined>(undefined);

const pauseMs = 86_400_000;

/** When the service refused a sign-in by the proxy, in milliseconds. */
const proxyRefusedAt = storedSignal('proxyRefusedAt', (stored) => stored);

/** Signs in by the link that the page was opened with, else goes on with the session, else tries the reverse proxy. */
export async function start(): Promise<void> {
  addEventListener('hashchange', () => void signInByLink(takeCode()));
  const isByLink = await signInByLink(takeCode());
  // The client has noted what went wrong, and the page shows it.
  if (!isByLink) await refreshSession().catch(() => undefined);
  if (token.peek() === null && linkFailure.peek() === undefined && isProxyWanted()) await signInByProxy();
  isStarting.value = false;
}

/** The sign-in code in the address of the page, which it is removed from: it must not stay in the history of the browser. */
function takeCode(): string | undefined {
  const code = codeIn(location.href);
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

/** Returns whether there was a link and it signed in. */
async function signInByLink(code: string | undefined): Promise<boolean> {
  if (code === undefined) return false;
  try {
    await signIn({ code });
    linkFailure.value = undefined;
    return true;
  } catch (error) {
    linkFailure.value = { error, retry: () => void signInByLink(code) };
    // The user is signed in already: there is nothing to do about it.
    if (session.peek()) showToast(t('signIn.link.failed'));
    return false;
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
