import type { Database } from 'bun:sqlite';
import type { CredentialEnd } from '../credentials/credentialEnds.ts';

interface EndedKey {
  readonly id: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/**
 * What had ended in a replaced database of an earlier schema version, which has no table of that: as its keys and its
 * audit trail tell.
 *
 * @param hasUsers whether it has users
 */
export function earlierEnds(replaced: Database, hasUsers: boolean): CredentialEnd[] {
  const keys = replaced
    .query<EndedKey, []>(
      `SELECT id, expires_at AS expiresAt, revoked_at AS revokedAt FROM api_keys
       WHERE revoked_at IS NOT NULL OR expires_at IS NOT NULL`,
    )
    .all();
  const ofKeys = keys.flatMap(({ id, expiresAt, revokedAt }) => [
    ...endsOf('key', id, revokedAt),
    ...endsOf('expiry', id, expiresAt),
  ]);
  return hasUsers ? [...ofKeys, ...removalsOfUsers(replaced)] : ofKeys;
}

function endsOf(kind: CredentialEnd['kind'], id: string, endedAt: string | null): CredentialEnd[] {
  return endedAt === null ? [] : [{ kind, id, hash: '', endedAt }];
}

/** All of them: a backup that is restored later may have the user, although the present one has not. */
function removalsOfUsers(replaced: Database): CredentialEnd[] {
  return replaced
    .query<CredentialEnd, []>(
      `SELECT 'user' AS kind, entity_id AS id, '' AS hash, min(created_at) AS endedAt FROM audit_entries
       WHERE entity_type = 'user' AND action = 'user.delete' GROUP BY entity_id`,
    )
    .all();
}
