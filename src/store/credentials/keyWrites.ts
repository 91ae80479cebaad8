import type { Database } from 'bun:sqlite';
import { and, eq, ne } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { Credential, KeyCommands } from '../../commands/key.ts';
import { decideRotation, type ApiKeyRecord, type KeyEnd } from '../../domain/keys/keyRecord.ts';
import { mistypedOf, sameButForCase } from '../../domain/owners/owner.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { owners } from '../schema/tables/owners.ts';
import { forgetKeyEnds, recordEnd, recordKeyEnd } from './credentialEnds.ts';
import { selectKeys, type StoredKey } from './keys.ts';
import { endSessionsWithKey } from './sessionEnds.ts';
import { nextOwnerId, selectOwners } from '../entities/owners.ts';
import { recordByService } from './serviceAudit.ts';
import { ownKeyVerbs } from './ownKeyWrites.ts';
import type { Verbs } from '../entities/verbs.ts';

type Statements = ReturnType<typeof keyStatements>;
type NewRow = Pick<ApiKeyRecord, 'scope' | 'name' | 'createdAt' | 'expiresAt'> & { readonly replacesId: string | null };

/** The verbs of keys: the domain decides on the stored key, and the change is stored with its audit entry. */
export function keyVerbs(database: Database, newId: () => string): Verbs<keyof KeyCommands> {
  const statements = keyStatements(database, newId);
  return {
    'key.create': { perform: (command) => create(statements, command) },
    'key.rotate': { perform: (command) => rotate(statements, command) },
    'key.undoRotation': { perform: (command) => undoRotation(statements, command) },
    'key.revoke': { perform: (command) => revoke(statements, command) },
    ...ownKeyVerbs(database, newId),
  };
}

function create(statements: Statements, command: CommandOf<'key.create'>): OutcomeOf<'key.create'> {
  const { owner, scope, name, expiresAt, at: createdAt } = command;
  if (command.onlyAsFirst === true && statements.hasKeys()) return { outcome: 'conflict', reason: 'notFirst' };
  const known = statements.ownerId(owner);
  const otherOwners = known === undefined ? statements.ownerNames() : [];
  if (!command.anyNewOwner) {
    const same = sameButForCase(owner, otherOwners);
    if (same !== undefined) return { outcome: 'conflict', reason: 'sameButForCase', owner: same };
    const meant = mistypedOf(owner, otherOwners);
    if (meant !== undefined) return { outcome: 'conflict', reason: 'mistyped', owner: meant };
  }
  const ownerId = known ?? statements.insertOwner(owner, createdAt);
  const key = statements.insert(ownerId, command, { scope, name, createdAt, expiresAt, replacesId: null });
  statements.record(command, entityOf(key), { after: viewOf(key) });
  return { outcome: 'stored', key: recordOf(key), otherOwners };
}

function rotate(statements: Statements, command: CommandOf<'key.rotate'>): OutcomeOf<'key.rotate'> {
  const { keyId, successor, at: createdAt } = command;
  const old = statements.find(keyId);
  if (old === undefined) return { outcome: 'missing' };
  const decision = decideRotation(old, statements.successorId(keyId), command, createdAt);
  if ('refusal' in decision) return { outcome: 'conflict', ...decision.refusal };
  const { scope, name, expiresAt, revokedAt } = old;
  const row = { scope, name, createdAt, expiresAt: decision.successorExpiresAt, replacesId: keyId };
  const key = statements.insert(old.ownerId, successor, row);
  statements.setEnd(keyId, decision.end);
  const states = { before: viewOf(old), after: viewOf({ ...old, ...decision.end }) };
  statements.record(command, entityOf(old), { ...states, successor: viewOf(key) });
  return { outcome: 'stored', key: recordOf(key), before: { expiresAt, revokedAt } };
}

function undoRotation(statements: Statements, command: CommandOf<'key.undoRotation'>): OutcomeOf<'key.undoRotation'> {
  const { keyId, successorId, end } = command;
  const rotated = statements.find(keyId);
  if (rotated === undefined || statements.successorId(keyId) !== successorId) return { outcome: 'missing' };
  statements.forgetEnds(keyId);
  statements.setEnd(keyId, end);
  statements.delete(successorId, command.at);
  const key = { ...rotated, ...end };
  statements.record(command, entityOf(key), {
    before: viewOf(rotated),
    after: viewOf(key),
    successor: { id: successorId },
  });
  return { outcome: 'stored', key: recordOf(key) };
}

function revoke(statements: Statements, command: CommandOf<'key.revoke'>): OutcomeOf<'key.revoke'> {
  const stored = statements.find(command.keyId);
  if (stored === undefined) return { outcome: 'missing' };
  if (stored.revokedAt !== null) return { outcome: 'stored', key: recordOf(stored) };
  const key = { ...stored, revokedAt: command.at };
  statements.setEnd(key.id, key);
  statements.record(command, entityOf(key), { before: viewOf(stored), after: viewOf(key) });
  return { outcome: 'stored', key: recordOf(key) };
}

/** The view of a key in an audit entry: it does not identify the secret. */
function viewOf({ id, owner, scope, name, createdAt, expiresAt, revokedAt }: StoredKey) {
  return { id, owner, scope, name, createdAt, expiresAt, revokedAt };
}

function recordOf({ ownerId: _ownerId, ...key }: StoredKey): ApiKeyRecord {
  return key;
}

function entityOf({ id, ownerId }: StoredKey) {
  return { entityType: 'key', entityId: id, ownerId } as const;
}

/** The statements of the verbs. They run seldom, so the query builder compiles them each time. */
function keyStatements(database: Database, newId: () => string) {
  const builder = drizzle(database);

  function find(keyId: string): StoredKey | undefined {
    return selectKeys(database).where(eq(apiKeys.id, keyId)).get();
  }

  return {
    find,
    hasKeys: (): boolean => selectKeys(database).limit(1).get() !== undefined,
    record: recordByService(database, newId),

    successorId: (keyId: string): string | undefined =>
      builder.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.replacesId, keyId)).get()?.id,

    ownerId: (name: string): number | undefined =>
      builder.select({ id: owners.id }).from(owners).where(eq(owners.name, name)).get()?.id,

    ownerNames: (): readonly string[] =>
      selectOwners(database)
        .all()
        .map(({ name }) => name),

    insertOwner(name: string, createdAt: string): number {
      const inserted = builder.insert(owners).values({ id: nextOwnerId, name, createdAt });
      return inserted.returning({ id: owners.id }).get().id;
    },

    insert(ownerId: number, { id, start, hash }: Credential, row: NewRow): StoredKey {
      builder
        .insert(apiKeys)
        .values({ ...row, id, start, hash, ownerId })
        .run();
      const stored = find(id);
      if (stored === undefined) throw new Error('a key is missing right after it was stored');
      return stored;
    },

    setEnd(keyId: string, { expiresAt, revokedAt }: KeyEnd): void {
      builder.update(apiKeys).set({ expiresAt, revokedAt }).where(eq(apiKeys.id, keyId)).run();
      recordKeyEnd(database, keyId, { expiresAt, revokedAt });
      endSessionsWithKey(database, keyId, { expiresAt, revokedAt });
    },

    forgetEnds: (keyId: string): void => forgetKeyEnds(database, keyId),

    delete(keyId: string, endedAt: string): void {
      recordEnd(database, { kind: 'key', id: keyId, endedAt });
      builder
        .delete(apiKeys)
        .where(and(eq(apiKeys.id, keyId), ne(apiKeys.kind, 'service')))
        .run();
    },
  };
}
