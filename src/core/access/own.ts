import { eq, isNull, or, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Principal } from './principal.ts';

// Channels, feeds and rules of reminders belong to the household, or to one of its users.

/** The user to whom a record belongs; null for the household. */
export type Holder = string | null;

/** Who reads or changes records. */
export type Viewer = Pick<Principal, 'scope' | 'userId'>;

/** Whether a principal sees a record: an admin each one, everybody else those of the household and their own. */
export function sees(viewer: Viewer, holder: Holder): boolean {
  return holder === null || isOwnOf(viewer, holder) || viewer.scope === 'admin';
}

/** {@link sees} as a condition on rows, given their column with the id of the user. */
export function isSeenBy(viewer: Viewer, holder: AnySQLiteColumn): SQL | undefined {
  if (viewer.scope === 'admin') return undefined;
  return viewer.userId === undefined ? isNull(holder) : or(isNull(holder), eq(holder, viewer.userId));
}

/** Whether a principal may change a channel or a feed. A session of the user needs the scope `write`, as its operation says. */
export function mayChange(viewer: Viewer, holder: Holder): boolean {
  return viewer.scope === 'admin' || isOwnOf(viewer, holder);
}

/** To whom a channel or a feed belongs that a principal makes. */
export function holderOfNew({ scope, userId }: Viewer): Holder {
  return scope === 'admin' ? null : (userId ?? null);
}

/** Whether a record is the own one of a user. */
export function isOwnOf({ userId }: Pick<Viewer, 'userId'>, holder: Holder): boolean {
  return holder !== null && holder === userId;
}
