import { and, count, eq, sql } from 'drizzle-orm';
import { sees } from '../../core/access/own.ts';
import type { Principal } from '../../core/access/principal.ts';
import type { Db } from '../../core/database/db.ts';
import type { CommandOf, OutcomeOf } from '../commands.ts';
import { isDryRun } from '../../core/writer/origin.ts';
import type { ReminderCommands } from './commands.ts';
import type { ValueChange } from '../../core/audit/revert.ts';
import {
  createReminder,
  faultOfChannels,
  faultOfEvent,
  holderOfRule,
  isMoved,
  reminderBounds,
  updateReminder,
  viewReminder,
  type NamedChannel,
  type Reminder,
  type ReminderFault,
  type TooManyReminders,
} from './rules/reminder.ts';
import { leadDaysOf } from './rules/events.ts';
import { ReminderDraft } from './model.ts';
import { subscriptions } from '../subscriptions/table.ts';
import { findReminder, namedChannels, readReminders, type StoredReminder } from './store/reminders.ts';
import { reminders } from './table.ts';
import type { Revertibles } from '../audit/writes/reverts.ts';
import type { Tools, Verbs } from '../../core/writer/executor.ts';

type Write = CommandOf<keyof ReminderCommands>;

/** The verbs of rules of reminders. */
export const verbs: Verbs<ReminderCommands> = {
  'reminder.create': { perform: create, current: undefined, storesOutcome: true },
  'reminder.update': { perform: update, current: currentView, storesOutcome: true },
  'reminder.delete': { perform: remove, current: currentView, storesOutcome: true },
};

/** How updates of rules are reverted. */
export const reverts: Pick<Revertibles, 'reminder'> = {
  reminder: {
    needs: 'write',
    fields: Object.keys(ReminderDraft.properties),
    valueChangeOf: (metadata) => metadata as ValueChange,
    find({ database }, actor, id) {
      const found = findReminder(database, actor, id);
      const viewJson = readReminders(database).findView(actor, id);
      return found === undefined || viewJson === undefined ? undefined : { viewJson, values: { ...found.rule } };
    },
    restore(tools, write, { entityId: reminderId, restored: patch, reverted: { entryId } }) {
      const command = { ...write, kind: 'reminder.update', reminderId, patch } as const;
      const result = update(tools, command, { reverts: entryId });
      if (result.outcome === 'tooManyReminders')
        return { outcome: 'refused', fault: { field: patch['daysAfter'] === undefined ? 'daysBefore' : 'daysAfter' } };
      return result.outcome === 'unfit' ? { outcome: 'refused', fault: result.fault } : result;
    },
  },
};

function find({ database }: Tools, { actor, reminderId }: Write): StoredReminder | undefined {
  return findReminder(database, actor, reminderId);
}

/** The rule of a command as clients see it, as JSON. */
function currentView({ database }: Tools, { actor, reminderId }: Write): string | undefined {
  return readReminders(database).findView(actor, reminderId);
}

function create({ database, record }: Tools, command: CommandOf<'reminder.create'>): OutcomeOf<'reminder.create'> {
  const { actor, at, reminderId: id, draft } = command;
  const userId = holderOfRule(draft, seenChannels(database, actor));
  const rule = createReminder(draft, { id, userId, createdAt: at });
  const fault = faultOf(database, actor, rule);
  if (fault !== undefined) return { outcome: 'unfit', fault };
  const tooMany = tooManyOf(database, actor.ownerId, rule);
  if (tooMany !== undefined) return tooMany;
  database
    .insert(reminders)
    .values({ ...rule, ownerId: actor.ownerId, activeSince: at })
    .run();
  record(command, 'reminder.create', entityOf(command), { after: rule });
  return stored(database, command, rule);
}

/** @param recorded what the audit entry records beside the rule before and after */
function update(
  tools: Tools,
  command: CommandOf<'reminder.update'>,
  recorded: { readonly reverts?: string } = {},
): OutcomeOf<'reminder.update'> {
  const { database, record } = tools;
  const found = find(tools, command);
  if (found === undefined) return { outcome: 'missing' };
  const { rule: before } = found;
  const { actor, patch, at } = command;
  const after = updateReminder(before, patch);
  const fault = faultOf(database, actor, after, patch);
  if (fault !== undefined) return { outcome: 'unfit', fault };
  const tooMany = tooManyOf(database, actor.ownerId, after, before);
  if (tooMany !== undefined) return tooMany;
  const activeSince = isMoved(before, after) ? at : found.activeSince;
  database
    .update(reminders)
    .set({ ...after, activeSince })
    .where(eq(reminders.id, after.id))
    .run();
  record(command, 'reminder.update', entityOf(command), { before, after, patch, ...recorded });
  return stored(database, command, after);
}

function remove(tools: Tools, command: CommandOf<'reminder.delete'>): OutcomeOf<'reminder.delete'> {
  const { database, record, outcomes } = tools;
  const [found, viewJson] = [find(tools, command), currentView(tools, command)];
  if (found === undefined || viewJson === undefined) return { outcome: 'missing' };
  database.delete(reminders).where(eq(reminders.id, found.rule.id)).run();
  outcomes.forgetRecords(command.actor.ownerId, [found.rule.id]);
  record(command, 'reminder.delete', entityOf(command), { before: found.rule });
  return { outcome: 'deleted', ...(isDryRun(command) && { viewJson }) };
}

/** The channels that a rule of somebody may name. */
function seenChannels(database: Db, actor: Principal): readonly NamedChannel[] {
  return namedChannels(database, actor.ownerId).filter(({ userId }) => sees(actor, userId));
}

/** What is wrong with a rule. What a change does not name was checked before, and may be deleted since. */
function faultOf(
  database: Db,
  actor: Principal,
  rule: Reminder,
  { subscriptionId, channelIds = null }: Partial<Reminder> = rule,
): ReminderFault | undefined {
  if (typeof subscriptionId === 'string' && !hasSubscription(database, actor.ownerId, subscriptionId))
    return { field: 'subscriptionId', reason: 'unknownSubscription' };
  return faultOfEvent(rule) ?? faultOfChannels(channelIds, seenChannels(database, actor), rule.userId);
}

/** What an owner would have too much of with a rule; `before` is the rule that it replaces. One that adds no lead time is possible. */
function tooManyOf(database: Db, ownerId: number, rule: Reminder, before?: Reminder) {
  const added = leadDaysOf(rule).length - (before === undefined ? 0 : leadDaysOf(before).length);
  const ofRule = sql`json_array_length(coalesce(${reminders.daysBefore}, ${reminders.daysAfter}))`;
  const has = database
    .select({ rules: count(), leadTimes: sql<number>`coalesce(sum(${ofRule}), 0)` })
    .from(reminders)
    .where(eq(reminders.ownerId, ownerId))
    .get();
  const { rules, leadTimes } = has ?? { rules: 0, leadTimes: 0 };
  const tooMany = (of: TooManyReminders) => ({ outcome: 'tooManyReminders', of }) as const;
  if (before === undefined && rules >= reminderBounds.rules) return tooMany('rules');
  return added > 0 && leadTimes + added > reminderBounds.leadTimes ? tooMany('leadTimes') : undefined;
}

function hasSubscription(database: Db, ownerId: number, id: string): boolean {
  const { id: idColumn, ownerId: ownerColumn } = subscriptions;
  const isNamed = and(eq(idColumn, id.toLowerCase()), eq(ownerColumn, ownerId));
  return database.select({ id: idColumn }).from(subscriptions).where(isNamed).get() !== undefined;
}

function stored(database: Db, command: Write, rule: Reminder) {
  return {
    outcome: 'stored' as const,
    viewJson: JSON.stringify(viewReminder(rule, namedChannels(database, command.actor.ownerId))),
    ...(isDryRun(command) && { dryRun: true as const }),
  };
}

/** The entity of an audit entry about a rule. */
function entityOf({ actor, reminderId }: Write) {
  return { entityType: 'reminder', entityId: reminderId, ownerId: actor.ownerId } as const;
}
