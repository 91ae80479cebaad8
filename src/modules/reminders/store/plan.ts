import { and, eq, gt, lte, max, type SQL } from 'drizzle-orm';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { millisecondsOf } from '../../../core/billing/instants.ts';
import { once, type Db } from '../../../core/database/db.ts';
import { instantAt } from '../../../core/runtime/system.ts';
import { lateMilliseconds } from '../../deliveries/rules/delivery.ts';
import { budgetReminders } from '../rules/budget.ts';
import { isOver, reminderDaysIn, searchReminders, type RuleDays } from '../rules/moments.ts';
import { channelsOf, type Reminder } from '../rules/reminder.ts';
import { reminderProgress, reminders, restores } from '../table.ts';
import { exceededMonths } from './budget.ts';
import { namedChannels, remindedSubscriptions, ruleColumns } from './reminders.ts';

/** Until when reminders are planned, ISO 8601 UTC, and the IANA time zone of days and times. */
export interface PlanTime {
  readonly until: string;
  readonly timeZone: string;
}

/** A reminder that is due, for one channel. */
export type PlannedItem = ReturnType<typeof dueReminders>[number];

/** Reads for whom something is to be planned. */
export function readReminderPlan(db: Db) {
  const ofAllOwners = once(() => selectRules(db).prepare());
  return {
    /** The owners with rules whose time has come since their last plan, or whose clock was ahead then: the present one counts. */
    dueOwners(time: PlanTime): ReadonlySet<number> {
      const isDue = (row: PlannedRule) => daysOf(row, time).length > 0 || startOf(row) > millisecondsOf(time.until);
      const due = ofAllOwners().all().filter(isDue);
      return new Set(due.map(({ ownerId }) => ownerId));
    },
  };
}

type PlannedRule = ReturnType<ReturnType<typeof selectRules>['all']>[number];

/** Selects the enabled rules, with the instants since which they remind and until which they are planned. */
function selectRules(db: Db, condition?: SQL) {
  const { ownerId, activeSince, enabled, sequence } = reminders;
  return db
    .select({ ownerId, rule: ruleColumns, activeSince, plannedUntil: reminderProgress.plannedUntil })
    .from(reminders)
    .leftJoin(reminderProgress, eq(reminderProgress.ownerId, ownerId))
    .where(and(eq(enabled, true), condition))
    .orderBy(sequence);
}

/** The rules of an owner whose time has come since the last plan, with these times. A clock that is set back repeats nothing. */
export function dueRules(db: Db, ownerId: number, time: PlanTime): readonly RuleDays<Reminder>[] {
  return selectRules(db, eq(reminders.ownerId, ownerId))
    .all()
    .map((row) => ({ rule: row.rule, days: daysOf(row, time) }))
    .filter(({ days }) => days.length > 0);
}

function daysOf(row: PlannedRule, { until, timeZone }: PlanTime) {
  return reminderDaysIn({ after: startOf(row), until: millisecondsOf(until) }, { at: row.rule.at, timeZone });
}

/** The instant after which a rule is to be planned, in milliseconds since 1970. */
function startOf({ activeSince, plannedUntil }: PlannedRule): number {
  return Math.max(millisecondsOf(activeSince), millisecondsOf(plannedUntil ?? instantAt(0)));
}

/** What some rules of an owner remind of, for each channel. */
export function dueReminders(
  db: Db,
  ownerId: number,
  rules: readonly RuleDays<Reminder>[],
  { until, timeZone }: PlanTime,
) {
  const today = dayOfInstant(until, timeZone);
  const restoredAt = lastRestore(db, until);
  const late = instantAt(millisecondsOf(until) - lateMilliseconds);
  const named = namedChannels(db, ownerId);
  const remindersOf = searchReminders(rules);
  const due = [
    ...remindedSubscriptions(db, ownerId).flatMap((subscription) =>
      remindersOf(subscription).map((one) => ({ ...one, subscriptionId: subscription.id })),
    ),
    ...budgetReminders(rules, exceededMonths(db, ownerId)).map((one) => ({ ...one, subscriptionId: '' })),
  ];
  return due
    .filter(({ rule, dueOn }) => !isOver(rule.event, { dueOn, today }))
    .flatMap(({ rule, subscriptionId, dueOn, days, moment: milliseconds }) => {
      const moment = instantAt(milliseconds);
      const isRestored = moment <= restoredAt;
      const item = {
        ruleId: rule.id,
        subscriptionId,
        event: rule.event,
        dueOn,
        days,
        // Those that are late are one message.
        moment: moment < late && !isRestored ? until : moment,
        isRestored,
      };
      return channelsOf(rule, named).map(({ id: channelId }) => ({ ...item, channelId }));
    });
}

/** When a backup was restored last, ISO 8601 UTC, unless the clock was ahead then; empty for never. */
function lastRestore(db: Db, until: string): string {
  const { restoredAt } = restores;
  const row = db
    .select({ restoredAt: max(restoredAt) })
    .from(restores)
    .where(lte(restoredAt, until))
    .get();
  return row?.restoredAt ?? '';
}

/** Stores until when an owner is reminded. A rule that a clock made that was ahead reminds from now on. */
export function storeProgress(db: Db, ownerId: number, plannedUntil: string): void {
  db.insert(reminderProgress)
    .values({ ownerId, plannedUntil })
    .onConflictDoUpdate({ target: reminderProgress.ownerId, set: { plannedUntil } })
    .run();
  db.update(reminders)
    .set({ activeSince: plannedUntil })
    .where(and(eq(reminders.ownerId, ownerId), gt(reminders.activeSince, plannedUntil)))
    .run();
}
