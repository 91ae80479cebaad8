import { batch, computed, effect, signal } from '@preact/signals';
import { contractCurrencies } from '../../core/billing/currencies.ts';
import { RequestRefused } from './answers.ts';
import { api, beforeWrites, bodyOf, openApi, type Schemas } from './client.ts';
import { sessionHeader, tokenName } from './earlyAnswers.ts';
import { dropAnswers } from './reads.ts';
import { isSessionEnded, onStoredElsewhere, storedSignal, storedValue, token } from './storage.ts';

/** Who is signed in. `today` is a day of `timeZone`, `YYYY-MM-DD`, at the time of the answer. */
export type Session = Schemas['Session'];

/** What a user can sign in with. `proxy`: the reverse proxy has signed the user in. */
export type Credential =
  | { readonly apiKey: string }
  | { readonly code: string }
  | { readonly user: string; readonly password: string }
  | { readonly proxy: true };

/** `asked` while somebody who came by an invitation is to choose a password, before anything else. */
export const welcome = storedSignal('welcome', (stored) => (stored === 'asked' ? stored : null));

/** Whether the reverse proxy signs users in: `used` when it did, `left` when the user has signed out since, null if unknown. */
export const proxySignIn = storedSignal('proxySignIn', (stored) =>
  stored === 'used' || stored === 'left' ? stored : null,
);

const known = signal<Session | null | undefined>(undefined);

/** The session; null when nobody is signed in, undefined until that is known. */
export const session = computed(() => (token.value === null ? null : known.value));

/** Whether the page was opened with a session that the service refused: it had ended, or its user has other rights now. */
export const wasSignedOut = signal(false);

/** Whether the session may manage users, keys and sessions. */
export const mayManage = computed(() => session.value?.scope === 'admin');

export const mayWrite = computed(() => session.value?.scope !== 'read');

/** Whether the session may make channels and calendar links: as a person for oneself, or for the household. */
export const mayOwn = computed(() => mayManage.value || (mayWrite.value && session.value?.user !== null));

/** Whether the session may change a channel or a calendar link that it sees. */
export function mayChange({ userId }: { readonly userId: string | null }): boolean {
  return mayManage.value || (mayOwn.value && userId !== null);
}

/** Whether the page asks before it signs out, since the user could not sign in again. */
export const isLeaving = signal(false);

/** The currencies that a subscription may be given, in the order of choices. */
export const currencies = computed(() => session.value?.currencies ?? contractCurrencies);

/** Today in the time zone of the service, `YYYY-MM-DD`. Throws when nobody is signed in. */
export const today = computed(() => {
  if (!session.value) throw new Error('nobody is signed in');
  return session.value.today;
});

/**
 * Signs in, and keeps the token. A session that was there before ends.
 *
 * @throws {RequestRefused} 401 when the credential is wrong, 429 after too many attempts
 * @throws {ServerUnreachable} when the service does not answer
 */
export async function signIn(credential: Credential): Promise<void> {
  const before = isSessionEnded.peek() ? null : token.peek();
  const { token: newToken, ...opened } = (await bodyOf(openApi.POST('/api/v1/session', { body: credential }))).data;
  const shown = known.peek();
  const ending = endAtService(before);
  batch(() => {
    showSession(newToken, opened);
    if ('proxy' in credential || proxySignIn.peek() === 'left') proxySignIn.value = 'used';
  });
  await ending;
  // What the page has loaded and what the user has typed there is of another user.
  if (shown && !isSamePrincipal(shown, opened)) location.reload();
}

/** Shows the session of a token, or nobody's. Without `opened`, the page asks whose it is. */
export function showSession(value: string | null, opened?: Session): void {
  batch(() => {
    known.value = opened;
    token.value = value;
    isSessionEnded.value = false;
    wasSignedOut.value = false;
  });
}

/**
 * The session of a token.
 *
 * @throws {RequestRefused} 401 when it has ended
 */
export async function sessionOf(value: string): Promise<Session> {
  return (await bodyOf(openApi.GET('/api/v1/session', withToken(value)))).data;
}

/** Whether two sessions are of the same user of the same owner, with the same scope. */
export function isSamePrincipal(a: Session, b: Session): boolean {
  return a.owner === b.owner && a.user === b.user && a.scope === b.scope;
}

/** Signs out, but asks first if there is no way back. */
export function leave(): void {
  if (session.peek()?.hasWayBack === false) isLeaving.value = true;
  else void signOut();
}

let ending: () => Promise<unknown> = () => Promise.resolve();

/** Has something done while the user who signs out is still signed in. */
export function beforeSignOut(action: () => Promise<unknown>): void {
  ending = action;
}

/** Ends the session here and, if it answers, at the service. */
export async function signOut(): Promise<void> {
  await ending();
  const ended = endAtService(isSessionEnded.peek() ? null : token.peek());
  batch(() => {
    token.value = null;
    isSessionEnded.value = false;
    welcome.value = null;
    if (proxySignIn.peek() === 'used') proxySignIn.value = 'left';
  });
  await ended;
}

/** Asks the service who is signed in, and what day it is. */
export async function refreshSession(): Promise<void> {
  if (token.peek() === null) return;
  try {
    known.value = (await bodyOf(api.GET('/api/v1/session'))).data;
  } catch (error) {
    // Without a page to keep, the sign-in takes its place.
    if (error instanceof RequestRefused && error.status === 401 && known.peek() === undefined) forgetSession();
    else throw error;
  }
}

/**
 * Sets the password of the user who is signed in. The other sessions of the user end.
 *
 * @throws {RequestRefused} when the present password is wrong, or the new one is too short or too long
 */
export async function setPassword(passwords: Schemas['NewPassword']): Promise<void> {
  const { data } = await bodyOf(api.POST('/api/v1/session/password', { body: passwords }));
  // Right after a code, the service would take another one. Somebody else may sit here by now.
  known.value = { ...data, needsCurrent: true };
}

effect(() => {
  if (token.value !== null) return;
  known.value = undefined;
  dropAnswers();
});

/** Another tab may have signed in meanwhile: that session stays. */
function forgetSession(): void {
  const stored = storedValue(tokenName);
  const other = stored === token.peek() ? null : (stored ?? null);
  showSession(other);
  wasSignedOut.value = other === null;
}

/** Ends the session of a token, if the service answers. The request is under way before anything is rendered. */
async function endAtService(value: string | null): Promise<void> {
  if (value !== null) await openApi.DELETE('/api/v1/session', withToken(value)).catch(() => undefined);
}

function withToken(value: string) {
  return { headers: { [sessionHeader]: value } };
}

/**
 * Follows sign-ins and sign-outs in other tabs: when one stores its token, and before each write. A tab that shows the data
 * of another user drops all it knows, and is loaded anew: nothing that was meant for one book is written into another.
 */
export function followOtherTabs(): void {
  // The next write asks again.
  onStoredElsewhere(tokenName, () => void catchUp().catch(() => undefined));
  beforeWrites(catchUp);
}

async function catchUp(): Promise<void> {
  const stored = storedValue(tokenName);
  if (stored === undefined || stored === token.peek()) return;
  const shown = session.peek();
  // A tab that shows nobody's data has nothing to drop.
  if (stored === null || !shown) return showSession(stored);
  const found = await sessionOf(stored).catch((error: unknown) => {
    if (error instanceof RequestRefused) return undefined;
    throw error;
  });
  if (found === undefined || !isSamePrincipal(found, shown)) return loadAnew();
  showSession(stored, found);
}

/** Never ends: what waits for it must not go on in this page. */
function loadAnew(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}
