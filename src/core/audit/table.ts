import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { AuditAction, EntityType } from './auditEntry.ts';
import type { PrincipalKind } from '../access/principal.ts';
import { owners } from '../access/table.ts';

/**
 * The audit trail: an entry for each write of an entity, by a principal. No reference leads to the entity, since there are
 * several types of them: the statements that delete an entity delete its entries. None
 * leads to the actor either: SQLite would need an index on it, written with each entry, only to delete a session. A key or
 * a session that entries name has `hasEntries` instead, and is deleted with its owner only.
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    entityType: text('entity_type').$type<EntityType>().notNull(),
    entityId: text('entity_id').notNull(),
    actorKind: text('actor_kind').$type<PrincipalKind>().notNull(),
    actorId: text('actor_id').notNull(),
    requestId: text('request_id').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    metadata: text('metadata').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    // Each write of a client writes all of these. An entry to revert, and those that were reverted.
    uniqueIndex('audit_entries_id').on(table.id),
    // Lists in the order of the writes, which that of the instants is not when the clock was set back; the purge of an owner.
    index('audit_entries_by_owner').on(table.ownerId, table.entityType),
    // Lists and price changes between instants.
    index('audit_entries_by_time').on(table.ownerId, table.entityType, table.createdAt),
    // The entries of one record: lists, reverts, prices, deletion.
    index('audit_entries_by_entity').on(table.entityId, table.entityType, table.ownerId),
    // What one request changed, which is reverted together.
    index('audit_entries_by_request').on(table.requestId),
    check('audit_entries_actor_kind', sql`${table.actorKind} in ('key', 'session', 'service')`),
  ],
);
