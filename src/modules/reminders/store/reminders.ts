import { and, eq, getTableColumns, ne, or, sql } from 'drizzle-orm';
import { isSeenBy } from '../../../core/access/own.ts';
import type { Principal } from '../../../core/access/principal.ts';
import { owners } from '../../../core/access/table.ts';
import type { Db } from '../../../core/database/db.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { channels } from '../../channels/table.ts';
import { deliveries, deliveryItems } from '../../deliveries/table.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import { exceededMonths } from './budget.ts';
import type { RemindedSubscription } from '../rules/moments.ts';
import type { DeliveredReminder, PlannedReminder } from '../rules/preview.ts';
import { viewReminder, type NamedChannel, type Reminder } from '../rules/reminder.ts';
import { reminders } from '../table.ts';

const { sequence: _sequence, ownerId: _ownerId, activeSince, ...rule } = getTableColumns(reminders);

/** A rule, as a selection. */
export const ruleColumns = rule;

/** A rule, and the instant since which it reminds, ISO 8601 UTC. */
export interface StoredReminder {
  readonly rule: Reminder;
  readonly activeSince: string;
}

/** Reads the rules of reminders. */
export function readReminders(db: Db) {
  return {
    /** One page of the rules that a caller sees, oldest first, each as JSON. */
    list(viewer: Principal, page: Page): Paged<string> {
      const named = namedChannels(db, viewer.ownerId);
      const isListed = and(eq(reminders.ownerId, viewer.ownerId), isSeenBy(viewer, reminders.userId));
      const rows = db
        .select({ row: rule, subscriptionName: subscriptions.name })
        .from(reminders)
        .leftJoin(subscriptions, eq(subscriptions.id, reminders.subscriptionId))
        .where(isListed)
        .orderBy(reminders.sequence);
      return pageOf(page, (limit) =>
        rows
          .limit(limit)
          .offset(page.offset)
          .all()
          .map(({ row, subscriptionName }) => JSON.stringify({ ...viewReminder(row, named), subscriptionName })),
      );
    },

    /** What the reminders follow from that a caller sees. */
    sources: (viewer: Principal) => ({
      rules: enabledReminders(db, viewer),
      channels: namedChannels(db, viewer.ownerId),
      subscriptions: remindedSubscriptions(db, viewer.ownerId),
      findExceeded: exceededMonths(db, viewer.ownerId),
    }),

    /**
     * The channels that have got some reminders already, or never will. One that a channel has missed is sent if its time is still to
     * come.
     */
    delivered(planned: readonly PlannedReminder[]): readonly DeliveredReminder[] {
      const keys = planned.map((one) => [one.ruleId, one.subscriptionId ?? '', one.event, one.dueOn, one.days]);
      const { ruleId, subscriptionId, event, dueOn, days, channelId } = deliveryItems;
      return db
        .select({ ruleId, subscriptionId, event, dueOn, days, channelId })
        .from(deliveryItems)
        .innerJoin(deliveries, eq(deliveries.sequence, deliveryItems.deliverySequence))
        .where(
          and(
            sql`(${ruleId}, ${subscriptionId}, ${event}, ${dueOn}, ${days}) in (
              select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 from json_each(${JSON.stringify(keys)}))`,
            or(ne(deliveries.state, 'skipped'), ne(deliveries.lastError, 'missed')),
          ),
        )
        .all();
    },

    /** One rule as JSON; undefined when a caller sees none with this id. */
    findView(viewer: Principal, id: string): string | undefined {
      const found = findReminder(db, viewer, id);
      return found && JSON.stringify(viewReminder(found.rule, namedChannels(db, viewer.ownerId)));
    },
  };
}

/** One rule; undefined when a caller sees none with this id. */
export function findReminder(db: Db, viewer: Principal, id: string): StoredReminder | undefined {
  return db
    .select({ rule, activeSince })
    .from(reminders)
    .where(and(eq(reminders.id, id), eq(reminders.ownerId, viewer.ownerId), isSeenBy(viewer, reminders.userId)))
    .get();
}

function enabledReminders(db: Db, viewer: Principal): readonly Reminder[] {
  const isWanted = and(eq(reminders.ownerId, viewer.ownerId), eq(reminders.enabled, true));
  return db
    .select(rule)
    .from(reminders)
    .where(and(isWanted, isSeenBy(viewer, reminders.userId)))
    .orderBy(reminders.sequence)
    .all();
}

/** The channels that the rules of an owner may name. */
export function namedChannels(db: Db, ownerId: number): readonly NamedChannel[] {
  return db
    .select({ id: channels.id, userId: channels.userId, enabled: channels.enabled })
    .from(channels)
    .where(eq(channels.ownerId, ownerId))
    .orderBy(channels.sequence)
    .all();
}

type NoticePeriod = RemindedSubscription['noticePeriod'];

/** The facts of a subscription that reminders are about, as a selection; it needs the owner, too. */
export const remindedColumns = {
  id: subscriptions.id,
  name: subscriptions.name,
  status: subscriptions.status,
  notificationEnabled: sql`${subscriptions.notificationEnabled}`.mapWith(Boolean),
  period: subscriptions.period,
  customDays: subscriptions.customDays,
  lastPaymentDate: subscriptions.lastPaymentDate,
  nextPaymentDate: subscriptions.nextPaymentDate,
  amountHundredths: subscriptions.amountHundredths,
  priceSteps: subscriptions.priceSteps,
  earlierPrices: subscriptions.earlierPrices,
  currency: subscriptions.currency,
  anchorDay: subscriptions.anchorDay,
  everyMonths: subscriptions.everyMonths,
  trialEndsOn: subscriptions.trialEndsOn,
  endsOn: subscriptions.endsOn,
  cancelBefore: subscriptions.cancelBefore,
  termEndsOn: subscriptions.termEndsOn,
  termMonths: subscriptions.termMonths,
  noticePeriod: sql`${subscriptions.noticePeriod}`.mapWith((json: string) => JSON.parse(json) as NoticePeriod),
  keepThrough: subscriptions.keepThrough,
  renewsItself: sql`coalesce(${subscriptions.autoRenew}, ${owners.autoRenew})`.mapWith(Boolean),
};

/** The active subscriptions of an owner that reminders may be about, by creation. */
export function remindedSubscriptions(db: Db, ownerId: number) {
  return db
    .select(remindedColumns)
    .from(subscriptions)
    .innerJoin(owners, eq(owners.id, subscriptions.ownerId))
    .where(and(eq(subscriptions.ownerId, ownerId), eq(subscriptions.status, 'active')))
    .orderBy(subscriptions.createdAt, subscriptions.sequence)
    .all();
}

/** A subscription with the facts that reminders are about. */
export type RemindedRecord = ReturnType<typeof remindedSubscriptions>[number];
