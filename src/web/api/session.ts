import { computed, effect, signal } from '@preact/signals';
import { baseUrl } from './base.ts';
import { send } from './client.ts';
import { problemOf, RequestRefused } from './errors.ts';
import { isSessionEnded, token } from './token.ts';

// Written by hand until the OpenAPI document has the operations of sessions; then take these types from `Schemas`.

/** Who is signed in. `today` is a day of `timeZone`, `YYYY-MM-DD`, at the time of the answer. */
export interface Session {
  readonly user: string | null;
  readonly owner: string;
  readonly scope: 'read' | 'write' | 'admin';
  readonly expiresAt: string;
  readonly today: string;
  readonly timeZone: string;
}

/** What a user can sign in with. `proxy`: the reverse proxy has signed the user in. */
export type Credential =
  | { readonly apiKey: string }
  | { readonly code: string }
  | { readonly user: string; readonly password: string }
  | { readonly proxy: true };

const known = signal<Session | null | undefined>(undefined);

/** The session; null when nobody is signed in, undefined until that is known. */
export const session = computed(() => (token.value === null ? null : known.value));

/** Whether the session may write. */
export const mayWrite = computed(() => session.value?.scope !== 'read');

/** Today in the time zone of the service, `YYYY-MM-DD`. Throws when nobody is signed in. */
export const today = computed(() => {
  if (!session.value) throw new Error('nobody is signed in');
  return session.value.today;
});

/**
 * Signs in, and keeps the token.
 *
 * @throws {RequestRefused} 401 when the credential is wrong, 429 after too many attempts
 * @throws {ServerUnreachable} when the service does not answer
 */
export async function signIn(credential: Credential): Promise<void> {
  const opened = (await ask('POST', credential)) as Session & { readonly token: string };
  known.value = withoutToken(opened);
  token.value = opened.token;
  isSessionEnded.value = false;
}

/** Ends the session here and at the service. */
export async function signOut(): Promise<void> {
  try {
    if (!isSessionEnded.value) await ask('DELETE');
  } finally {
    token.value = null;
    isSessionEnded.value = false;
  }
}

/** Asks the service who is signed in, and what day it is. */
export async function refreshSession(): Promise<void> {
  if (token.peek() === null) return;
  try {
    known.value = (await ask('GET')) as Session;
  } catch (error) {
    // Without a page to keep, the sign-in takes its place.
    if (error instanceof RequestRefused && error.status === 401 && known.peek() === undefined) token.value = null;
    else throw error;
  }
}

effect(() => {
  if (token.value === null) known.value = undefined;
});

async function ask(method: string, credential?: Credential): Promise<unknown> {
  const request = new Request(new URL('api/v1/session', baseUrl), {
    method,
    ...(credential !== undefined && {
      body: JSON.stringify(credential),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const response = await send(request);
  const body = (await response.json()) as { readonly data?: unknown };
  if (!response.ok) throw new RequestRefused(response.status, problemOf(body, response.status));
  return body.data;
}

function withoutToken({ user, owner, scope, expiresAt, today: day, timeZone }: Session): Session {
  return { user, owner, scope, expiresAt, today: day, timeZone };
}
