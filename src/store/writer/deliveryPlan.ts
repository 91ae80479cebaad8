import type { Database } from 'bun:sqlite';
import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { PlanCursor } from '../../commands/delivery.ts';
import { dayOfInstant } from '../../domain/billing/days.ts';
import { millisecondsOf } from '../../domain/billing/instants.ts';
import { lateMilliseconds, missedDaysRecorded, type SkipReason } from '../../domain/reminders/delivery.ts';
import {
  isOver,
  reminderDaysIn,
  remindersOn,
  type DueReminder,
  type ReminderDay,
} from '../../domain/reminders/moments.ts';
import { channelsOf, leadDaysOf, type Reminder } from '../../domain/reminders/reminder.ts';
import { instantAt } from '../../runtime/system.ts';
import { prepareDeliveryInserts, type NewReminder } from '../entities/deliveryInserts.ts';
import {
  prepareEnabledReminders,
  prepareNamedChannels,
  remindedOf,
  type StoredReminder,
} from '../entities/reminders.ts';
import { raiseDeliveryRevisions } from '../entities/revisions.ts';
import type { Tools } from '../entities/verbs.ts';
import { change, prepareQuery } from '../sqlite/statement.ts';
import { rowsAtOnce, rowsBehind } from './plannedRows.ts';

// Done by one command: other writes must not wait long.
const rowsReadMax = 500;
const rowsWrittenMax = 200;

const millisecondsADay = 24 * 3600 * 1000;
// A rule has a time every day, and no day is longer: the clock jumped ahead, or the server was off.
const jumpMilliseconds = 26 * 3600 * 1000;
// A plan of many subscriptions takes less.
const planMilliseconds = 5 * 60_000;
const firstOwner: PlanCursor = { ownerId: 0, createdAt: '', sequence: 0 };

/** The reminders of a rule that a run makes deliveries of. */
interface DueRule {
  readonly rule: Reminder;
  readonly days: readonly ReminderDay[];
}

interface Run {
  readonly tools: Tools;
  readonly until: number;
  readonly timeZone: string;
  readonly today: string;
  /** When a backup was restored last, in milliseconds since 1970; 0 for never. */
  readonly restoredAt: number;
  /** Those of the owners that the command has read. */
  readonly rules: Map<number, readonly DueRule[]>;
  readonly inserts: ReturnType<typeof prepareDeliveryInserts>;
  rowsLeft: number;
  writesLeft: number;
}

/** Stores some of the reminders that are due as deliveries. What is stored says what is left to do, so nothing is lost by a crash. */
export function planDeliveries(tools: Tools, command: CommandOf<'delivery.plan'>): OutcomeOf<'delivery.plan'> {
  const { until, timeZone } = command;
  const run: Run = {
    tools,
    until: millisecondsOf(until),
    timeZone,
    today: dayOfInstant(until, timeZone),
    restoredAt: restoredAt(tools.database, until),
    rules: new Map(),
    inserts: prepareDeliveryInserts(tools, until),
    rowsLeft: rowsReadMax,
    writesLeft: rowsWrittenMax,
  };
  let cursor: PlanCursor | undefined = command.cursor ?? firstOwner;
  while (cursor !== undefined && run.rowsLeft > 0 && run.writesLeft > 0) cursor = planSome(run, cursor);
  // The rest of its reminders are of the same messages.
  if (cursor !== undefined && cursor.createdAt !== '') run.inserts.hold(cursor.ownerId);
  return { outcome: 'planned', ...(cursor !== undefined && { cursor }) };
}

/** Plans some subscriptions of the next owner with rules. */
function planSome(run: Run, cursor: PlanCursor): PlanCursor | undefined {
  const { database } = run.tools;
  const ownerId = nextOwner(database, cursor.ownerId);
  run.rowsLeft -= 1;
  if (ownerId === undefined) return undefined;
  const next = { ...firstOwner, ownerId: ownerId + 1 };
  const rules = run.rules.get(ownerId) ?? dueRulesOf(database, ownerId, run);
  run.rules.set(ownerId, rules);
  if (rules.length === 0) return next;
  const channels = prepareNamedChannels(database)(ownerId);
  let last = ownerId === cursor.ownerId ? cursor : { ...firstOwner, ownerId };
  const rows = rowsBehind(database, last, subscriptionsNamedBy(rules));
  for (const { createdAt, sequence, ...row } of rows) {
    run.rowsLeft -= 1;
    const subscription = remindedOf(row);
    for (const { rule, days } of rules) {
      const due = remindersOn(ruleOf(rule), subscription, days);
      const reminders = due.flatMap((one) => newRemindersOf(run, { rule, subscriptionId: subscription.id }, one));
      for (const { id: channelId } of channelsOf(rule, channels))
        for (const reminder of reminders) run.writesLeft -= insertShown(run, { ...reminder, ownerId, channelId });
    }
    last = { ownerId, createdAt, sequence };
    if (run.writesLeft <= 0) return last;
  }
  if (rows.length === rowsAtOnce) return last;
  for (const { id } of channels) run.inserts.release(id);
  storeProgress(database, ownerId, run.until);
  return next;
}

/** Stores a reminder, so that open pages see it; returns the number of rows it wrote. */
function insertShown({ tools: { database }, inserts }: Run, reminder: NewReminder): number {
  const written = inserts.insert(reminder);
  if (written > 0) raiseDeliveryRevisions(database)(reminder.ownerId);
  return written;
}

/** A reminder to be stored, or none for one that was missed long ago. */
function newRemindersOf(
  run: Run,
  { rule, subscriptionId }: { readonly rule: Reminder; readonly subscriptionId: string },
  { dueOn, days, moment }: DueReminder,
): readonly Omit<NewReminder, 'ownerId' | 'channelId'>[] {
  const skipped = skipReasonOf(run, rule, { dueOn, moment });
  if (skipped !== undefined && moment < run.until - missedDaysRecorded * millisecondsADay) return [];
  // Those that are sent late are one message.
  const isLate = skipped === undefined && moment < run.until - lateMilliseconds;
  const due = { ruleId: rule.id, subscriptionId, event: rule.event, dueOn, days };
  return [{ ...due, moment: instantAt(isLate ? run.until : moment), skipped }];
}

function skipReasonOf(
  { restoredAt: restored, today }: Run,
  { event }: Reminder,
  { dueOn, moment }: Pick<DueReminder, 'dueOn' | 'moment'>,
): SkipReason | undefined {
  if (moment <= restored) return 'restored';
  return isOver(event, { dueOn, today }) ? 'missed' : undefined;
}

/** The rules of an owner whose time has come since the last plan. Corrects the progress when the clock was set back. */
function dueRulesOf(database: Database, ownerId: number, { until, timeZone, today }: Run): readonly DueRule[] {
  const { plannedUntil, beforeJump } = progressOf(database, ownerId);
  const isSetBack = plannedUntil > until;
  // What the clock that was ahead took for missed is planned again, and nothing is sent twice.
  const progress = isSetBack ? Math.min(beforeJump ?? until, until) : plannedUntil;
  if (isSetBack) {
    storeProgress(database, ownerId, progress);
    reviveWaiting(database, ownerId, { progress, until, today });
  }
  // Most rules share their time and their start.
  const daysOf = new Map<string, readonly ReminderDay[]>();
  return prepareEnabledReminders(database)(ownerId).flatMap((stored) => {
    const { at } = stored.rule;
    const after = startOf(stored, { progress, until });
    const days = daysOf.get(`${at} ${after}`) ?? reminderDaysIn({ after, until }, { at, timeZone });
    daysOf.set(`${at} ${after}`, days);
    return days.length === 0 ? [] : [{ rule: stored.rule, days }];
  });
}

/** Lets deliveries wait again that had waited before the jump, and that the clock that was ahead took for missed. */
function reviveWaiting(
  database: Database,
  ownerId: number,
  { progress, until, today }: { readonly progress: number } & Pick<Run, 'until' | 'today'>,
): void {
  const revive = `UPDATE deliveries INDEXED BY deliveries_by_channel
    SET state = 'pending', last_error = NULL, next_attempt_at = $until
    WHERE channel_id = $channelId AND moment > $since AND moment <= $progress AND is_change = 0
      AND state = 'skipped' AND last_error = 'missed' AND EXISTS (SELECT 1 FROM delivery_items
        WHERE delivery_sequence = deliveries.sequence AND (due_on >= $today OR event = 'overdue'))`;
  const since = instantAt(progress - missedDaysRecorded * millisecondsADay);
  const span = { since, progress: instantAt(progress), until: instantAt(until), today };
  for (const { id: channelId } of prepareNamedChannels(database)(ownerId))
    if (change(database, revive, { ...span, channelId }) > 0) raiseDeliveryRevisions(database)(ownerId);
}

/** The instant after which the reminders of a rule are due, in milliseconds since 1970. */
function startOf(
  { activeSince }: Pick<StoredReminder, 'activeSince'>,
  { progress, until }: { readonly progress: number; readonly until: number },
): number {
  const since = millisecondsOf(activeSince);
  // It was made while this plan runs.
  if (since > until && since <= until + planMilliseconds) return until;
  // The clock was ahead when the rule was made: it begins with the first plan.
  if (since > until) return progress === 0 ? until : Math.min(progress, until);
  return Math.min(Math.max(progress, since), until);
}

interface Progress {
  /** The instant until which the reminders of an owner are deliveries, in milliseconds since 1970; 0 before the first plan. */
  readonly plannedUntil: number;
  /** What it was before the last jump of the clock. */
  readonly beforeJump: number | undefined;
}

function progressOf(database: Database, ownerId: number): Progress {
  const select = `SELECT planned_until AS plannedUntil, planned_before_jump AS beforeJump
    FROM reminder_progress WHERE owner_id = $ownerId`;
  const row = prepareQuery<{ plannedUntil: string; beforeJump: string | null }>(database, select).first({ ownerId });
  const beforeJump = row?.beforeJump ?? undefined;
  return {
    plannedUntil: row === undefined ? 0 : millisecondsOf(row.plannedUntil),
    beforeJump: beforeJump === undefined ? undefined : millisecondsOf(beforeJump),
  };
}

function storeProgress(database: Database, ownerId: number, until: number): void {
  const store = `INSERT INTO reminder_progress (owner_id, planned_until) VALUES ($ownerId, $plannedUntil)
    ON CONFLICT (owner_id) DO UPDATE SET planned_until = excluded.planned_until,
      planned_before_jump = iif(planned_until < $longAgo, planned_until, planned_before_jump)`;
  change(database, store, {
    ownerId,
    plannedUntil: instantAt(until),
    longAgo: instantAt(until - jumpMilliseconds),
  });
}

/** The first owner from an id on that has a rule. */
function nextOwner(database: Database, ownerId: number): number | undefined {
  const select = `SELECT owner_id AS ownerId FROM reminders WHERE owner_id >= $ownerId AND enabled = 1
      ORDER BY owner_id LIMIT 1`;
  return prepareQuery<{ ownerId: number }>(database, select).first({ ownerId })?.ownerId;
}

/** The subscriptions that rules remind of, if each is for one; undefined when a rule is for all. */
function subscriptionsNamedBy(rules: readonly DueRule[]): readonly string[] | undefined {
  const ids = rules.flatMap(({ rule }) => rule.subscriptionId ?? []);
  return ids.length === rules.length ? ids : undefined;
}

function ruleOf(rule: Reminder) {
  return { subscriptionId: rule.subscriptionId, event: rule.event, leadDays: leadDaysOf(rule) };
}

/** When a backup was restored last, unless the clock was ahead then. */
function restoredAt(database: Database, until: string): number {
  const select = 'SELECT max(restored_at) AS restoredAt FROM restores WHERE restored_at <= $until';
  const row = prepareQuery<{ restoredAt: string | null }>(database, select).first({ until });
  return typeof row?.restoredAt === 'string' ? millisecondsOf(row.restoredAt) : 0;
}

interface TimeRow {
  readonly sequence: number;
  readonly at: string;
  readonly activeSince: string;
  readonly plannedUntil: string | null;
  readonly isMeant: number;
}

/** What a part of the search for reminders that are due has found. */
export interface TimesSearched {
  readonly hasCome: boolean;
  /** The last rule of the part; undefined when no other follows. */
  readonly lastRule: number | undefined;
}

// So many take less than a millisecond.
const rulesAtOnce = 500;

/** Reads whether there is something to plan, so that nothing is written each minute. */
export function readReminderTimes(database: Database) {
  const times = prepareQuery<TimeRow>(
    database,
    `SELECT sequence, at, active_since AS activeSince, planned_until AS plannedUntil,
       enabled = 1 AS isMeant
     FROM reminders LEFT JOIN reminder_progress USING (owner_id)
     WHERE sequence > $afterRule ORDER BY sequence LIMIT ${rulesAtOnce}`,
  );

  return {
    /**
     * Whether the time of a rule has come since the last plan of its owner, or the clock was set back since then. Searches the rules
     * after one, and not all of them at once: there may be as many as owners.
     */
    search(until: number, timeZone: string, afterRule = 0): TimesSearched {
      // By the time of day: the earliest start of a search that found nothing. From a later start, nothing is found, either.
      const tried = new Map<string, number>();
      function hasCome({ at, activeSince, plannedUntil }: TimeRow): boolean {
        const progress = plannedUntil === null ? 0 : millisecondsOf(plannedUntil);
        if (progress > until) return true;
        const after = startOf({ activeSince }, { progress, until });
        if (after >= (tried.get(at) ?? Number.POSITIVE_INFINITY)) return false;
        tried.set(at, after);
        return reminderDaysIn({ after, until }, { at, timeZone }).length > 0;
      }
      const rows = times.all({ afterRule });
      const lastRule = rows.length === rulesAtOnce ? rows.at(-1)?.sequence : undefined;
      return { hasCome: rows.some((row) => row.isMeant === 1 && hasCome(row)), lastRule };
    },
  };
}
