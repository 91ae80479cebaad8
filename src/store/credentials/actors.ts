import type { Database } from 'bun:sqlite';
import {
  isByClient,
  type ActorEnded,
  type Audited,
  type OperatorOrigin,
  type WriteOrigin,
} from '../../commands/origin.ts';
import type { AuditAction, EntityType } from '../../domain/audit/auditEntry.ts';
import { stateOfApiKey } from '../../domain/keys/apiKey.ts';
import { recordWrites } from '../entities/audit.ts';
import { columns } from '../schema/columns.ts';
import { change, prepareQuery } from '../sqlite/statement.ts';
import type { CredentialRow } from './keys.ts';

/** Finds the writes whose key or session has ended since their requests were authenticated. */
export function findEndedActors(database: Database) {
  const find = prepareQuery<Pick<CredentialRow, 'ownerId' | 'expiresAt' | 'revokedAt'>>(
    database,
    `SELECT ${columns('api_keys', ['ownerId', 'expiresAt', 'revokedAt'])} FROM api_keys WHERE id = $id`,
  );
  // The writes of a group commit are mostly of few keys.
  const read = new Map<string, ReturnType<typeof find.first>>();

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

    /** Reads keys and sessions anew: a transaction begins, or one of them may have ended. */
    forget: (): void => read.clear(),
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
export function findServiceKeys(database: Database, newId: () => string) {
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
export function recordChanges(database: Database, newId: () => string) {
  const serviceKeyId = findServiceKeys(database, newId);
  const recordWrite = recordWrites(database);
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
