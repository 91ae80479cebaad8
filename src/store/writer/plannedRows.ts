import type { Database } from 'bun:sqlite';
import type { PlanCursor } from '../../commands/delivery.ts';
import { remindedColumns, type RemindedRow } from '../entities/reminders.ts';
import { prepareQuery } from '../sqlite/statement.ts';

/** The most rows that are read at once. */
export const rowsAtOnce = 100;

const selectPlaced = `SELECT created_at AS createdAt, sequence, ${remindedColumns} FROM subscriptions`;

/** A row with its place in the order of creation. */
type PlacedRow = RemindedRow & { readonly createdAt: string; readonly sequence: number };

/**
 * Some subscriptions of an owner behind a place in the order of their creation, active or not, so that no command walks past many.
 *
 * @param only the ids of those to read; undefined for all
 */
export function rowsBehind(
  database: Database,
  cursor: PlanCursor,
  only: readonly string[] | undefined,
): readonly PlacedRow[] {
  const { ownerId, createdAt, sequence } = cursor;
  if (only !== undefined) {
    const named = prepareQuery<PlacedRow>(
      database,
      `${selectPlaced} INDEXED BY subscriptions_id WHERE id IN (SELECT value FROM json_each($ids)) AND owner_id = $ownerId
         AND (created_at, sequence) > ($createdAt, $sequence) ORDER BY created_at, sequence LIMIT ${rowsAtOnce}`,
    );
    return named.all({ ids: JSON.stringify(only), ownerId, createdAt, sequence });
  }
  const select = (place: string) =>
    prepareQuery<PlacedRow>(
      database,
      `${selectPlaced} INDEXED BY subscriptions_by_creation
       WHERE owner_id = $ownerId AND ${place} ORDER BY created_at, sequence LIMIT $limit`,
    );
  const ofInstant = select('created_at = $createdAt AND sequence > $sequence');
  const first = ofInstant.all({ ownerId, createdAt, sequence, limit: rowsAtOnce });
  if (first.length === rowsAtOnce) return first;
  const later = select('created_at > $createdAt').all({ ownerId, createdAt, limit: rowsAtOnce - first.length });
  return [...first, ...later];
}
