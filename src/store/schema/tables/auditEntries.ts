import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AuditAction, EntityType } from '../../../domain/audit/auditEntry.ts';
import type { PrincipalKind } from '../../../domain/keys/principal.ts';
import { apiKeys } from './apiKeys.ts';
import { owners } from './owners.ts';

/**
 * The audit trail: an entry for each write of an entity, by a principal. No reference leads to the entity, since there are
 * several types of them: the statements that delete an entity delete its entries, long trails in pieces (`purge.ts`).
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id),
    entityType: text('entity_type').$type<EntityType>().notNull(),
    entityId: text('entity_id').notNull(),
    actorKind: text('actor_kind').$type<PrincipalKind>().notNull(),
    actorId: text('actor_id')
      .notNull()
      .references(() => apiKeys.id),
    requestId: text('request_id').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    metadata: text('metadata').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    index('audit_entries_by_id').on(table.id),
    index('audit_entries_by_owner').on(table.ownerId, table.entityType),
    index('audit_entries_by_time').on(table.ownerId, table.entityType, table.createdAt),
    index('audit_entries_by_entity').on(table.entityId, table.entityType, table.ownerId),
    // SQLite looks here for the entries of a session before it deletes the session.
    index('audit_entries_by_actor').on(table.actorId),
    check('audit_entries_actor_kind', sql`${table.actorKind} in ('key', 'session', 'service')`),
  ],
);
