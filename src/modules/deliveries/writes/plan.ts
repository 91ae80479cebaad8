import { and, eq, sql } from 'drizzle-orm';
import { raiseDeliveryRevisions } from '../../../core/audit/revisions.ts';
import type { Db } from '../../../core/database/db.ts';
import type { Tools } from '../../../core/writer/executor.ts';
import type { CommandOf, OutcomeOf } from '../../commands.ts';
import { dueReminders, dueRules, storeProgress, type PlannedItem } from '../../reminders/store/plan.ts';
import { owners } from '../../../core/access/table.ts';
import { remindersOfMessageMax } from '../rules/delivery.ts';
import { deliveries, deliveryItems } from '../table.ts';

/**
 * Stores the reminders of an owner that are due as messages: one for each channel and moment. What is stored already stays as
 * it is, so that nothing is sent twice when the clock is set back or a rule changes.
 */
export function planDeliveries(tools: Tools, command: CommandOf<'delivery.plan'>): OutcomeOf<'delivery.plan'> {
  const { database: db } = tools;
  const { ownerId, until } = command;
  // The operator may have deleted the owner since the command was made.
  if (db.select({ id: owners.id }).from(owners).where(eq(owners.id, ownerId)).get() === undefined)
    return { outcome: 'planned' };
  const isStored = findStored(db);
  const items = dueReminders(db, ownerId, dueRules(db, ownerId, command), command).filter((item) => !isStored(item));
  const messages = Map.groupBy(items, ({ channelId, moment, isRestored }) => `${channelId} ${moment} ${isRestored}`);
  const store = prepareMessages(tools, command);
  for (const ofMessage of messages.values())
    for (let start = 0; start < ofMessage.length; start += remindersOfMessageMax)
      store(ofMessage.slice(start, start + remindersOfMessageMax));
  if (items.length > 0) raiseDeliveryRevisions(db)(ownerId);
  storeProgress(db, ownerId, until);
  return { outcome: 'planned' };
}

/** Creates a function that finds out whether a reminder is stored already. */
function findStored(db: Db): (item: PlannedItem) => boolean {
  const { ruleId, subscriptionId, event, dueOn, days, channelId } = deliveryItems;
  const key = Object.entries({ ruleId, subscriptionId, event, dueOn, days, channelId });
  const stored = db
    .select({ days })
    .from(deliveryItems)
    .where(and(...key.map(([name, column]) => eq(column, sql.placeholder(name)))))
    .prepare();
  return (item) => stored.get(item) !== undefined;
}

/** Creates a function that stores a message with its reminders, all of one channel and moment. */
function prepareMessages({ database: db, newId }: Tools, { ownerId, until }: CommandOf<'delivery.plan'>) {
  const { placeholder } = sql;
  const insertItem = db
    .insert(deliveryItems)
    .values({
      deliverySequence: placeholder('deliverySequence'),
      ruleId: placeholder('ruleId'),
      subscriptionId: placeholder('subscriptionId'),
      event: placeholder('event'),
      dueOn: placeholder('dueOn'),
      days: placeholder('days'),
      channelId: placeholder('channelId'),
    })
    .prepare();

  return function store(items: readonly PlannedItem[]): void {
    const [first] = items;
    if (first === undefined) return;
    const { channelId, moment, isRestored } = first;
    const { sequence: deliverySequence } = db
      .insert(deliveries)
      .values({
        id: newId(),
        ownerId,
        channelId,
        moment,
        attempts: 0,
        createdAt: until,
        ...(isRestored
          ? { state: 'skipped', lastError: 'restored', nextAttemptAt: null }
          : { state: 'pending', lastError: null, nextAttemptAt: moment }),
      })
      .returning({ sequence: deliveries.sequence })
      .get();
    for (const item of items) insertItem.run({ ...item, deliverySequence });
  };
}
