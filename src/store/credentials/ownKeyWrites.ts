import type { Database } from 'bun:sqlite';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import type { Verbs } from '../entities/verbs.ts';
import { recordEnd } from './credentialEnds.ts';
import { findCredential } from './credentialLists.ts';
import { recordChanges } from './serviceAudit.ts';
import { endSessionsWithKey } from './sessionEnds.ts';

/** The verbs of an owner's own keys and sessions. */
export function ownKeyVerbs(database: Database, newId: () => string): Verbs<'ownKey.create' | 'ownKey.revoke'> {
  const builder = drizzle(database);
  const record = recordChanges(database, newId);

  function create(command: CommandOf<'ownKey.create'>): OutcomeOf<'ownKey.create'> {
    const { actor, id, start, hash, scope, name, expiresAt, at: createdAt, dryRun } = command;
    const { ownerId } = actor;
    builder.insert(apiKeys).values({ id, ownerId, start, hash, scope, name, createdAt, expiresAt }).run();
    const key = findCredential(database, ownerId, id);
    if (key === undefined) throw new Error('a key is missing right after it was stored');
    record(command, 'key.create', { entityType: 'key', entityId: id, ownerId }, { after: key });
    return { outcome: 'stored', viewJson: JSON.stringify(key), ...(dryRun === true && { dryRun }) };
  }

  function revoke(command: CommandOf<'ownKey.revoke'>): OutcomeOf<'ownKey.revoke'> {
    const { actor, keyId, at: revokedAt, dryRun } = command;
    const { ownerId } = actor;
    const before = findCredential(database, ownerId, keyId);
    if (before === undefined) return { outcome: 'missing' };
    const key = { ...before, revokedAt: before.revokedAt ?? revokedAt };
    if (before.revokedAt === null) {
      builder.update(apiKeys).set({ revokedAt }).where(eq(apiKeys.id, keyId)).run();
      endSessionsWithKey(database, keyId, key);
      if (before.kind === 'key') recordEnd(database, { kind: 'key', id: keyId, endedAt: revokedAt });
      const action = before.kind === 'session' ? 'session.end' : 'key.revoke';
      record(command, action, { entityType: before.kind, entityId: keyId, ownerId }, { before, after: key });
    }
    return { outcome: 'deleted', ...(dryRun === true && { viewJson: JSON.stringify(key) }) };
  }

  return {
    'ownKey.create': { perform: create },
    'ownKey.revoke': {
      perform: revoke,
      current: ({ actor, keyId }) => {
        const key = findCredential(database, actor.ownerId, keyId);
        return key && JSON.stringify(key);
      },
    },
  };
}
