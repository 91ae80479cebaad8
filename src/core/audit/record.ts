import { and, eq, sql } from 'drizzle-orm';
import { apiKeys } from '../access/table.ts';
import { once, placeholdersOf, type Db } from '../database/db.ts';
import { isByClient, type Actor, type Audited, type OperatorOrigin, type WriteOrigin } from '../writer/origin.ts';
import type { AuditAction, EntityType } from './auditEntry.ts';
import { prepareRoom } from '../writer/roomForOwners.ts';
import { raiseRevisions } from './revisions.ts';
import { auditEntries } from './table.ts';

/** A write to be recorded in the audit trail. */
interface RecordedWrite {
  readonly actor: Actor;
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
  readonly auditEntryId: string;
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly action: AuditAction;
  /** JSON text. */
  readonly metadata: string;
}

/** The record that a write changes. */
export interface Changed {
  readonly ownerId: number;
  readonly entityType: EntityType;
  readonly entityId: string;
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
}

/** Tells others of a change that is recorded, within its transaction. */
type TellChange = (changed: Changed, action: AuditAction, metadata: string) => void;

/** Records writes in the audit trail. */
export type RecordWrite = ReturnType<typeof recordWrites>;

/** Creates a function that adds an audit entry within the transaction of the write, tells of the change, and raises the revision of the owner. */
export function recordWrites(db: Db, tellChange: TellChange) {
  const addEntry = addEntries(db);
  const markSession = once(() => prepareMark(db));
  const raiseRevision = raiseRevisions(db);
  const room = prepareRoom(db);
  return function recordWrite(write: RecordedWrite): void {
    const { actor, action, metadata, at, ...recorded } = write;
    const { ownerId, kind, id } = actor;
    // What the service does by itself goes on: bills are due whether there is room or not.
    if (kind !== 'service') room.requireEntry(ownerId, action);
    addEntry(write);
    tellChange({ ...recorded, ownerId, at }, action, metadata);
    // Its own sign-out is no change of anything else.
    if (kind === 'session' && recorded.entityId !== id) markSession().run({ id });
    raiseRevision(ownerId);
  };
}

/** Creates a function that adds an audit entry of a part of a write that is recorded as a whole by another entry, such as an import, and has room. */
export function addEntries(db: Db): (write: RecordedWrite) => void {
  const insert = once(() => prepareInsert(db));
  return function addEntry({ actor, at, auditEntryId, ...recorded }) {
    const { ownerId, kind, id, requestId } = actor;
    const origin = { ownerId, actorKind: kind, actorId: id, requestId, createdAt: at };
    insert().run({ ...recorded, ...origin, id: auditEntryId });
  };
}

function prepareInsert(db: Db) {
  const values = placeholdersOf(
    ...(['id', 'ownerId', 'entityType', 'entityId', 'actorKind', 'actorId', 'requestId'] as const),
    ...(['action', 'metadata', 'createdAt'] as const),
  );
  return db.insert(auditEntries).values(values).prepare();
}

/** Compiles the update that marks a session as the actor of audit entries. */
function prepareMark(db: Db) {
  const { id, hasEntries } = apiKeys;
  return db
    .update(apiKeys)
    .set({ hasEntries: 1 })
    .where(and(eq(id, sql.placeholder('id')), eq(hasEntries, 0)))
    .prepare();
}

/** The entity of an audit entry, and its owner. */
interface Entity {
  readonly ownerId: number;
  readonly entityType: EntityType;
  readonly entityId: string;
}

/**
 * Creates a function that gives the id of the service's key of an owner, which it creates when it is missing. The key
 * authenticates no request, and no list shows it.
 */
export function findServiceKeys(db: Db, newId: () => string) {
  return function serviceKeyId(ownerId: number, createdAt: string): string {
    const isOfService = and(eq(apiKeys.ownerId, ownerId), eq(apiKeys.kind, 'service'));
    const stored = db.select({ id: apiKeys.id }).from(apiKeys).where(isOfService).get();
    if (stored !== undefined) return stored.id;
    const id = newId();
    // No key has this hash, which is not one of 64 hexadecimal digits.
    const made = {
      id,
      ownerId,
      scope: 'admin',
      kind: 'service',
      start: '',
      hash: `service ${ownerId}`,
      createdAt,
    } as const;
    db.insert(apiKeys).values(made).run();
    return id;
  };
}

/**
 * Creates a function that adds the audit entry of a command of a client or of the operator. The actor of the operator's
 * commands is the service.
 */
export function recordChanges(serviceKeyId: ReturnType<typeof findServiceKeys>, recordWrite: RecordWrite) {
  return function record(
    command: (OperatorOrigin | WriteOrigin) & Audited,
    action: AuditAction,
    { ownerId, ...entity }: Entity,
    metadata: Readonly<Record<string, unknown>>,
  ): void {
    const { at, auditEntryId } = command;
    const { requestId } = command.actor;
    const actor = isByClient(command)
      ? command.actor
      : ({ kind: 'service', id: serviceKeyId(ownerId, at), ownerId, scope: 'admin', requestId } as const);
    recordWrite({ ...entity, actor, at, auditEntryId, action, metadata: JSON.stringify(metadata) });
  };
}
