import type { Schemas } from '../../api/answers.ts';

/** A key or a session. */
export type Entry = Schemas['KeyEntry'];

/** The keys and sessions of an owner, sorted for the page. */
export interface SortedEntries {
  readonly keys: readonly Entry[];
  /** Keys that were revoked or have expired. */
  readonly endedKeys: readonly Entry[];
  /** Sessions that are valid: the one of this browser first, then by their last use. */
  readonly sessions: readonly Entry[];
}

/** Sorts keys and sessions; `nowMs` is the present in milliseconds, `token` that of the session of this browser. */
export function sortEntries(entries: readonly Entry[], nowMs: number, token: string | null): SortedEntries {
  const isEnded = ({ revokedAt, expiresAt }: Entry) =>
    revokedAt !== null || (expiresAt !== null && new Date(expiresAt).getTime() <= nowMs);
  const keys = entries.filter(({ kind }) => kind === 'key');
  const sessions = entries.filter((entry) => entry.kind === 'session' && !isEnded(entry));
  return {
    keys: keys.filter((entry) => !isEnded(entry)),
    endedKeys: keys.filter(isEnded),
    sessions: sessions.toSorted(
      (a, b) => Number(isOwn(b, token)) - Number(isOwn(a, token)) || lastUse(b).localeCompare(lastUse(a)),
    ),
  };
}

/** Whether an entry is the session of this browser. */
export function isOwn({ kind, start }: Entry, token: string | null): boolean {
  return kind === 'session' && token?.startsWith(start) === true;
}

/** Whether an instant is less than two hours ago. The service notes uses to the hour, so it knows no more than that. */
export function isLatelyUsed(instant: string, nowMs: number): boolean {
  return nowMs - new Date(instant).getTime() < 2 * 3_600_000;
}

/** When a key or a session was used last, or was made. */
function lastUse({ lastUsedAt, createdAt }: Pick<Entry, 'lastUsedAt' | 'createdAt'>): string {
  return lastUsedAt ?? createdAt;
}

/** A session of the user, as the service lists them. */
export type OwnSession = Schemas['SessionEntry'];

/** A browser that is signed in. */
export interface Browser {
  /** The id of its session. */
  readonly id: string;
  /** Null when it did not say what it is. */
  readonly name: string | null;
  /** Null when it is signed in with a key. */
  readonly user: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** Whether it is the one that shows the page. */
  readonly isHere: boolean;
}

/** The browsers of all people: this one first, then by their last use. `nowMs` is the present in milliseconds. */
export function browsersOf(entries: readonly Entry[], nowMs: number, token: string | null): readonly Browser[] {
  return sortEntries(entries, nowMs, token).sessions.map((entry) => ({
    ...browserOf(entry),
    isHere: isOwn(entry, token),
  }));
}

/** The browsers of the user: this one first, then by their last use. */
export function ownBrowsersOf(sessions: readonly OwnSession[], user: string | null): readonly Browser[] {
  return sessions
    .toSorted((a, b) => Number(b.current) - Number(a.current) || lastUse(b).localeCompare(lastUse(a)))
    .map((session) => ({ ...browserOf({ ...session, user }), isHere: session.current }));
}

function browserOf({ id, name, user, createdAt, lastUsedAt }: Omit<Browser, 'isHere'>): Omit<Browser, 'isHere'> {
  return { id, name, user, createdAt, lastUsedAt };
}

/**
 * How a user gets to a password: `offer` shows the form at once, `change` on request, and `newLink` says that it takes a new
 * sign-in link, because the service wants a present password that there is not.
 *
 * @param hasPassword undefined when the user may not see it
 * @param isFresh whether the user signed in with a code less than 15 minutes ago
 */
export function wayToPassword(hasPassword: boolean | undefined, isFresh: boolean): 'offer' | 'change' | 'newLink' {
  if (hasPassword === true) return 'change';
  if (isFresh) return 'offer';
  return hasPassword === false ? 'newLink' : 'change';
}
