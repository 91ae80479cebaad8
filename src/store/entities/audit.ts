import type { Database } from 'bun:sqlite';
import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { Actor } from '../../commands/origin.ts';
import type { AuditAction, EntityType } from '../../domain/audit/auditEntry.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { placeholdersFor, prepareChange, type PreparedChange } from '../sqlite/statement.ts';
import { raiseRevisions } from './revisions.ts';

/** The condition that an entry is one of a subscription. */
export const isOfSubscription = eq(auditEntries.entityType, 'subscription');

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
  const insert = drizzle(database).insert(auditEntries).values(placeholdersFor(auditEntries));
  const insertEntry = prepareChange(database, insert);
  const markSession = prepareMark(database);
  const raiseRevision = raiseRevisions(database);
  return function recordWrite({ actor, at, auditEntryId, ...recorded }: RecordedWrite): void {
    const { ownerId, kind, id, requestId } = actor;
    insertEntry({ ...recorded, id: auditEntryId, ownerId, actorKind: kind, actorId: id, requestId, createdAt: at });
    // Its own sign-out is no change of anything else.
    if (kind === 'session' && recorded.entityId !== id) markSession({ id });
    raiseRevision(ownerId);
  };
}

/** Compiles the statement that records of a session that it is the actor of audit entries. */
function prepareMark(database: Database): PreparedChange {
  const isUnmarked = and(eq(apiKeys.id, sql.placeholder('id')), eq(apiKeys.hasEntries, 0));
  return prepareChange(database, drizzle(database).update(apiKeys).set({ hasEntries: 1 }).where(isUnmarked));
}
