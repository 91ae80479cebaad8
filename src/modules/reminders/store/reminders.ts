import type { Db } from '../../../core/database/db.ts';
import { viewReminder, type NamedChannel, type Reminder } from '../rules/reminder.ts';
import type { RemindedSubscription } from '../rules/moments.ts';
import type { DeliveredReminder, PlannedReminder } from '../rules/preview.ts';
import { columns, type Rows } from '../../../core/database/columns.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { prepareQuery } from '../../../core/database/statement.ts';
import type { WholeRow } from '../../subscriptions/store/details.ts';

/** The columns of a rule that it is stored in, without its owner. */
export const reminderColumns = [
  'id',
  'subscriptionId',
  'event',
  'daysBefore',
  'daysAfter',
  'at',
  'channelIds',
  'enabled',
  'createdAt',
] as const;

type Row = Pick<Rows['reminders'], (typeof reminderColumns)[number] | 'activeSince'>;

/** A rule, and the instant since which it reminds, ISO 8601 UTC. */
export interface StoredReminder {
  readonly rule: Reminder;
  readonly activeSince: string;
}

const selectRules = `SELECT ${columns('reminders', [...reminderColumns, 'activeSince'])} FROM reminders`;

/** Reads the rules of reminders. */
export function readReminders(database: Db) {
  const page = prepareQuery<Row>(
    database,
    `${selectRules} WHERE reminders.owner_id = $ownerId ORDER BY sequence LIMIT $limit OFFSET $offset`,
  );
  const find = prepareReminders(database);
  const enabled = prepareEnabledReminders(database);
  const subscriptions = prepareQuery<RemindedRow>(
    database,
    `SELECT ${remindedColumns} FROM subscriptions WHERE owner_id = $ownerId AND status = 'active' ORDER BY created_at`,
  );
  const channelsOfOwner = prepareNamedChannels(database);
  const deliveredOf = prepareQuery<DeliveredReminder>(
    database,
    `SELECT planned.key AS place, items.channel_id AS channelId
     FROM json_each($planned) AS planned CROSS JOIN delivery_items AS items
       ON rule_id = planned.value ->> 0 AND subscription_id = planned.value ->> 1 AND event = planned.value ->> 2
         AND due_on = planned.value ->> 3 AND days = planned.value ->> 4
     JOIN deliveries ON deliveries.sequence = delivery_sequence
     WHERE state <> 'skipped' OR last_error <> 'missed'`,
  );

  return {
    /** One page of the rules of an owner, oldest first, each as JSON. */
    list(ownerId: number, { limit: most, offset }: Page): Paged<string> {
      const channels = channelsOfOwner(ownerId);
      return pageOf({ limit: most, offset }, (limit) =>
        page.all({ ownerId, limit, offset }).map((row) => JSON.stringify(viewReminder(reminderOf(row).rule, channels))),
      );
    },

    /** What the reminders of an owner follow from. */
    sources: (ownerId: number) => ({
      rules: enabled(ownerId).map(({ rule }) => rule),
      channels: channelsOfOwner(ownerId),
      subscriptions: Iterator.from(subscriptions.each({ ownerId })).map(remindedOf),
    }),

    /**
     * The channels that have got some reminders already, or never will. One that a channel has missed is sent if its time is still to
     * come.
     */
    delivered: (planned: readonly PlannedReminder[]): readonly DeliveredReminder[] =>
      deliveredOf.all({
        planned: JSON.stringify(
          planned.map(({ ruleId, subscriptionId, event, dueOn, days }) => [ruleId, subscriptionId, event, dueOn, days]),
        ),
      }),

    /** One rule as JSON; undefined when the owner has none with this id. */
    findView(ownerId: number, id: string): string | undefined {
      const found = find(ownerId, id);
      return found && JSON.stringify(viewReminder(found.rule, channelsOfOwner(ownerId)));
    },
  };
}

/** Creates a function that finds one rule of an owner. */
export function prepareReminders(database: Db) {
  const byId = prepareQuery<Row>(database, `${selectRules} WHERE reminders.id = $id AND reminders.owner_id = $ownerId`);
  return function find(ownerId: number, id: string): StoredReminder | undefined {
    const row = byId.first({ ownerId, id });
    return row && reminderOf(row);
  };
}

/** Creates a function that reads the enabled rules of an owner. */
export function prepareEnabledReminders(database: Db) {
  const enabled = prepareQuery<Row>(
    database,
    `${selectRules} WHERE reminders.owner_id = $ownerId AND enabled = 1 ORDER BY sequence`,
  );
  return (ownerId: number): readonly StoredReminder[] => enabled.all({ ownerId }).map(reminderOf);
}

/** Creates a function that reads the channels that the rules of an owner may name. */
export function prepareNamedChannels(database: Db) {
  const all = prepareQuery<{ id: string; enabled: number }>(
    database,
    'SELECT id, enabled FROM channels WHERE owner_id = $ownerId ORDER BY sequence',
  );
  return (ownerId: number): readonly NamedChannel[] =>
    all.all({ ownerId }).map(({ id, enabled }) => ({ id, enabled: enabled === 1 }));
}

/** The values of the columns of a rule. */
export function rowOfReminder({ daysBefore, daysAfter, channelIds, enabled, ...rule }: Reminder) {
  const listed = (list: readonly unknown[] | null) => list && JSON.stringify(list);
  return {
    ...rule,
    daysBefore: listed(daysBefore),
    daysAfter: listed(daysAfter),
    channelIds: listed(channelIds),
    enabled: enabled ? 1 : 0,
  };
}

function reminderOf({ activeSince, daysBefore, daysAfter, channelIds, enabled, ...row }: Row): StoredReminder {
  const rule = {
    ...row,
    daysBefore: listOf(daysBefore) as Reminder['daysBefore'],
    daysAfter: listOf(daysAfter) as Reminder['daysAfter'],
    channelIds: listOf(channelIds) as Reminder['channelIds'],
    enabled: enabled === 1,
  };
  return { rule, activeSince };
}

function listOf(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

const ownColumns = [
  'id',
  'name',
  'status',
  'notificationEnabled',
  'period',
  'customDays',
  'lastPaymentDate',
  'nextPaymentDate',
  'amountHundredths',
  'currency',
  'anchorDay',
  'everyMonths',
  'trialEndsOn',
  'endsOn',
  'cancelBefore',
  'termEndsOn',
  'termMonths',
  'noticePeriod',
  'keepThrough',
] as const;

/** The columns of a subscription from which its reminders follow, in SQL. */
export const remindedColumns = `${columns('subscriptions', ownColumns)}, coalesce(
  subscriptions.auto_renew, (SELECT auto_renew FROM owners WHERE owners.id = subscriptions.owner_id)) AS renewsItself`;

/** A row with these columns. */
export type RemindedRow = Pick<WholeRow, (typeof ownColumns)[number]> & { readonly renewsItself: number };

/** The facts of a subscription that reminders are about. */
export type RemindedRecord = RemindedSubscription & Pick<WholeRow, 'name' | 'amountHundredths' | 'currency'>;

/** The facts of a subscription that a row holds. */
export function remindedOf(row: RemindedRow): RemindedRecord {
  return {
    ...row,
    notificationEnabled: row.notificationEnabled === 1,
    noticePeriod: row.noticePeriod === null ? null : (JSON.parse(row.noticePeriod) as RemindedRecord['noticePeriod']),
    renewsItself: row.renewsItself === 1,
  };
}
