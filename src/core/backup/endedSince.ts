import { databaseOn } from '../database/db.ts';
import type { Connection } from '../database/driver.ts';
import { instantAt } from '../runtime/system.ts';
import { endSessionsForGood, endUser } from '../access/credentialEnds.ts';
import { inTransaction } from '../database/statement.ts';
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
  readonly installation: string;
  readonly keys: ReadonlyMap<string, Pick<Key, 'expiresAt' | 'revokedAt'>>;
  readonly feeds: ReadonlySet<string>;
  readonly users: readonly KnownUser[];
  readonly removedNames: readonly RemovedName[];
}

interface Key {
  readonly id: string;
  readonly name: string | null;
  readonly start: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** The name of a user who was removed from an owner, and whom the reverse proxy may therefore not bring back. */
interface RemovedName {
  readonly ownerId: number;
  readonly nameFolded: string;
}

const nothingKept = { goneUsers: [], withoutPassword: [], lowered: [], withoutAdmin: [] } as const;

/**
 * Makes a restored database accept nothing that has ended: no session and no code, and of keys, feeds, users, passwords and
 * scopes nothing that the replaced database does not accept, or does not know. If there was none, if it cannot be read, or if
 * it is that of another installation, all but sessions and codes is as in the backup.
 *
 * @param replaced the replaced database; undefined if there was none, or it cannot be read
 * @param wallMilliseconds the wall clock, in milliseconds since 1970
 */
export function endWhatEndedSince(
  restored: Connection,
  replaced: Connection | undefined,
  wallMilliseconds: number,
): KeptEnds {
  const at = instantAt(wallMilliseconds);
  const accepted = replaced && readAccepted(replaced);
  return inTransaction(restored, 'immediate', () => {
    endSessionsForGood(databaseOn(restored), at);
    if (accepted === undefined || accepted.installation !== installationOf(restored))
      return { ended: null, stillValid: validIn(restored, at), ...nothingKept };
    const ended = endKeys(restored, accepted, at) + endFeeds(restored, accepted) + endUsers(restored, accepted, at);
    const withoutPassword = replacePasswords(restored, accepted.users);
    keepNames(restored, accepted.users);
    // A removed user of the backup has the name of nobody.
    const present = new Set(usersOf(restored).map(({ folded }) => folded));
    const gone = accepted.users.filter(({ folded }) => !present.has(folded));
    // The reverse proxy would make them anew, with a larger scope than an admin gave them.
    const readers = gone.filter(({ scope }) => scope === 'read');
    const names = readers.map(({ ownerId, folded }) => ({ ownerId, nameFolded: folded }));
    addRemovedNames(restored, [...accepted.removedNames, ...names]);
    const lowered = lowerScopes(restored, accepted.users);
    const withoutAdmin = ownersWithoutAdmin(restored, accepted.users);
    return { ended, stillValid: [], goneUsers: namesOf(gone), withoutPassword, lowered, withoutAdmin };
  });
}

/** What a database accepts; undefined when it cannot be read: it may be damaged, or of another version. */
function readAccepted(database: Connection): Accepted | undefined {
  try {
    return {
      installation: installationOf(database),
      keys: new Map(keysOf(database).map((key) => [key.id, key])),
      feeds: new Set(database.query<{ id: string }, []>('SELECT id FROM feeds').values().flat().map(String)),
      users: usersOf(database),
      removedNames: database
        .query<RemovedName, []>('SELECT owner_id AS ownerId, name_folded AS nameFolded FROM removed_names')
        .all(),
    };
  } catch {
    return undefined;
  }
}

function installationOf(database: Connection): string {
  return database.query<{ id: string }, []>('SELECT id FROM installation').get()?.id ?? '';
}

function keysOf(database: Connection): readonly Key[] {
  return database
    .query<Key, []>(
      `SELECT id, name, start, expires_at AS expiresAt, revoked_at AS revokedAt FROM api_keys WHERE kind = 'key' ORDER BY created_at`,
    )
    .all();
}

/** The keys, feeds and users that a restored database accepts, each in words for its operator. */
function validIn(restored: Connection, at: string): readonly string[] {
  const keys = keysOf(restored).filter(
    ({ expiresAt, revokedAt }) => revokedAt === null && (expiresAt === null || expiresAt > at),
  );
  const feeds = restored.query<{ name: string }, []>('SELECT name FROM feeds ORDER BY sequence').all();
  return [
    ...keys.map(({ start, name }) => `key ${start}…${name === null ? '' : ` (${name})`}`),
    ...feeds.map(({ name }) => `calendar feed ${name}`),
    ...usersOf(restored).map(({ name }) => `user ${name}`),
  ];
}

function endKeys(restored: Connection, { keys }: Accepted, at: string): number {
  const end = restored.query('UPDATE api_keys SET revoked_at = ?, expires_at = ? WHERE id = ?');
  let ended = 0;
  for (const key of keysOf(restored)) {
    if (key.revokedAt !== null) continue;
    const present = keys.get(key.id) ?? { revokedAt: at, expiresAt: null };
    const expiresAt = [key.expiresAt, present.expiresAt].filter((instant) => instant !== null).sort()[0] ?? null;
    if (present.revokedAt === null && expiresAt === key.expiresAt) continue;
    end.run(present.revokedAt, expiresAt, key.id);
    ended += 1;
  }
  return ended;
}

function endFeeds(restored: Connection, { feeds }: Accepted): number {
  const stored = restored.query<{ id: string }, []>('SELECT id FROM feeds').all();
  const ended = stored.filter(({ id }) => !feeds.has(id));
  for (const { id } of ended) restored.query('DELETE FROM feeds WHERE id = ?').run(id);
  return ended.length;
}

/** Ends the users whom the replaced database does not have, and keeps their names out. */
function endUsers(restored: Connection, { users }: Accepted, at: string): number {
  const present = new Set(users.map(({ id }) => id));
  const ended = usersOf(restored).filter(({ id }) => !present.has(id));
  for (const { id, ownerId, folded } of ended) {
    addRemovedNames(restored, [{ ownerId, nameFolded: folded }]);
    endUser(databaseOn(restored), id, at);
  }
  return ended.length;
}

/** Gives the users their present passwords; returns the names of those who had one in the backup, and have none now. */
function replacePasswords(restored: Connection, present: readonly KnownUser[]): string[] {
  const hashOf = new Map(present.map(({ id, hash }) => [id, hash]));
  const replace = restored.query('UPDATE users SET password_hash = ? WHERE id = ?');
  return usersOf(restored).flatMap(({ id, name, hash }) => {
    const newer = hashOf.get(id) ?? null;
    replace.run(newer, id);
    return newer === null && hash !== null ? [name] : [];
  });
}

/** An owner that the backup does not have is gone. */
function addRemovedNames(restored: Connection, names: readonly RemovedName[]): void {
  const add = restored.query(
    'INSERT OR IGNORE INTO removed_names (owner_id, name_folded) SELECT id, ?1 FROM owners WHERE id = ?2',
  );
  for (const { nameFolded, ownerId } of names) add.run(nameFolded, ownerId);
}
