import type { Database } from 'bun:sqlite';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { ActorEnded, WriteOrigin } from '../../commands/origin.ts';
import { stateOfApiKey } from '../../domain/keys/apiKey.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';

/**
 * Creates a function that makes a verb refuse writes of keys and sessions that have ended since their requests were
 * authenticated: a revoked key must not leave another key behind.
 */
export function refuseEndedActors(database: Database) {
  const builder = drizzle(database);
  return function unlessEnded<Command extends WriteOrigin, Outcome>(
    perform: (command: Command) => Outcome,
  ): (command: Command) => Outcome | ActorEnded {
    return (command) => {
      const { actor, at } = command;
      const { expiresAt, revokedAt } = apiKeys;
      const stored = builder.select({ expiresAt, revokedAt }).from(apiKeys).where(eq(apiKeys.id, actor.id)).get();
      const isActive = stored !== undefined && stateOfApiKey(stored, () => at) === 'active';
      return isActive ? perform(command) : { outcome: 'actorEnded' };
    };
  };
}
