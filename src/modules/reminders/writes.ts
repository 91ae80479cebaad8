import type { Db } from '../../core/database/db.ts';
import type { CommandOf, OutcomeOf } from '../commands.ts';
import { isDryRun } from '../../core/writer/origin.ts';
import type { ReminderCommands } from './commands.ts';
import type { ValueChange } from '../../core/audit/revert.ts';
import {
  createReminder,
  faultOfLeadTimes,
  isMoved,
  leadDaysOf,
  reminderBounds,
  updateReminder,
  viewReminder,
  type Reminder,
  type ReminderFault,
  type TooManyReminders,
} from './rules/reminder.ts';
import { ReminderDraft } from './model.ts';
import { assignments, insertInto } from '../../core/database/columns.ts';
import { change, prepareQuery } from '../../core/database/statement.ts';
import {
  prepareNamedChannels,
  prepareReminders,
  readReminders,
  reminderColumns,
  rowOfReminder,
  type StoredReminder,
} from './store/reminders.ts';
import type { Revertible } from '../audit/writes/reverts.ts';
import type { Tools, Verbs } from '../../core/writer/verbs.ts';

type Write = CommandOf<keyof ReminderCommands>;

/** The verbs of rules of reminders. */
export const reminderVerbs: Verbs<keyof ReminderCommands> = {
  'reminder.create': { perform: create, current: undefined, storesOutcome: true },
  'reminder.update': { perform: update, current: currentView, storesOutcome: true },
  'reminder.delete': { perform: remove, current: currentView, storesOutcome: true },
};

/** How updates of rules are reverted. */
export const reminderReverts: Revertible = {
  needs: 'write',
  fields: Object.keys(ReminderDraft.properties),
  valueChangeOf: (metadata) => metadata as ValueChange,
  find({ database }, ownerId, id) {
    const found = prepareReminders(database)(ownerId, id);
    const viewJson = readReminders(database).findView(ownerId, id);
    return found === undefined || viewJson === undefined ? undefined : { viewJson, values: { ...found.rule } };
  },
  restore(tools, write, { entityId: reminderId, restored: patch, reverted: { entryId } }) {
    const command = { ...write, kind: 'reminder.update', reminderId, patch } as const;
    const result = update(tools, command, { reverts: entryId });
    if (result.outcome === 'tooManyReminders')
      return { outcome: 'refused', fault: { field: patch['daysAfter'] === undefined ? 'daysBefore' : 'daysAfter' } };
    return result.outcome === 'unfit' ? { outcome: 'refused', fault: result.fault } : result;
  },
};

function find({ database }: Tools, { actor, reminderId }: Write): StoredReminder | undefined {
  return prepareReminders(database)(actor.ownerId, reminderId);
}

/** The rule of a command as clients see it, as JSON. */
function currentView({ database }: Tools, { actor, reminderId }: Write): string | undefined {
  return readReminders(database).findView(actor.ownerId, reminderId);
}

function create({ database, record }: Tools, command: CommandOf<'reminder.create'>): OutcomeOf<'reminder.create'> {
  const { actor, at, reminderId: id, draft } = command;
  const rule = createReminder(draft, { id, createdAt: at });
  const fault = faultOf(database, actor.ownerId, rule);
  if (fault !== undefined) return { outcome: 'unfit', fault };
  const tooMany = tooManyOf(database, actor.ownerId, rule);
  if (tooMany !== undefined) return tooMany;
  const row = { ...rowOfReminder(rule), ownerId: actor.ownerId, activeSince: at };
  change(database, insertInto('reminders', [...reminderColumns, 'ownerId', 'activeSince']), row);
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
  const fault = faultOf(database, actor.ownerId, after, patch);
  if (fault !== undefined) return { outcome: 'unfit', fault };
  const tooMany = tooManyOf(database, actor.ownerId, after, before);
  if (tooMany !== undefined) return tooMany;
  const row = { ...rowOfReminder(after), activeSince: isMoved(before, after) ? at : found.activeSince };
  change(
    database,
    `UPDATE reminders SET ${assignments('reminders', [...reminderColumns, 'activeSince'])} WHERE id = $id`,
    row,
  );
  record(command, 'reminder.update', entityOf(command), { before, after, patch, ...recorded });
  return stored(database, command, after);
}

function remove(tools: Tools, command: CommandOf<'reminder.delete'>): OutcomeOf<'reminder.delete'> {
  const { database, record, outcomes } = tools;
  const [found, viewJson] = [find(tools, command), currentView(tools, command)];
  if (found === undefined || viewJson === undefined) return { outcome: 'missing' };
  change(database, 'DELETE FROM reminders WHERE id = $id', { id: found.rule.id });
  outcomes.forgetRecords(command.actor.ownerId, [found.rule.id]);
  record(command, 'reminder.delete', entityOf(command), { before: found.rule });
  return { outcome: 'deleted', ...(isDryRun(command) && { viewJson }) };
}

/** What is wrong with a rule of an owner. What a change does not name was checked before, and may be deleted since. */
function faultOf(
  database: Db,
  ownerId: number,
  rule: Reminder,
  sent: Partial<Reminder> = rule,
): ReminderFault | undefined {
  const { subscriptionId, channelIds } = sent;
  if (typeof subscriptionId === 'string' && !hasSubscription(database, ownerId, subscriptionId))
    return { field: 'subscriptionId', reason: 'unknownSubscription' };
  const fault = faultOfLeadTimes(rule);
  if (fault !== undefined) return fault;
  const known = new Set(prepareNamedChannels(database)(ownerId).map(({ id }) => id));
  const isUnknown = channelIds?.some((id) => !known.has(id.toLowerCase())) ?? false;
  return isUnknown ? { field: 'channelIds', reason: 'unknownChannel' } : undefined;
}

/** What an owner would have too much of with a rule; `before` is the rule that it replaces. One that adds no lead time is possible. */
function tooManyOf(database: Db, ownerId: number, rule: Reminder, before?: Reminder) {
  const added = leadDaysOf(rule).length - (before === undefined ? 0 : leadDaysOf(before).length);
  const select = `SELECT count(*) AS rules, coalesce(sum(json_array_length(coalesce(days_before, days_after))), 0) AS leadTimes
    FROM reminders WHERE owner_id = $ownerId`;
  const has = prepareQuery<Record<TooManyReminders, number>>(database, select).first({ ownerId });
  const { rules, leadTimes } = has ?? { rules: 0, leadTimes: 0 };
  const tooMany = (of: TooManyReminders) => ({ outcome: 'tooManyReminders', of }) as const;
  if (before === undefined && rules >= reminderBounds.rules) return tooMany('rules');
  return added > 0 && leadTimes + added > reminderBounds.leadTimes ? tooMany('leadTimes') : undefined;
}

function hasSubscription(database: Db, ownerId: number, id: string): boolean {
  const found = 'SELECT 1 FROM subscriptions WHERE id = $id AND owner_id = $ownerId';
  return prepareQuery(database, found).first({ id: id.toLowerCase(), ownerId }) !== undefined;
}

function stored(database: Db, command: Write, rule: Reminder) {
  return {
    outcome: 'stored' as const,
    viewJson: JSON.stringify(viewReminder(rule, prepareNamedChannels(database)(command.actor.ownerId))),
    ...(isDryRun(command) && { dryRun: true as const }),
  };
}

/** The entity of an audit entry about a rule. */
function entityOf({ actor, reminderId }: Write) {
  return { entityType: 'reminder', entityId: reminderId, ownerId: actor.ownerId } as const;
}
