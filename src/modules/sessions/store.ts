import type { Db } from '../../core/database/db.ts';
import { clockToleranceSeconds, hashApiKey, isSessionToken, stateOfApiKey } from '../../core/access/apiKey.ts';
import type { SessionHolder } from '../../core/access/principal.ts';
import type { OwnSession } from '../../core/access/session.ts';
import { columns } from '../../core/database/columns.ts';
import { inTransaction, prepareQuery } from '../../core/database/statement.ts';
import type { CredentialRow } from '../keys/store/keys.ts';

/** Reads sessions. Only the hash and the start of a token are stored. */
export function readSessions(database: Db) {
  const byHash = prepareByHash(database);
  const householdOf = prepareQuery<{ owner: string; householdName: string | null }>(
    database,
    'SELECT name AS owner, household_name AS householdName FROM owners WHERE id = $ownerId',
  );

  return {
    /** The session of a token, if it is known, not ended and not expired at the present instant (ISO 8601 UTC). */
    findHolder(token: string, now: () => string): SessionHolder | undefined {
      if (!isSessionToken(token)) return undefined;
      const row = byHash.first({ hash: hashApiKey(token) });
      if (row === undefined || stateOfApiKey(row, now) !== 'active') return undefined;
      const { id, ownerId, scope, createdAt, signedInBy, codeMadeBy, expiresAt, userId, userName } = row;
      // Each session has both.
      if (signedInBy === null || expiresAt === null) return undefined;
      const user = userId === null ? null : { id: userId, name: userName ?? '' };
      return { kind: 'session', id, ownerId, scope, createdAt, signedInBy, codeMadeBy, expiresAt, user };
    },

    /** The valid sessions of the user, or of the key, of a session, newest first. */
    listOwn: listOwnSessions(database),

    /** The name of an owner, and how its household is called; undefined for an owner that was deleted. */
    householdOf: (ownerId: number) => householdOf.first({ ownerId }),
  };
}

const heldColumns = [
  'id',
  'ownerId',
  'scope',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'signedInBy',
  'codeMadeBy',
  'userId',
] as const;

function prepareByHash(database: Db) {
  return prepareQuery<Pick<CredentialRow, (typeof heldColumns)[number]> & { userName: string | null }>(
    database,
    `SELECT ${columns('api_keys', heldColumns)}, users.name AS userName
     FROM api_keys LEFT JOIN users ON users.id = api_keys.user_id WHERE hash = $hash AND kind = 'session'`,
  );
}

/** What a session was signed in with: a user, or else a key. */
export type SessionRoot = Readonly<Record<'userId' | 'parentKeyId', string | null>>;

/** The condition that a row is a session of the same user, or else of the same key; it has the parameters of the root. */
export function isSessionOf({ userId }: SessionRoot): string {
  return `kind = 'session' AND ${userId === null ? 'parent_key_id = $parentKeyId' : 'user_id = $userId'}`;
}

/** The condition that a session is valid at the instant `$at`, ISO 8601 UTC: see `stateOfApiKey`. */
export const isValid = `(revoked_at IS NULL AND expires_at > $at
  AND created_at <= strftime('%Y-%m-%dT%H:%M:%fZ', $at, '+${clockToleranceSeconds} seconds'))`;

/** What a session was signed in with; undefined for an unknown one. */
export function rootOf(database: Db, sessionId: string): SessionRoot | undefined {
  const text = `SELECT ${columns('api_keys', ['userId', 'parentKeyId'])} FROM api_keys
    WHERE id = $sessionId AND kind = 'session'`;
  return prepareQuery<SessionRoot>(database, text).first({ sessionId });
}

/** Gives a function that lists the valid sessions of the user, or of the key, of a session, newest first. */
function listOwnSessions(database: Db): (sessionId: string, at: string) => OwnSession[] {
  const shown = columns('api_keys', ['id', 'name', 'scope', 'createdAt', 'lastUsedAt', 'expiresAt']);
  return (sessionId, at) =>
    inTransaction(database, 'deferred', () => {
      const root = rootOf(database, sessionId);
      if (root === undefined) return [];
      const text = `SELECT ${shown} FROM api_keys WHERE ${isSessionOf(root)} AND ${isValid} ORDER BY created_at DESC, id DESC`;
      return prepareQuery<OwnSession>(database, text).all({ ...root, at });
    });
}
