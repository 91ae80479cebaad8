import type { Db } from '../database/db.ts';
import type { ActorEnded, WriteOrigin } from '../writer/origin.ts';
import { stateOfApiKey } from './apiKey.ts';
import { columns } from '../database/columns.ts';
import { prepareQuery } from '../database/statement.ts';
import type { CredentialRow } from '../../modules/keys/store/keys.ts';

/** Finds the writes whose key or session has ended since their requests were authenticated. */
export function findEndedActors(database: Db) {
  const find = prepareQuery<Pick<CredentialRow, 'ownerId' | 'createdAt' | 'expiresAt' | 'revokedAt'>>(
    database,
    `SELECT ${columns('api_keys', ['ownerId', 'createdAt', 'expiresAt', 'revokedAt'])} FROM api_keys WHERE id = $id`,
  );
  /**
   * The refusal of a write whose key or session was revoked, has expired, or whose user or owner was removed. Undefined while it
   * is valid.
   */
  return function endOf({ actor, at }: WriteOrigin): ActorEnded | undefined {
    const stored = find.first({ id: actor.id });
    const isValid = stored?.ownerId === actor.ownerId && stateOfApiKey(stored, () => at) === 'active';
    return isValid ? undefined : { outcome: 'actorEnded', kind: actor.kind };
  };
}
