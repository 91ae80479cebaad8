import type { components } from '../../api/apiTypes.d.ts';

/** A key or a session. */
export type Entry = components['schemas']['KeyEntry'];

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
export function lastUse({ lastUsedAt, createdAt }: Pick<Entry, 'lastUsedAt' | 'createdAt'>): string {
  return lastUsedAt ?? createdAt;
}
