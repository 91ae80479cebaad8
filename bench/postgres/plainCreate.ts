import { getTableColumns } from 'drizzle-orm';
import type { CommandOf, OutcomeOf } from '../../src/commands/commands.ts';
import { creationMetadata } from '../../src/domain/audit/auditEntry.ts';
import { createSubscription } from '../../src/domain/subscriptions/subscription.ts';
import { recordColumns, rowOf } from '../../src/store/entities/subscriptions.ts';
import type { Postgres } from './database.ts';
import { subscriptions } from './tables.ts';

type Create = CommandOf<'subscription.create'>;

const known = getTableColumns(subscriptions);
const inserted = recordColumns.map((name) => known[name]);
const values = inserted.map((column, place) => `$${place + 7}::${column.getSQLType()}`);

// The check of the key, the record, its entry and the row of the revision.
const statement = `
  WITH actor AS (
    SELECT owner_id FROM api_keys
    WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
  ), record AS (
    INSERT INTO subscriptions (owner_id, ${inserted.map((column) => column.name).join(', ')})
    SELECT owner_id, ${values.join(', ')} FROM actor
  ), entry AS (
    INSERT INTO audit_entries (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
    SELECT $3, owner_id, 'subscription', $4, 'key', $1, $5, 'subscription.create', $6, $2 FROM actor
  )
  INSERT INTO owner_changes (owner_id) SELECT owner_id FROM actor RETURNING owner_id`;

/**
 * Gives a function that creates a subscription by one statement of plain SQL, which is a transaction: the least that a write can
 * take here. Undefined for a key that has ended.
 */
export function createPlainly({ $client }: Pick<Postgres, '$client'>) {
  return async function create(command: Create): Promise<OutcomeOf<'subscription.create'> | undefined> {
    const { draft, actor, subscriptionId, at, auditEntryId } = command;
    const decision = createSubscription(draft, { id: subscriptionId, at });
    if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
    const row = rowOf(decision.value);
    const others = [actor.id, at, auditEntryId, subscriptionId, actor.requestId, creationMetadata(row.viewJson)];
    const written = await $client.unsafe<readonly unknown[]>(statement, [
      ...others,
      ...recordColumns.map((name) => row[name]),
    ]);
    return written.length === 0 ? undefined : { outcome: 'stored', viewJson: row.viewJson };
  };
}
