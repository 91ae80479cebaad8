import { eq, inArray } from 'drizzle-orm';
import { endSessionsForGood, endUser } from '../../../core/access/credentialEnds.ts';
import { apiKeys, owners, removedNames, users } from '../../../core/access/table.ts';
import type { Restoration } from '../../../core/backup/restore.ts';
import type { Db } from '../../../core/database/db.ts';
import { installation } from '../../../core/directory/table.ts';
import { feeds } from '../../feeds/table.ts';
import { keepNames, lowerScopes, namesOf, ownersWithoutAdmin, usersOf, type KnownUser } from './restoredUsers.ts';

/** What a restore has kept ended. */
export interface KeptEnds {
  /** The number of keys, calendar feeds and users of the backup that are not valid any more; null if nothing can tell. */
  readonly ended: number | null;
  /** The keys and feeds that are valid as in the backup, because nothing can tell which have ended since; else empty. */
  readonly stillValid: readonly string[];
  /** The names of the users who were added after the backup, and are gone. */
  readonly goneUsers: readonly string[];
  /** The names of the users who have no password now, since that of the backup was replaced. */
  readonly withoutPassword: readonly string[];
  /** The names of the users who had a larger scope in the backup, and keep the smaller one that they got since. */
  readonly lowered: readonly string[];
  /** The names of the owners who had an admin among their users in the replaced database, and have none now. */
  readonly withoutAdmin: readonly string[];
}

/** What a database accepts: a restore gives nobody more. */
interface Accepted {
  readonly installationId: string;
  readonly keys: ReadonlyMap<string, Pick<typeof apiKeys.$inferSelect, 'expiresAt' | 'revokedAt'>>;
  readonly feedIds: ReadonlySet<string>;
  readonly users: readonly KnownUser[];
  readonly removedNames: readonly RemovedName[];
}

/** The name of a user who was removed from an owner, and whom the reverse proxy may therefore not bring back. */
type RemovedName = typeof removedNames.$inferSelect;

const nothingKept = { goneUsers: [], withoutPassword: [], lowered: [], withoutAdmin: [] } as const;

/**
 * Makes a restored database accept nothing that has ended: no session and no code, and of keys, feeds, users, passwords and
 * scopes nothing that the replaced database does not accept, or does not know. If there was none, if it cannot be read, or if
 * it is that of another installation, all but sessions and codes is as in the backup.
 */
export function endWhatEndedSince({ restored, replaced, at }: Restoration): KeptEnds {
  const accepted = replaced ? readAccepted(replaced) : undefined;
  endSessionsForGood(restored, at);
  if (accepted === undefined || accepted.installationId !== installationIdOf(restored))
    return { ended: null, stillValid: validIn(restored, at), ...nothingKept };
  const ended = endKeys(restored, accepted, at) + endFeeds(restored, accepted) + endUsers(restored, accepted, at);
  const withoutPassword = replacePasswords(restored, accepted.users);
  keepNames(restored, accepted.users);
  // A removed user of the backup has the name of nobody.
  const present = new Set(usersOf(restored).map(({ nameFolded }) => nameFolded));
  const gone = accepted.users.filter(({ nameFolded }) => !present.has(nameFolded));
  // The reverse proxy would make them anew, with a larger scope than an admin gave them.
  addRemovedNames(restored, [...accepted.removedNames, ...gone.filter(({ scope }) => scope === 'read')]);
  const lowered = lowerScopes(restored, accepted.users);
  const withoutAdmin = ownersWithoutAdmin(restored, accepted.users);
  return { ended, stillValid: [], goneUsers: namesOf(gone), withoutPassword, lowered, withoutAdmin };
}

/** What a database accepts; undefined when it cannot be read: it may be damaged, or of another version. */
function readAccepted(db: Db): Accepted | undefined {
  try {
    return {
      installationId: installationIdOf(db),
      keys: new Map(keysOf(db).map((key) => [key.id, key])),
      feedIds: new Set(feedsOf(db).map(({ id }) => id)),
      users: usersOf(db),
      removedNames: db.select().from(removedNames).all(),
    };
  } catch {
    return undefined;
  }
}

function installationIdOf(db: Db): string {
  return db.select().from(installation).get()?.id ?? '';
}

function keysOf(db: Db) {
  const { id, name, start, expiresAt, revokedAt } = apiKeys;
  return db
    .select({ id, name, start, expiresAt, revokedAt })
    .from(apiKeys)
    .where(eq(apiKeys.kind, 'key'))
    .orderBy(apiKeys.createdAt)
    .all();
}

function feedsOf(db: Db) {
  return db.select({ id: feeds.id, name: feeds.name }).from(feeds).orderBy(feeds.sequence).all();
}

/** The keys, feeds and users that a restored database accepts, each in words for its operator. */
function validIn(restored: Db, at: string): readonly string[] {
  const keys = keysOf(restored).filter(
    ({ expiresAt, revokedAt }) => revokedAt === null && (expiresAt === null || expiresAt > at),
  );
  return [
    ...keys.map(({ start, name }) => `key ${start}…${name === null ? '' : ` (${name})`}`),
    ...feedsOf(restored).map(({ name }) => `calendar feed ${name}`),
    ...usersOf(restored).map(({ name }) => `user ${name}`),
  ];
}

function endKeys(restored: Db, { keys }: Accepted, at: string): number {
  let ended = 0;
  for (const key of keysOf(restored)) {
    if (key.revokedAt !== null) continue;
    const { revokedAt, ...present } = keys.get(key.id) ?? { revokedAt: at, expiresAt: null };
    const expiresAt = [key.expiresAt, present.expiresAt].filter((instant) => instant !== null).sort()[0] ?? null;
    if (revokedAt === null && expiresAt === key.expiresAt) continue;
    restored.update(apiKeys).set({ revokedAt, expiresAt }).where(eq(apiKeys.id, key.id)).run();
    ended += 1;
  }
  return ended;
}

function endFeeds(restored: Db, { feedIds }: Accepted): number {
  const ended = feedsOf(restored).flatMap(({ id }) => (feedIds.has(id) ? [] : [id]));
  restored.delete(feeds).where(inArray(feeds.id, ended)).run();
  return ended.length;
}

/** Ends the users whom the replaced database does not have, and keeps their names out. */
function endUsers(restored: Db, accepted: Accepted, at: string): number {
  const present = new Set(accepted.users.map(({ id }) => id));
  const ended = usersOf(restored).filter(({ id }) => !present.has(id));
  addRemovedNames(restored, ended);
  for (const { id } of ended) endUser(restored, id, at);
  return ended.length;
}

/** Gives the users their present passwords; returns the names of those who had one in the backup, and have none now. */
function replacePasswords(restored: Db, present: readonly KnownUser[]): string[] {
  const hashOf = new Map(present.map(({ id, passwordHash }) => [id, passwordHash]));
  return usersOf(restored).flatMap(({ id, name, passwordHash: former }) => {
    const passwordHash = hashOf.get(id) ?? null;
    restored.update(users).set({ passwordHash }).where(eq(users.id, id)).run();
    return passwordHash === null && former !== null ? [name] : [];
  });
}

/** An owner that the backup does not have is gone. */
function addRemovedNames(restored: Db, names: readonly RemovedName[]): void {
  const known = new Set(
    restored
      .select({ id: owners.id })
      .from(owners)
      .all()
      .map(({ id }) => id),
  );
  for (const { ownerId, nameFolded } of names.filter((name) => known.has(name.ownerId)))
    restored.insert(removedNames).values({ ownerId, nameFolded }).onConflictDoNothing().run();
}
