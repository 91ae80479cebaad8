import type { Database } from 'bun:sqlite';
import type { SkipReason } from '../../domain/reminders/delivery.ts';
import { remindersOfMessageMax, type DeliveryState } from '../../domain/reminders/delivery.ts';
import { millisecondsOf } from '../../domain/billing/instants.ts';
import { instantAt } from '../../runtime/system.ts';
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

interface StoredDelivery {
  readonly sequence: number;
  reminders: number;
}

/** A delivery that takes further reminders of its moment. */
interface OpenDelivery extends StoredDelivery {
  readonly ownerId: number;
  readonly isSkipped: boolean;
  /** Whether an earlier command stored it, and may hold it. */
  readonly mayBeHeld: boolean;
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

// Longer than a plan of an owner takes. They are released at its end; after a crash, they wait for so long.
const heldMilliseconds = 5 * 60_000;

/**
 * Creates what stores reminders. Those of one moment and channel are one message, up to a number.
 *
 * @param at the instant until which reminders are due, ISO 8601 UTC
 */
export function prepareDeliveryInserts({ database, newId }: Pick<Tools, 'database' | 'newId'>, at: string) {
  const known = prepareQuery<Known>(
    database,
    `SELECT delivery_items.sequence, delivery_sequence AS deliverySequence, state, last_error AS lastError
     FROM delivery_items JOIN deliveries ON deliveries.sequence = delivery_sequence
     WHERE rule_id = $ruleId AND subscription_id = $subscriptionId AND event = $event AND due_on = $dueOn AND days = $days
       AND delivery_items.channel_id = $channelId`,
  );
  const open = new Map<string, OpenDelivery>();
  const holds = prepareHolds(database, open, at);
  const openOf = prepareOpen({ database, newId }, open, at);
  const insertItem = prepareChange(database, insertInto('delivery_items', itemColumns));
  const move = prepareChange(database, 'UPDATE delivery_items SET delivery_sequence = $to WHERE sequence = $sequence');
  const removeEmpty = prepareChange(
    database,
    `DELETE FROM deliveries WHERE sequence = $sequence
     AND NOT EXISTS (SELECT 1 FROM delivery_items WHERE delivery_sequence = $sequence)`,
  );

  function add(reminder: NewReminder): OpenDelivery {
    const delivery = openOf(reminder);
    delivery.reminders += 1;
    const { sequence, reminders, mayBeHeld, isSkipped } = delivery;
    if (reminders === remindersOfMessageMax && mayBeHeld && !isSkipped) holds.sendNow(sequence);
    return delivery;
  }

  /** Stores a reminder for a channel, unless it is stored already; returns the number of rows it wrote. */
  function insert(reminder: NewReminder): number {
    const { ruleId, subscriptionId, event, dueOn, days, channelId } = reminder;
    const found = known.first({ ruleId, subscriptionId, event, dueOn, days, channelId });
    // The clock was wrong when it was taken for missed.
    const isRevived = found?.state === 'skipped' && found.lastError === 'missed' && reminder.skipped === undefined;
    if (found !== undefined && !isRevived) return 0;
    const { sequence } = add(reminder);
    if (found === undefined) {
      insertItem({ deliverySequence: sequence, ruleId, subscriptionId, event, dueOn, days, channelId });
      return 1;
    }
    move({ to: sequence, sequence: found.sequence });
    removeEmpty({ sequence: found.deliverySequence });
    return 1;
  }

  return { ...holds, insert };
}

/** Compiles what keeps deliveries from being sent while several commands store their reminders. */
function prepareHolds(database: Database, open: ReadonlyMap<string, OpenDelivery>, at: string) {
  const now = prepareChange(database, 'UPDATE deliveries SET next_attempt_at = moment WHERE sequence = $sequence');
  const later = prepareChange(database, 'UPDATE deliveries SET next_attempt_at = $until WHERE sequence = $sequence');
  const held = prepareChange(
    database,
    `UPDATE deliveries SET next_attempt_at = moment
     WHERE channel_id = $channelId AND state = 'pending' AND is_change = 0 AND next_attempt_at > $at AND attempts = 0`,
  );

  return {
    /** Lets a delivery be sent that may have been held. */
    sendNow: (sequence: number): void => void now({ sequence }),

    /** Holds the deliveries of an owner that have room: another command stores further reminders of their moment. */
    hold(ownerId: number): void {
      const until = instantAt(millisecondsOf(at) + heldMilliseconds);
      for (const delivery of open.values())
        if (delivery.ownerId === ownerId && !delivery.isSkipped && delivery.reminders < remindersOfMessageMax)
          later({ sequence: delivery.sequence, until });
    },

    /** Lets the deliveries of a channel be sent that were held: all its reminders are stored. */
    release: (channelId: string): void => void held({ channelId, at }),
  };
}

/** Creates a function that gives the delivery that takes a reminder: one that has room, or a new one. */
function prepareOpen(
  { database, newId }: Pick<Tools, 'database' | 'newId'>,
  open: Map<string, OpenDelivery>,
  at: string,
) {
  const insertDelivery = prepareQuery<{ sequence: number }>(
    database,
    `${insertInto('deliveries', deliveryColumns)} RETURNING sequence`,
  );
  const stored = prepareQuery<StoredDelivery>(
    database,
    `SELECT sequence, (SELECT count(*) FROM delivery_items WHERE delivery_sequence = deliveries.sequence) AS reminders
     FROM deliveries WHERE channel_id = $channelId AND moment = $moment AND attempts = 0
       AND state = $state AND last_error IS $lastError AND is_change = 0
     ORDER BY sequence DESC LIMIT 1`,
  );

  return function openOf({ ownerId, channelId, moment, skipped }: NewReminder): OpenDelivery {
    const key = `${channelId} ${moment} ${skipped ?? ''}`;
    const [state, lastError] = skipped === undefined ? (['pending', null] as const) : (['skipped', skipped] as const);
    const facts = { ownerId, isSkipped: skipped !== undefined };
    const known = open.get(key);
    if (known !== undefined && known.reminders < remindersOfMessageMax) return known;
    const earlier = known === undefined ? stored.first({ channelId, moment, state, lastError }) : undefined;
    if (earlier !== undefined && earlier.reminders < remindersOfMessageMax) {
      const found = { ...earlier, ...facts, mayBeHeld: true };
      open.set(key, found);
      return found;
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
    const made = { sequence: inserted.sequence, reminders: 0, ...facts, mayBeHeld: false };
    open.set(key, made);
    return made;
  };
}
