import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../../core/database/db.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import type { DeliveryState } from '../rules/delivery.ts';
import { deliveries, deliveryChanges, deliveryItems } from '../table.ts';

const { id, sequence, moment, state, attempts, lastStatus, lastError, nextAttemptAt, sentAt } = deliveries;
const { ruleId, subscriptionId, event, dueOn, days, deliverySequence } = deliveryItems;

/** The deliveries to list; an absent filter does not restrict. */
export interface DeliveryFilters {
  readonly state?: DeliveryState;
  readonly channelId?: string;
}

/** Reads the deliveries of one owner. */
export function readDeliveries(db: Db) {
  return {
    /** One page of the deliveries, newest first, each as JSON. */
    list(ownerId: number, filters: DeliveryFilters, page: Page): Paged<string> {
      // The index on the owner has them in their order: the sign keeps SQLite from using another one.
      const equals = (column: AnySQLiteColumn, value: string | undefined) =>
        value === undefined ? undefined : sql`+${column} = ${value}`;
      const condition = and(
        eq(deliveries.ownerId, ownerId),
        equals(state, filters.state),
        equals(deliveries.channelId, filters.channelId),
      );
      return pageOf(page, (limit) =>
        viewsOf(db, select(db, condition).orderBy(desc(sequence)).limit(limit).offset(page.offset).all()),
      );
    },

    /** One delivery as JSON; undefined when the owner has none with this id. */
    findView(ownerId: number, deliveryId: string): string | undefined {
      const rows = select(db, and(eq(id, deliveryId), eq(deliveries.ownerId, ownerId))).all();
      return viewsOf(db, rows)[0];
    },
  };
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
    .where(condition);
}

/** Deliveries as clients see them, each as JSON. */
function viewsOf(db: Db, rows: readonly Row[]): string[] {
  const reminders = Map.groupBy(remindersOf(db, rows), (one) => one.deliverySequence);
  return rows.map((row) => {
    const ofDelivery = reminders.get(row.sequence) ?? [];
    const view = viewDelivery(
      row,
      ofDelivery.map(({ reminder }) => reminder),
    );
    return JSON.stringify(view);
  });
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
  const { id: deliveryId, channelId, moment: sendAt, ...attempted } = delivery;
  const [first, ...others] = reminders;
  const isOfOneRule = first !== undefined && others.every((other) => other.ruleId === first.ruleId);
  const type = change?.event ?? 'reminder.due';
  const changedIds = change !== null && type.startsWith('subscription.') ? [change.entityId] : [];
  const recordIds = [...changedIds, ...reminders.map((reminder) => reminder.subscriptionId)];
  return {
    id: deliveryId,
    channelId,
    type,
    ruleId: isOfOneRule ? first.ruleId : null,
    subscriptionIds: Array.from(new Set(recordIds)),
    dueOn: first?.dueOn ?? null,
    reminders,
    sendAt,
    ...attempted,
  };
}
