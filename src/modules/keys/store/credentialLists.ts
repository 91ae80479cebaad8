import type { Db } from '../../../core/database/db.ts';
import type { CredentialRecord } from '../model.ts';
import type { UserRecord } from '../../users/model.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { columns } from '../../../core/database/columns.ts';
import { prepareQuery } from '../../../core/database/statement.ts';

/** Reads the keys, sessions and users of one owner, in pages. */
export function readCredentialLists(database: Db) {
  const statements = prepareLists(database);

  return {
    /** The keys and sessions of an owner, ended ones included, newest first; each as JSON. */
    keys: (ownerId: number, page: Page): Paged<string> =>
      pageOf(page, (limit) =>
        statements.keys.all({ ownerId, limit, offset: page.offset }).map((key) => JSON.stringify(shownCredential(key))),
      ),

    /** The users of an owner, oldest first; each as JSON. */
    users: (ownerId: number, page: Page): Paged<string> =>
      pageOf(page, (limit) =>
        statements.users
          .all({ ownerId, limit, offset: page.offset })
          .map((user) => viewOfUser({ ...user, hasPassword: user.hasPassword === 1 })),
      ),
  };
}

/** A key or a session as the admins of its owner see it; the order of its members is that of answers. */
export function shownCredential(row: CredentialRecord): CredentialRecord {
  const { id, name, kind, scope, start, createdAt, lastUsedAt, expiresAt, revokedAt, user } = row;
  return { id, name, kind, scope, start, createdAt, lastUsedAt, expiresAt, revokedAt, user };
}

/** A user as the admins of its owner see it, as JSON. */
export function viewOfUser({ id, name, owner, scope, hasPassword, createdAt }: UserRecord): string {
  return JSON.stringify({ id, name, owner, scope, hasPassword, createdAt });
}

/** A key or a session of an owner; not a key of the service. */
export function findCredential(database: Db, ownerId: number, id: string): CredentialRecord | undefined {
  const row = prepareQuery<CredentialRecord>(
    database,
    `${selectCredentials} WHERE api_keys.id = $id AND owner_id = $ownerId AND kind <> 'service'`,
  ).first({ id, ownerId });
  return row && shownCredential(row);
}

const shown = ['id', 'name', 'kind', 'scope', 'start', 'lastUsedAt', 'expiresAt', 'revokedAt'] as const;
// The first two columns are their order.
const selectCredentials = `SELECT api_keys.created_at AS createdAt, api_keys.rowid AS position,
    ${columns('api_keys', shown)}, users.name AS user
  FROM api_keys LEFT JOIN users ON users.id = api_keys.user_id`;

function prepareLists(database: Db) {
  // Each kind is read in the order of the index, so that the rows of both are merged and not sorted.
  const [keys, sessions] = ['key', 'session'].map(
    (kind) => `${selectCredentials} WHERE owner_id = $ownerId AND kind = '${kind}'`,
  );
  return {
    keys: prepareQuery<CredentialRecord>(
      database,
      `${keys} UNION ALL ${sessions} ORDER BY 1 DESC, 2 DESC LIMIT $limit OFFSET $offset`,
    ),
    users: prepareQuery<Omit<UserRecord, 'hasPassword'> & { hasPassword: number }>(
      database,
      `SELECT users.id, users.name, users.created_at AS createdAt, owners.name AS owner, scope,
         password_hash IS NOT NULL AS hasPassword
       FROM memberships
       JOIN users ON users.id = user_id AND removed_at IS NULL JOIN owners ON owners.id = owner_id
       WHERE owner_id = $ownerId ORDER BY memberships.rowid LIMIT $limit OFFSET $offset`,
    ),
  };
}
