import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import { messagesKeptMin } from '../../domain/reminders/delivery.ts';
import { change, prepareQuery } from '../sqlite/statement.ts';
import type { Tools } from '../entities/verbs.ts';

// Looked at by one command: other writes must not wait long. For an owner with many deliveries, it takes some milliseconds.
const [ownersOfCommand, deliveriesOfCommand] = [10, 300];

/**
 * Deletes changes that have ended, of owners who have more than {@link messagesKeptMin} deliveries, except among the newest of
 * them. Reminders stay: they keep a reminder from being sent twice.
 */
export function trimDeliveries({ database }: Tools, { from }: CommandOf<'delivery.trim'>): OutcomeOf<'delivery.trim'> {
  const owners = prepareQuery<{ ownerId: number | null }>(
    database,
    'SELECT min(owner_id) AS ownerId FROM deliveries INDEXED BY deliveries_by_owner WHERE owner_id >= $ownerId',
  );
  const kept = prepareQuery<{ sequence: number }>(
    database,
    `SELECT sequence FROM deliveries INDEXED BY deliveries_by_owner WHERE owner_id = $ownerId
     ORDER BY sequence DESC LIMIT 1 OFFSET ${messagesKeptMin}`,
  );
  const lastLooked = prepareQuery<{ sequence: number | null }>(
    database,
    `SELECT max(sequence) AS sequence FROM (
       SELECT sequence FROM deliveries INDEXED BY deliveries_by_owner
       WHERE owner_id = $ownerId AND sequence > $after AND sequence <= $until ORDER BY sequence LIMIT ${deliveriesOfCommand}
     )`,
  );
  let place = from;
  for (let looked = 0; looked < ownersOfCommand; looked += 1) {
    const ownerId = owners.first({ ownerId: place.ownerId })?.ownerId ?? null;
    if (ownerId === null) return { outcome: 'trimmed', next: null };
    const after = ownerId === place.ownerId ? place.sequence : 0;
    const until = kept.first({ ownerId })?.sequence ?? 0;
    const last = lastLooked.first({ ownerId, after, until })?.sequence ?? null;
    if (last !== null) {
      change(
        database,
        `DELETE FROM deliveries INDEXED BY deliveries_by_owner
         WHERE owner_id = $ownerId AND sequence > $after AND sequence <= $last AND is_change = 1 AND state <> 'pending'`,
        { ownerId, after, last },
      );
      return { outcome: 'trimmed', next: { ownerId, sequence: last } };
    }
    place = { ownerId: ownerId + 1, sequence: 0 };
  }
  return { outcome: 'trimmed', next: place };
}
