import type { Database } from 'bun:sqlite';
import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { Audited, OperatorOrigin } from '../../commands/origin.ts';
import type { AuditAction, EntityType } from '../../domain/audit/auditEntry.ts';
import { systemRandomness } from '../../runtime/system.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { recordWrites } from './audit.ts';

/** The entity of an audit entry, and its owner. */
interface Entity {
  readonly ownerId: number;
  readonly entityType: EntityType;
  readonly entityId: string;
}

/**
 * Creates a function that adds the audit entry of a command of the operator. Its actor is the service, which has one
 * key for each owner. The key authenticates no request, and no list shows it.
 */
export function recordByService(database: Database) {
  const builder = drizzle(database);
  const recordWrite = recordWrites(database);

  function serviceKeyId(ownerId: number, createdAt: string): string {
    const isServices = and(eq(apiKeys.ownerId, ownerId), eq(apiKeys.kind, 'service'));
    const stored = builder.select({ id: apiKeys.id }).from(apiKeys).where(isServices).get();
    if (stored !== undefined) return stored.id;
    const id = systemRandomness.uuid();
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
  }

  return function record(
    { actor: { requestId }, at, auditEntryId, kind: action }: OperatorOrigin & Audited & { readonly kind: AuditAction },
    { ownerId, entityType, entityId }: Entity,
    metadata: Readonly<Record<string, unknown>>,
  ): void {
    const actor = { kind: 'service', id: serviceKeyId(ownerId, at), ownerId, scope: 'admin', requestId } as const;
    const entry = { entityType, entityId, action, metadata: JSON.stringify(metadata) };
    recordWrite({ actor, at, auditEntryId, ...entry });
  };
}
