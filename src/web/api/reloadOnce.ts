import { storageKey } from './base.ts';

const pauseMs = 60_000;

/**
 * Loads the page anew, because the server has another version of it, or a proxy wants the user to sign in. At most once a
 * minute, so that a lasting fault cannot make it load for ever.
 *
 * @returns whether the page is loaded anew
 */
export function reloadOnce(): boolean {
  const key = storageKey('reloadedAt');
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < pauseMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** Whether a reverse proxy has answered in place of the service, because it wants the user to sign in there. */
export function isFromSignInOfProxy({ type, status, headers }: Response): boolean {
  // The service itself redirects no request of the page, and says everything in JSON.
  return type === 'opaqueredirect' || (status === 401 && headers.get('content-type')?.includes('json') !== true);
}
