import { signal } from '@preact/signals';
import { baseUrl, storageKey } from './storage.ts';

/** Whether the service answers. `retryAt` is when the page asks again, in milliseconds of `Date.now()`. */
export const connection = signal<{ readonly isLost: boolean; readonly retryAt: number }>({ isLost: false, retryAt: 0 });

/** Raised each time that the service answers again. */
export const reconnections = signal(0);

const pausesMs = [2_000, 5_000, 10_000, 30_000];
/** How often the page has asked by itself, without an answer: clicks of the user do not make the pause longer. */
let retries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Notes that the service did not answer; asks again until it does. */
export function noteUnreachable(): void {
  if (timer !== undefined) return;
  const pause = pausesMs[Math.min(retries, pausesMs.length - 1)] ?? 0;
  connection.value = { isLost: true, retryAt: Date.now() + pause };
  timer = setTimeout(() => {
    retries += 1;
    retryNow();
  }, pause);
}

export function noteReachable(): void {
  if (!connection.peek().isLost) return;
  clearTimeout(timer);
  timer = undefined;
  retries = 0;
  connection.value = { isLost: false, retryAt: 0 };
  reconnections.value += 1;
}

export function retryNow(): void {
  void isAnswering();
}

/** Asks whether the service answers, and notes it. If a proxy wants the user to sign in there, the page is loaded anew. */
async function isAnswering(): Promise<boolean> {
  clearTimeout(timer);
  timer = undefined;
  const url = new URL('livez', baseUrl);
  const response = await fetch(url, { cache: 'no-store', redirect: 'manual' }).catch(() => undefined);
  const isAlive = response?.ok === true;
  if (response !== undefined && isFromSignInOfProxy(response)) reloadOnce();
  if (isAlive) noteReachable();
  else noteUnreachable();
  return isAlive;
}

/**
 * Loads the page anew, once, because some of its code did not load. Not while the server is away: the browser would show its
 * own error in the place of the page.
 *
 * @returns whether the page is loaded anew
 */
export async function reloadIfAnswering(): Promise<boolean> {
  return (await isAnswering()) && reloadOnce();
}

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
