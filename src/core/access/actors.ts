import { eq, sql } from 'drizzle-orm';
import { once, type Db } from '../database/db.ts';
import type { ActorEnded, WriteOrigin } from '../writer/origin.ts';
import { stateOfApiKey } from './apiKey.ts';
import { apiKeys } from './table.ts';

/** Finds the writes whose key or session has ended since their requests were authenticated. */
export function findEndedActors(db: Db) {
  const { ownerId, createdAt, expiresAt, revokedAt } = apiKeys;
  const find = once(() =>
    db
      .select({ ownerId, createdAt, expiresAt, revokedAt })
      .from(apiKeys)
      .where(eq(apiKeys.id, sql.placeholder('id')))
      .prepare(),
  );
  /**
   * The refusal of a write whose key or session was revoked, has expired, or whose user or owner was removed. Undefined while it
   * is valid.
   */
  return function endOf({ actor, at }: WriteOrigin): ActorEnded | undefined {
    const stored = find().get({ id: actor.id });
    const isValid = stored?.ownerId === actor.ownerId && stateOfApiKey(stored, () => at) === 'active';
    return isValid ? undefined : { outcome: 'actorEnded', kind: actor.kind };
  };
}
