import type { Database } from 'bun:sqlite';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { ActorEnded, WriteOrigin } from '../../commands/origin.ts';
import { stateOfApiKey } from '../../domain/keys/apiKey.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { columnsOf, prepareQuery } from '../sqlite/statement.ts';

/**
 * Creates a function that gives the refusal of a write whose key or session has ended since its request was authenticated:
 * it was revoked, has expired, or its user or owner was removed. Undefined while it is valid.
 */
export function findEndedActors(database: Database): (command: WriteOrigin) => ActorEnded | undefined {
  const { ownerId, expiresAt, revokedAt } = columnsOf(apiKeys);
  const query = drizzle(database).select({ ownerId, expiresAt, revokedAt }).from(apiKeys);
  const find = prepareQuery(database, query.where(eq(apiKeys.id, sql.placeholder('id'))));
  return function endOf({ actor, at }) {
    const stored = find.first({ id: actor.id });
    const isValid = stored?.ownerId === actor.ownerId && stateOfApiKey(stored, () => at) === 'active';
    return isValid ? undefined : { outcome: 'actorEnded', kind: actor.kind };
  };
}
