import type { components } from '../../api/apiTypes.d.ts';
import { isOwn, lastUse, sortEntries, type Entry } from './entries.ts';

/** A session of the user, as the service lists them. */
export type OwnSession = components['schemas']['SessionEntry'];

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
