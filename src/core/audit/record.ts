import type { Db } from '../database/db.ts';
import { isByClient, type Actor, type Audited, type OperatorOrigin, type WriteOrigin } from '../writer/origin.ts';
import type { AuditAction, EntityType } from './auditEntry.ts';
import { insertInto } from '../database/columns.ts';
import { change, prepareChange, prepareQuery } from '../database/statement.ts';
import { prepareOutbox } from './outbox.ts';
import { prepareRoom } from '../writer/roomForOwners.ts';
import { raiseRevisions } from './revisions.ts';

const entryColumns = [
  'id',
  'ownerId',
  'entityType',
  'entityId',
  'actorKind',
  'actorId',
  'requestId',
  'action',
  'metadata',
  'createdAt',
] as const;

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

/**
 * Creates a function that adds an audit entry within the transaction of the write, stores the change for the webhooks that get it,
 * and raises the revision of the owner.
 */
export function recordWrites(database: Db, newId: () => string) {
  const addEntry = addEntries(database);
  const outbox = prepareOutbox(database, newId);
  // That it is the actor of audit entries.
  const markSession = prepareChange(database, 'UPDATE api_keys SET has_entries = 1 WHERE id = $id AND has_entries = 0');
  const raiseRevision = raiseRevisions(database);
  const room = prepareRoom(database);
  return function recordWrite(write: RecordedWrite): void {
    const { actor, action, metadata, at, ...recorded } = write;
    const { ownerId, kind, id } = actor;
    // What the service does by itself goes on: bills are due whether there is room or not.
    if (kind !== 'service') room.requireEntry(ownerId, action);
    addEntry(write);
    outbox.addEntry({ ...recorded, ownerId, at }, action, metadata);
    // Its own sign-out is no change of anything else.
    if (kind === 'session' && recorded.entityId !== id) markSession({ id });
    raiseRevision(ownerId);
  };
}

/** Creates a function that adds an audit entry of a part of a write that is recorded as a whole by another entry, such as an import, and has room. */
export function addEntries(database: Db): (write: RecordedWrite) => void {
  const insertEntry = prepareChange(database, insertInto('audit_entries', entryColumns));
  return function addEntry({ actor, at, auditEntryId, ...recorded }) {
    const { ownerId, kind, id, requestId } = actor;
    insertEntry({ ...recorded, id: auditEntryId, ownerId, actorKind: kind, actorId: id, requestId, createdAt: at });
  };
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
export function findServiceKeys(database: Db, newId: () => string) {
  return function serviceKeyId(ownerId: number, createdAt: string): string {
    const ofService = "SELECT id FROM api_keys WHERE owner_id = $ownerId AND kind = 'service'";
    const stored = prepareQuery<{ id: string }>(database, ofService).first({ ownerId });
    if (stored !== undefined) return stored.id;
    const id = newId();
    // No key has this hash, which is not one of 64 hexadecimal digits.
    const insert = `INSERT INTO api_keys (id, owner_id, scope, kind, start, hash, created_at)
      VALUES ($id, $ownerId, 'admin', 'service', '', 'service ' || $ownerId, $createdAt)`;
    change(database, insert, { id, ownerId, createdAt });
    return id;
  };
}

/**
 * Creates a function that adds the audit entry of a command of a client or of the operator. The actor of the operator's
 * commands is the service.
 */
export function recordChanges(database: Db, newId: () => string) {
  const serviceKeyId = findServiceKeys(database, newId);
  const recordWrite = recordWrites(database, newId);
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
