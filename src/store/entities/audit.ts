import type { Database } from 'bun:sqlite';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../commands/origin.ts';
import type { AuditAction, EntityType } from '../../domain/audit/auditEntry.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { insertInto } from '../schema/columns.ts';
import { prepareChange } from '../sqlite/statement.ts';
import { raiseRevisions } from './revisions.ts';

/** The condition that an entry is one of a subscription. */
export const isOfSubscription = eq(auditEntries.entityType, 'subscription');

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
 * Creates a function that adds an audit entry within the transaction of the write, and raises the revision of the owner.
 */
export function recordWrites(database: Database) {
  const insertEntry = prepareChange(database, insertInto('audit_entries', entryColumns));
  // That it is the actor of audit entries.
  const markSession = prepareChange(database, 'UPDATE api_keys SET has_entries = 1 WHERE id = $id AND has_entries = 0');
  const raiseRevision = raiseRevisions(database);
  return function recordWrite({ actor, at, auditEntryId, ...recorded }: RecordedWrite): void {
    const { ownerId, kind, id, requestId } = actor;
    insertEntry({ ...recorded, id: auditEntryId, ownerId, actorKind: kind, actorId: id, requestId, createdAt: at });
    // Its own sign-out is no change of anything else.
    if (kind === 'session' && recorded.entityId !== id) markSession({ id });
    raiseRevision(ownerId);
  };
}
