import { and, eq, ne } from 'drizzle-orm';
import { endSessionsWithKey } from '../../core/access/credentialEnds.ts';
import { apiKeys, owners } from '../../core/access/table.ts';
import type { Db } from '../../core/database/db.ts';
import type { CommandOf, OutcomeOf } from '../commands.ts';
import type { Credential, KeyCommands } from './commands.ts';
import { isByClient, isDryRun, type WriteOrigin } from '../../core/writer/origin.ts';
import { decideRotation, type ApiKeyRecord, type KeyEnd } from './rules.ts';
import { mistypedOf, sameButForCase } from '../owners/rules/owner.ts';
import { insertOwner, namesOfOwners } from '../owners/store.ts';
import type { Tools, Verbs } from '../../core/writer/executor.ts';
import { findCredential, shownCredential } from './store/credentialLists.ts';
import { findKey, hasKeys, type StoredKey } from './store/keys.ts';

type Conflict = Extract<OutcomeOf<'key.create'>, { outcome: 'conflict' }>;
type NewRow = Pick<typeof apiKeys.$inferSelect, 'scope' | 'name' | 'createdAt' | 'expiresAt' | 'replacesId'>;

/** The verbs of keys: the domain decides on the stored key, and the change is stored with its audit entry. */
export const verbs: Verbs<KeyCommands> = {
  'key.create': { perform: create, current: undefined, storesOutcome: true },
  'key.rotate': { perform: rotate, current: undefined, storesOutcome: false },
  'key.undoRotation': { perform: undoRotation, current: undefined, storesOutcome: false },
  'key.revoke': {
    perform: revoke,
    current({ database: db }, command) {
      const found = findRevoked(db, command);
      return found && JSON.stringify(found.before);
    },
    storesOutcome: true,
  },
};

function create({ database: db, record }: Tools, command: CommandOf<'key.create'>): OutcomeOf<'key.create'> {
  const { scope, name, expiresAt, at: createdAt } = command;
  const isClients = isByClient(command);
  const place = isClients ? { ownerId: command.actor.ownerId, otherOwners: [] } : findPlace(db, command);
  if ('outcome' in place) return place;
  const { ownerId, otherOwners } = place;
  const key = insert(db, ownerId, command, { scope, name, createdAt, expiresAt, replacesId: null });
  const shown = shownCredential({ ...key, kind: 'key', user: null });
  record(command, 'key.create', entityOf(key), { after: isClients ? shown : viewOf(key) });
  const dryRun = isDryRun(command) && { dryRun: true as const };
  return { outcome: 'stored', key: recordOf(key), viewJson: JSON.stringify(shown), otherOwners, ...dryRun };
}

/** The owner of a new key, which is created if it is missing. */
function findPlace(
  db: Db,
  { owner, anyNewOwner, onlyAsFirst, at }: Exclude<CommandOf<'key.create'>, WriteOrigin>,
): { readonly ownerId: number; readonly otherOwners: readonly string[] } | Conflict {
  if (onlyAsFirst === true && hasKeys(db)) return { outcome: 'conflict', reason: 'notFirst' };
  const known = db.select({ id: owners.id }).from(owners).where(eq(owners.name, owner)).get();
  if (known !== undefined) return { ownerId: known.id, otherOwners: [] };
  const otherOwners = namesOfOwners(db).map(({ name }) => name);
  if (!anyNewOwner) {
    const same = sameButForCase(owner, otherOwners);
    if (same !== undefined) return { outcome: 'conflict', reason: 'sameButForCase', owner: same };
    const meant = mistypedOf(owner, otherOwners);
    if (meant !== undefined) return { outcome: 'conflict', reason: 'mistyped', owner: meant };
  }
  return { ownerId: insertOwner(db, owner, at), otherOwners };
}

function rotate({ database: db, record }: Tools, command: CommandOf<'key.rotate'>): OutcomeOf<'key.rotate'> {
  const { keyId, successor, at: createdAt } = command;
  const old = findKey(db, keyId);
  if (old === undefined) return { outcome: 'missing' };
  const decision = decideRotation(old, findSuccessorId(db, keyId), command, createdAt);
  if ('refusal' in decision) return { outcome: 'conflict', ...decision.refusal };
  const { scope, name, expiresAt, revokedAt } = old;
  const row = { scope, name, createdAt, expiresAt: decision.successorExpiresAt, replacesId: keyId };
  const key = insert(db, old.ownerId, successor, row);
  setEnd(db, keyId, decision.end);
  const states = { before: viewOf(old), after: viewOf({ ...old, ...decision.end }) };
  record(command, 'key.rotate', entityOf(old), { ...states, successor: viewOf(key) });
  return { outcome: 'stored', key: recordOf(key), before: { expiresAt, revokedAt } };
}

function undoRotation(
  { database: db, record }: Tools,
  command: CommandOf<'key.undoRotation'>,
): OutcomeOf<'key.undoRotation'> {
  const { keyId, successorId, end } = command;
  const rotated = findKey(db, keyId);
  if (rotated === undefined || findSuccessorId(db, keyId) !== successorId) return { outcome: 'missing' };
  setEnd(db, keyId, end);
  db.delete(apiKeys)
    .where(and(eq(apiKeys.id, successorId), ne(apiKeys.kind, 'service')))
    .run();
  const key = { ...rotated, ...end };
  const states = { before: viewOf(rotated), after: viewOf(key) };
  record(command, 'key.undoRotation', entityOf(rotated), { ...states, successor: { id: successorId } });
  return { outcome: 'stored', key: recordOf(key) };
}

function revoke({ database: db, record }: Tools, command: CommandOf<'key.revoke'>): OutcomeOf<'key.revoke'> {
  const { keyId, at } = command;
  const found = findRevoked(db, command);
  if (found === undefined) return { outcome: 'missing' };
  const { before, kind, ownerId } = found;
  const after = { ...before, revokedAt: before.revokedAt ?? at };
  if (before.revokedAt === null) {
    setEnd(db, keyId, after);
    const action = kind === 'session' ? 'session.end' : 'key.revoke';
    record(command, action, { entityType: kind, entityId: keyId, ownerId }, { before, after });
  }
  return { outcome: 'deleted', ...(isDryRun(command) && { viewJson: JSON.stringify(after) }) };
}

/** What a command revokes, as audit entries show it: for a client also a session, of its own owner; else any key. */
function findRevoked(db: Db, command: CommandOf<'key.revoke'>) {
  if (isByClient(command)) {
    const { ownerId } = command.actor;
    const before = findCredential(db, ownerId, command.keyId);
    return before && { before, kind: before.kind, ownerId };
  }
  const key = findKey(db, command.keyId);
  return key && { before: viewOf(key), kind: 'key' as const, ownerId: key.ownerId };
}

/** The view of a key in the audit entries of the operator: it does not identify the secret. */
function viewOf({ id, owner, scope, name, createdAt, expiresAt, revokedAt }: StoredKey) {
  return { id, owner, scope, name, createdAt, expiresAt, revokedAt };
}

function recordOf({ ownerId: _ownerId, ...key }: StoredKey): ApiKeyRecord {
  return key;
}

function entityOf({ id, ownerId }: StoredKey) {
  return { entityType: 'key', entityId: id, ownerId } as const;
}

function findSuccessorId(db: Db, keyId: string): string | undefined {
  return db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.replacesId, keyId)).get()?.id;
}

function insert(db: Db, ownerId: number, { id, start, hash }: Credential, row: NewRow): StoredKey {
  db.insert(apiKeys)
    .values({ ...row, id, start, hash, ownerId })
    .run();
  const stored = findKey(db, id);
  if (stored === undefined) throw new Error('a key is missing right after it was stored');
  return stored;
}

function setEnd(db: Db, id: string, { expiresAt, revokedAt }: KeyEnd): void {
  db.update(apiKeys).set({ expiresAt, revokedAt }).where(eq(apiKeys.id, id)).run();
  endSessionsWithKey(db, id, { expiresAt, revokedAt });
}
