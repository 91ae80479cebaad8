import type { Db } from '../../../core/database/db.ts';
import type { CommandOf, OutcomeOf } from '../../commands.ts';
import type { PlannedItem } from '../commands.ts';
import { remindersOfMessageMax } from '../rules/delivery.ts';
import { deliveryColumns } from '../../../core/audit/outbox.ts';
import { raiseDeliveryRevisions } from '../../../core/audit/revisions.ts';
import type { Tools } from '../../../core/writer/verbs.ts';
import { insertInto } from '../../../core/database/columns.ts';
import { change, prepareChange, prepareQuery } from '../../../core/database/statement.ts';

/** Stores reminders that are due as messages. What is stored already stays as it is, so a plan can be repeated after a crash. */
export function planDeliveries(tools: Tools, command: CommandOf<'delivery.plan'>): OutcomeOf<'delivery.plan'> {
  const { database } = tools;
  const { ownerId, until, items, isLast } = command;
  // The operator may have deleted the owner since the plan was made.
  const owner = prepareQuery(database, 'SELECT 1 FROM owners WHERE id = $ownerId').first({ ownerId });
  if (owner === undefined) return { outcome: 'planned' };
  const insert = prepareInsert(tools, command);
  const stored = items.filter((item) => insert(item));
  if (stored.length > 0) raiseDeliveryRevisions(database)(ownerId);
  if (isLast) storeProgress(database, ownerId, until);
  return { outcome: 'planned' };
}

const keyColumns = ['ruleId', 'subscriptionId', 'event', 'dueOn', 'days', 'channelId'] as const;

/** Creates a function that stores a reminder unless it is stored already, in a message of its moment and channel; returns whether it did. */
function prepareInsert(tools: Tools, command: CommandOf<'delivery.plan'>): (item: PlannedItem) => boolean {
  const { database } = tools;
  const messageFor = prepareMessages(tools, command);
  const known = prepareQuery(
    database,
    `SELECT 1 FROM delivery_items WHERE rule_id = $ruleId AND subscription_id = $subscriptionId AND event = $event
       AND due_on = $dueOn AND days = $days AND channel_id = $channelId`,
  );
  const insertItem = prepareChange(database, insertInto('delivery_items', ['deliverySequence', ...keyColumns]));

  return function insert(item) {
    const { ruleId, subscriptionId, event, dueOn, days, channelId } = item;
    const key = { ruleId, subscriptionId, event, dueOn, days, channelId };
    if (known.first(key) !== undefined) return false;
    insertItem({ deliverySequence: messageFor(item), ...key });
    return true;
  };
}

interface Message {
  readonly sequence: number;
  reminders: number;
}

/** Creates a function that gives the message that takes a reminder: the last one of its moment and channel that has room, or a new one. */
function prepareMessages({ database, newId }: Tools, { ownerId, until }: CommandOf<'delivery.plan'>) {
  const open = new Map<string, Message>();
  const find = prepareQuery<Message>(
    database,
    `SELECT sequence, (SELECT count(*) FROM delivery_items WHERE delivery_sequence = deliveries.sequence) AS reminders
     FROM deliveries WHERE channel_id = $channelId AND moment = $moment AND attempts = 0
       AND state = $state AND last_error IS $lastError AND is_change = 0
     ORDER BY sequence DESC LIMIT 1`,
  );
  const add = prepareQuery<Pick<Message, 'sequence'>>(
    database,
    `${insertInto('deliveries', deliveryColumns)} RETURNING sequence`,
  );

  function insert(channelId: string, moment: string, skipped: PlannedItem['skipped']): Message {
    const [state, lastError, nextAttemptAt] =
      skipped === undefined ? (['pending', null, moment] as const) : (['skipped', skipped, null] as const);
    const row = { id: newId(), ownerId, channelId, moment, state, attempts: 0, lastError, nextAttemptAt };
    const added = add.first({ ...row, createdAt: until });
    if (added === undefined) throw new Error('a delivery is missing right after it was stored');
    return { ...added, reminders: 0 };
  }

  return function messageFor({ channelId, moment, skipped }: PlannedItem): number {
    const key = `${channelId} ${moment} ${skipped}`;
    const state = skipped === undefined ? 'pending' : 'skipped';
    const last = open.get(key) ?? find.first({ channelId, moment, state, lastError: skipped ?? null });
    const hasRoom = last !== undefined && last.reminders < remindersOfMessageMax;
    const message = hasRoom ? last : insert(channelId, moment, skipped);
    message.reminders += 1;
    open.set(key, message);
    return message.sequence;
  };
}

/** Stores until when an owner is reminded. A rule that a clock made that was ahead reminds from now on. */
function storeProgress(database: Db, ownerId: number, until: string): void {
  change(
    database,
    `INSERT INTO reminder_progress (owner_id, planned_until) VALUES ($ownerId, $until)
     ON CONFLICT (owner_id) DO UPDATE SET planned_until = excluded.planned_until`,
    { ownerId, until },
  );
  const begin = 'UPDATE reminders SET active_since = $until WHERE owner_id = $ownerId AND active_since > $until';
  change(database, begin, { ownerId, until });
}
