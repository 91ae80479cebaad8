import { type Scope, scopes } from '../../../core/access/scope.ts';
import type { Schemas } from '../../api/answers.ts';

/** A key or a session. */
export type Entry = Schemas['KeyEntry'];

/** Whether a key or a session was revoked or has expired; `nowMs` is the present in milliseconds. */
function isEnded({ revokedAt, expiresAt }: Entry, nowMs: number): boolean {
  return revokedAt !== null || (expiresAt !== null && new Date(expiresAt).getTime() <= nowMs);
}

/** The keys that are valid, and those that are not any more. `nowMs` is the present in milliseconds. */
export function sortKeys(entries: readonly Entry[], nowMs: number) {
  const keys = entries.filter(({ kind }) => kind === 'key');
  return { keys: keys.filter((key) => !isEnded(key, nowMs)), endedKeys: keys.filter((key) => isEnded(key, nowMs)) };
}

/** Whether an instant is less than two hours ago. The service notes uses to the hour, so it knows no more than that. */
export function isLatelyUsed(instant: string, nowMs: number): boolean {
  return nowMs - new Date(instant).getTime() < 2 * 3_600_000;
}

/** A session of the user, as the service lists them. */
export type OwnSession = Schemas['SessionEntry'];

/** A browser that is signed in. Its name is null if it did not say what it is, its user if it is signed in with a key. */
export interface Browser extends Pick<Entry, 'id' | 'name' | 'user' | 'createdAt' | 'lastUsedAt'> {
  /** Whether it is the one that shows the page. */
  readonly isHere: boolean;
}

/**
 * The browsers of all people: this one first, then by their last use.
 *
 * @param nowMs the present in milliseconds
 * @param token that of the session of this browser
 */
export function browsersOf(entries: readonly Entry[], nowMs: number, token: string | null): readonly Browser[] {
  const sessions = entries.filter((entry) => entry.kind === 'session' && !isEnded(entry, nowMs));
  return inOrder(sessions.map((entry) => ({ ...entry, isHere: token?.startsWith(entry.start) === true })));
}

/** The browsers of the user: this one first, then by their last use. */
export function ownBrowsersOf(sessions: readonly OwnSession[], user: string | null): readonly Browser[] {
  return inOrder(sessions.map((session) => ({ ...session, user, isHere: session.current })));
}

function inOrder(browsers: readonly Browser[]): readonly Browser[] {
  const lastUse = ({ lastUsedAt, createdAt }: Browser) => lastUsedAt ?? createdAt;
  return browsers.toSorted((a, b) => Number(b.isHere) - Number(a.isHere) || lastUse(b).localeCompare(lastUse(a)));
}

/** Whether an address leads to the machine itself, so that no other device can open it. */
export function isOfThisDevice(address: string): boolean {
  return /^(localhost|127\..*|\[::1\])$/.test(new URL(address).hostname);
}

/** The scope that is chosen in a form; that which allows least if none is. */
export function scopeIn(form: FormData): Scope {
  return scopes.find((scope) => scope === form.get('scope')) ?? 'read';
}
