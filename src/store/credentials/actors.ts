import type { Database } from 'bun:sqlite';
import type { ActorEnded, WriteOrigin } from '../../commands/origin.ts';
import { stateOfApiKey } from '../../domain/keys/apiKey.ts';
import { columns } from '../schema/columns.ts';
import { prepareQuery } from '../sqlite/statement.ts';
import { lastingMemory } from '../sqlite/transactionMemory.ts';
import type { CredentialRow } from './keys.ts';

/** Finds the writes whose key or session has ended since their requests were authenticated. */
export function findEndedActors(database: Database) {
  const find = prepareQuery<Pick<CredentialRow, 'ownerId' | 'createdAt' | 'expiresAt' | 'revokedAt'>>(
    database,
    `SELECT ${columns('api_keys', ['ownerId', 'createdAt', 'expiresAt', 'revokedAt'])} FROM api_keys WHERE id = $id`,
  );
  // Most writes are of few keys.
  const read = lastingMemory<string, ReturnType<typeof find.first>>(database, 'keys and sessions');

  function storedOf(id: string) {
    const known = read.get(id);
    if (known !== undefined) return known;
    const stored = find.first({ id });
    read.set(id, stored);
    return stored;
  }

  return {
    /**
     * The refusal of a write whose key or session was revoked, has expired, or whose user or owner was removed. Undefined
     * while it is valid.
     */
    endOf({ actor, at }: WriteOrigin): ActorEnded | undefined {
      const stored = storedOf(actor.id);
      const isValid = stored?.ownerId === actor.ownerId && stateOfApiKey(stored, () => at) === 'active';
      return isValid ? undefined : { outcome: 'actorEnded', kind: actor.kind };
    },

    /** Reads keys and sessions anew: one of them may have ended. */
    forget: (): void => read.clear(),
  };
}
