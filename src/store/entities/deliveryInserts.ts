import type { SkipReason } from '../../domain/reminders/delivery.ts';
import { remindersOfMessageMax, type DeliveryState } from '../../domain/reminders/delivery.ts';
import { insertInto, type Rows } from '../schema/columns.ts';
import { prepareChange, prepareQuery } from '../sqlite/statement.ts';
import type { Tools } from './verbs.ts';

/** A reminder to be stored, for one channel. */
export interface NewReminder extends Pick<
  Rows['delivery_items'],
  'ruleId' | 'subscriptionId' | 'event' | 'dueOn' | 'days' | 'channelId'
> {
  readonly ownerId: number;
  /** The instant of its message, ISO 8601 UTC. */
  readonly moment: string;
  /** Why it is not sent; undefined for one that is. */
  readonly skipped: SkipReason | undefined;
}

interface OpenDelivery {
  readonly sequence: number;
  reminders: number;
}

interface Known {
  readonly sequence: number;
  readonly deliverySequence: number;
  readonly state: DeliveryState;
  readonly lastError: string | null;
}

/** The columns that a new delivery is stored with. */
export const deliveryColumns = [
  'id',
  'ownerId',
  'channelId',
  'moment',
  'state',
  'attempts',
  'lastError',
  'nextAttemptAt',
  'createdAt',
] as const;

const itemColumns = ['deliverySequence', 'ruleId', 'subscriptionId', 'event', 'dueOn', 'days', 'channelId'] as const;

/**
 * Creates a function that stores a reminder for a channel, unless it is stored already, and returns the number of rows it wrote. Those
 * of one moment and channel are one message, up to a number.
 *
 * @param at the instant of the write, ISO 8601 UTC
 */
export function prepareDeliveryInserts({ database, newId }: Pick<Tools, 'database' | 'newId'>, at: string) {
  const known = prepareQuery<Known>(
    database,
    `SELECT delivery_items.sequence, delivery_sequence AS deliverySequence, state, last_error AS lastError
     FROM delivery_items JOIN deliveries ON deliveries.sequence = delivery_sequence
     WHERE rule_id = $ruleId AND subscription_id = $subscriptionId AND event = $event AND due_on = $dueOn AND days = $days
       AND delivery_items.channel_id = $channelId`,
  );
  const openOf = prepareOpen({ database, newId }, at);
  const insertItem = prepareChange(database, insertInto('delivery_items', itemColumns));
  const move = prepareChange(database, 'UPDATE delivery_items SET delivery_sequence = $to WHERE sequence = $sequence');
  const removeEmpty = prepareChange(
    database,
    `DELETE FROM deliveries WHERE sequence = $sequence
     AND NOT EXISTS (SELECT 1 FROM delivery_items WHERE delivery_sequence = $sequence)`,
  );

  return function insert(reminder: NewReminder): number {
    const { ruleId, subscriptionId, event, dueOn, days, channelId } = reminder;
    const found = known.first({ ruleId, subscriptionId, event, dueOn, days, channelId });
    // The clock was wrong when it was taken for missed.
    const isRevived = found?.state === 'skipped' && found.lastError === 'missed' && reminder.skipped === undefined;
    if (found !== undefined && !isRevived) return 0;
    const open = openOf(reminder);
    open.reminders += 1;
    if (found === undefined) {
      insertItem({ deliverySequence: open.sequence, ruleId, subscriptionId, event, dueOn, days, channelId });
      return 1;
    }
    move({ to: open.sequence, sequence: found.sequence });
    removeEmpty({ sequence: found.deliverySequence });
    return 1;
  };
}

/** Creates a function that gives the delivery that takes a reminder: one that has room, or a new one. */
function prepareOpen({ database, newId }: Pick<Tools, 'database' | 'newId'>, at: string) {
  const insertDelivery = prepareQuery<{ sequence: number }>(
    database,
    `${insertInto('deliveries', deliveryColumns)} RETURNING sequence`,
  );
  const stored = prepareQuery<OpenDelivery>(
    database,
    `SELECT sequence, (SELECT count(*) FROM delivery_items WHERE delivery_sequence = deliveries.sequence) AS reminders
     FROM deliveries WHERE channel_id = $channelId AND moment = $moment AND attempts = 0
       AND state = $state AND last_error IS $lastError AND is_change = 0
     ORDER BY sequence DESC LIMIT 1`,
  );
  const open = new Map<string, OpenDelivery>();

  return function openOf({ ownerId, channelId, moment, skipped }: NewReminder): OpenDelivery {
    const key = `${channelId} ${moment} ${skipped ?? ''}`;
    const [state, lastError] = skipped === undefined ? (['pending', null] as const) : (['skipped', skipped] as const);
    const known = open.get(key) ?? stored.first({ channelId, moment, state, lastError });
    if (known !== undefined && known.reminders < remindersOfMessageMax) {
      open.set(key, known);
      return known;
    }
    const nextAttemptAt = skipped === undefined ? moment : null;
    const row = {
      id: newId(),
      ownerId,
      channelId,
      moment,
      state,
      attempts: 0,
      lastError,
      nextAttemptAt,
      createdAt: at,
    };
    const inserted = insertDelivery.first(row);
    if (inserted === undefined) throw new Error('a delivery is missing right after it was stored');
    const made = { sequence: inserted.sequence, reminders: 0 };
    open.set(key, made);
    return made;
  };
}
