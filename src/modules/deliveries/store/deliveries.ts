import { and, desc, eq, inArray, not, notExists, sql, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { isSeenBy, type Viewer } from '../../../core/access/own.ts';
import type { Principal } from '../../../core/access/principal.ts';
import type { Db } from '../../../core/database/db.ts';
import { channels } from '../../channels/table.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import type { DeliveryState } from '../rules/delivery.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import { deliveries, deliveryChanges, deliveryItems } from '../table.ts';

const { id, sequence, moment, state, attempts, lastStatus, lastError, nextAttemptAt, sentAt } = deliveries;
const { ruleId, event, dueOn, days, deliverySequence } = deliveryItems;
const subscriptionId = sql<string | null>`nullif(${deliveryItems.subscriptionId}, '')`;

/** The deliveries to list; an absent filter does not restrict. */
export interface DeliveryFilters {
  readonly state?: DeliveryState;
  readonly channelId?: string;
}

/** Reads the deliveries of one owner. */
export function readDeliveries(db: Db) {
  return {
    /** One page of the deliveries to channels that a caller sees, newest first, each as JSON. */
    list(viewer: Principal, filters: DeliveryFilters, page: Page): Paged<string> {
      // The index on the owner has them in their order: the sign keeps SQLite from using another one.
      const equals = (column: AnySQLiteColumn, value: string | undefined) =>
        value === undefined ? undefined : sql`+${column} = ${value}`;
      const condition = and(
        eq(deliveries.ownerId, viewer.ownerId),
        isToSeenChannel(db, viewer),
        equals(state, filters.state),
        equals(deliveries.channelId, filters.channelId),
      );
      return pageOf(page, (limit) =>
        viewsOf(db, select(db, condition).orderBy(desc(sequence)).limit(limit).offset(page.offset).all()),
      );
    },

    /** One delivery as JSON; undefined when a caller sees none with this id. */
    findView(viewer: Principal, deliveryId: string): string | undefined {
      const isTheirs = and(eq(deliveries.ownerId, viewer.ownerId), isToSeenChannel(db, viewer));
      return viewsOf(db, select(db, and(eq(id, deliveryId), isTheirs)).all())[0];
    },
  };
}

/** The condition that a delivery is not to a channel that somebody does not see. A channel that was deleted says nothing. */
function isToSeenChannel(db: Db, viewer: Viewer): SQL | undefined {
  const isSeen = isSeenBy(viewer, channels.userId);
  if (isSeen === undefined) return undefined;
  const hidden = db
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.id, deliveries.channelId), not(isSeen)));
  return notExists(hidden);
}

type Row = ReturnType<ReturnType<typeof select>['all']>[number];
type Reminder = ReturnType<typeof remindersOf>[number]['reminder'];

function select(db: Db, condition: SQL | undefined) {
  return db
    .select({
      sequence,
      delivery: {
        id,
        channelId: deliveries.channelId,
        channelName: channels.name,
        moment,
        state,
        attempts,
        lastStatus,
        lastError,
        nextAttemptAt,
        sentAt,
      },
      change: { event: deliveryChanges.event, entityId: deliveryChanges.entityId },
    })
    .from(deliveries)
    .leftJoin(deliveryChanges, eq(deliveryChanges.deliverySequence, sequence))
    .leftJoin(channels, eq(channels.id, deliveries.channelId))
    .where(condition);
}

/** Deliveries as clients see them, each as JSON. */
function viewsOf(db: Db, rows: readonly Row[]): string[] {
  const reminders = Map.groupBy(remindersOf(db, rows), (one) => one.deliverySequence);
  const views = rows.map((row) =>
    viewDelivery(
      row,
      (reminders.get(row.sequence) ?? []).map(({ reminder }) => reminder),
    ),
  );
  const names = namesOf(db, new Set(views.flatMap(({ subscriptionIds }) => subscriptionIds)));
  const namesIn = (ids: readonly string[]) => ids.map((one) => names.get(one) ?? null);
  return views.map((view) => JSON.stringify({ ...view, subscriptionNames: namesIn(view.subscriptionIds) }));
}

/** The present names of some subscriptions by id, without those that are deleted. */
function namesOf(db: Db, ids: ReadonlySet<string>): ReadonlyMap<string, string> {
  const { id: of, name } = subscriptions;
  const rows = db
    .select({ id: of, name })
    .from(subscriptions)
    .where(inArray(of, Array.from(ids)))
    .all();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The reminders of some deliveries that were not left out. */
function remindersOf(db: Db, rows: readonly Row[]) {
  const sequences = rows.map((row) => row.sequence);
  return db
    .select({ deliverySequence, reminder: { ruleId, subscriptionId, event, dueOn, days } })
    .from(deliveryItems)
    .where(and(inArray(deliverySequence, sequences), eq(deliveryItems.isLeftOut, 0)))
    .orderBy(dueOn, deliveryItems.sequence)
    .all();
}

/** A delivery as clients see it; instants are ISO 8601 UTC. */
function viewDelivery({ delivery, change }: Row, reminders: readonly Reminder[]) {
  const { id: deliveryId, channelId, channelName, moment: sendAt, ...attempted } = delivery;
  const [first, ...others] = reminders;
  const isOfOneRule = first !== undefined && others.every((other) => other.ruleId === first.ruleId);
  const type = change?.event ?? 'reminder.due';
  const changedIds = change !== null && type.startsWith('subscription.') ? [change.entityId] : [];
  const recordIds = [...changedIds, ...reminders.flatMap((reminder) => reminder.subscriptionId ?? [])];
  return {
    id: deliveryId,
    channelId,
    channelName,
    type,
    ruleId: isOfOneRule ? first.ruleId : null,
    subscriptionIds: Array.from(new Set(recordIds)),
    dueOn: first?.dueOn ?? null,
    reminders,
    sendAt,
    ...attempted,
  };
}
