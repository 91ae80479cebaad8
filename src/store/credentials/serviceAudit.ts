import type { Database } from 'bun:sqlite';
import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { Audited, OperatorOrigin, WriteOrigin } from '../../commands/origin.ts';
import type { AuditAction, EntityType } from '../../domain/audit/auditEntry.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { recordWrites } from '../entities/audit.ts';

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
  const builder = drizzle(database);
  return function serviceKeyId(ownerId: number, createdAt: string): string {
    const isServices = and(eq(apiKeys.ownerId, ownerId), eq(apiKeys.kind, 'service'));
    const stored = builder.select({ id: apiKeys.id }).from(apiKeys).where(isServices).get();
    if (stored !== undefined) return stored.id;
    const id = newId();
    // No key has this hash, which is not one of 64 hexadecimal digits.
    const row = {
      id,
      ownerId,
      scope: 'admin',
      kind: 'service',
      start: '',
      hash: `service ${ownerId}`,
      createdAt,
    } as const;
    builder.insert(apiKeys).values(row).run();
    return id;
  };
}

/** Creates a function that adds the audit entry of a command of the operator. Its actor is the service. */
export function recordByService(database: Database, newId: () => string) {
  const record = recordChanges(database, newId);
  return function recordOperators(
    command: OperatorOrigin & Audited & { readonly kind: AuditAction },
    entity: Entity,
    metadata: Readonly<Record<string, unknown>>,
  ): void {
    record(command, command.kind, entity, metadata);
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
    { actor, at, auditEntryId }: (OperatorOrigin | WriteOrigin) & Audited,
    action: AuditAction,
    { ownerId, entityType, entityId }: Entity,
    metadata: Readonly<Record<string, unknown>>,
  ): void {
    const { requestId } = actor;
    const writer =
      'ownerId' in actor
        ? actor
        : ({ kind: 'service', id: serviceKeyId(ownerId, at), ownerId, scope: 'admin', requestId } as const);
    recordWrite({ actor: writer, at, auditEntryId, entityType, entityId, action, metadata: JSON.stringify(metadata) });
  };
}
