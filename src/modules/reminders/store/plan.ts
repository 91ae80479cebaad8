import type { Db } from '../../../core/database/db.ts';
import type { PlannedItem } from '../../deliveries/commands.ts';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { millisecondsOf } from '../../../core/billing/instants.ts';
import { lateMilliseconds } from '../../deliveries/rules/delivery.ts';
import { isOver, reminderDaysIn, searchReminders, type RuleDays } from '../rules/moments.ts';
import { channelsOf, type Reminder } from '../rules/reminder.ts';
import { instantAt } from '../../../core/runtime/system.ts';
import { prepareQuery } from '../../../core/database/statement.ts';
import {
  prepareEnabledReminders,
  prepareNamedChannels,
  remindedColumns,
  remindedOf,
  type RemindedRow,
} from './reminders.ts';

/** Until when reminders are planned, in milliseconds since 1970, and the IANA time zone of days and times. */
export interface PlanTime {
  readonly until: number;
  readonly timeZone: string;
}

/** What is due of an owner. */
export interface DuePlan {
  /** The rules whose time has come since the last plan, with these times. */
  readonly rules: readonly RuleDays<Reminder>[];
  /** Whether the clock was ahead at the last plan, or when a rule was made: the present one counts. */
  readonly wasAhead: boolean;
}

// Requests wait for so many.
const rowsAtOnce = 500;

/** Reads what is to be planned. */
export function readReminderPlan(database: Db) {
  const owners = prepareQuery<{ ownerId: number }>(
    database,
    `SELECT DISTINCT owner_id AS ownerId FROM reminders
     WHERE enabled = 1`,
  );
  const progress = prepareQuery<{ plannedUntil: string }>(
    database,
    'SELECT planned_until AS plannedUntil FROM reminder_progress WHERE owner_id = $ownerId',
  );
  const enabledOf = prepareEnabledReminders(database);
  const channelsOfOwner = prepareNamedChannels(database);
  const rowsOf = remindedRows(database);

  return {
    /** The owners with rules. */
    owners: (): readonly number[] => owners.all({}).map(({ ownerId }) => ownerId),

    /** What is due of an owner. A clock that is set back repeats nothing. */
    dueOf(ownerId: number, { until, timeZone }: PlanTime): DuePlan {
      const plannedUntil = millisecondsOf(progress.first({ ownerId })?.plannedUntil ?? instantAt(0));
      const stored = enabledOf(ownerId).map(({ rule, activeSince }) => ({ rule, since: millisecondsOf(activeSince) }));
      const rules = stored.flatMap(({ rule, since }) => {
        const days = reminderDaysIn({ after: Math.max(plannedUntil, since), until }, { at: rule.at, timeZone });
        return days.length === 0 ? [] : [{ rule, days }];
      });
      return { rules, wasAhead: plannedUntil > until || stored.some(({ since }) => since > until) };
    },

    /** The reminders that are due, for each channel; undefined after some subscriptions, so that the reader can pause. */
    *itemsOf(ownerId: number, rules: DuePlan['rules'], time: PlanTime): Generator<PlannedItem | undefined> {
      const until = instantAt(time.until);
      const today = dayOfInstant(until, time.timeZone);
      const restoredAt = lastRestore(database, until);
      const channels = channelsOfOwner(ownerId);
      const remindersOf = searchReminders(rules);
      for (const rows of rowsOf(ownerId, rules)) {
        for (const row of rows)
          for (const { rule, dueOn, days, moment } of remindersOf(remindedOf(row))) {
            if (isOver(rule.event, { dueOn, today })) continue;
            const about = { ruleId: rule.id, subscriptionId: row.id, event: rule.event, dueOn, days };
            // Those that are late are one message.
            const sentAt = instantAt(moment < time.until - lateMilliseconds ? time.until : moment);
            const item =
              moment > restoredAt
                ? { ...about, moment: sentAt }
                : ({ ...about, moment: instantAt(moment), skipped: 'restored' } as const);
            for (const { id: channelId } of channelsOf(rule, channels)) yield { ...item, channelId };
          }
        yield undefined;
      }
    },
  };
}

/** When a backup was restored last, in milliseconds since 1970, unless the clock was ahead then; 0 for never. */
function lastRestore(database: Db, until: string): number {
  const select = 'SELECT max(restored_at) AS restoredAt FROM restores WHERE restored_at <= $until';
  const row = prepareQuery<{ restoredAt: string | null }>(database, select).first({ until });
  return millisecondsOf(row?.restoredAt ?? instantAt(0));
}

type PlacedRow = RemindedRow & { readonly createdAt: string; readonly sequence: number };

/** Creates a function that reads the active subscriptions that rules remind of, some at a time, in the order of their creation. */
function remindedRows(database: Db) {
  const select = `SELECT created_at AS createdAt, sequence, ${remindedColumns} FROM subscriptions`;
  const named = prepareQuery<RemindedRow>(
    database,
    `${select} INDEXED BY subscriptions_id WHERE id IN (SELECT value FROM json_each($ids)) AND owner_id = $ownerId AND status = 'active'
     ORDER BY created_at, sequence`,
  );
  const some = prepareQuery<PlacedRow>(
    database,
    `${select} WHERE owner_id = $ownerId AND status = 'active' AND (created_at, sequence) > ($createdAt, $sequence)
     ORDER BY created_at, sequence LIMIT ${rowsAtOnce}`,
  );

  return function* rowsOf(ownerId: number, rules: DuePlan['rules']): Generator<readonly RemindedRow[]> {
    const ids = rules.flatMap(({ rule }) => rule.subscriptionId ?? []);
    // Each rule is for one.
    if (ids.length === rules.length) return yield named.all({ ids: JSON.stringify(ids), ownerId });
    for (let last: Pick<PlacedRow, 'createdAt' | 'sequence'> | undefined = { createdAt: '', sequence: 0 }; last;) {
      const rows: readonly PlacedRow[] = some.all({ ownerId, createdAt: last.createdAt, sequence: last.sequence });
      yield rows;
      last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
    }
  };
}
