import { and, eq, inArray, not } from 'drizzle-orm';
import { owners } from '../../../core/access/table.ts';
import { numberOfDay } from '../../../core/billing/days.ts';
import { millisecondsOf } from '../../../core/billing/instants.ts';
import { amountOn, withPrices } from '../../../core/billing/prices.ts';
import type { Db } from '../../../core/database/db.ts';
import { readPrices } from '../../prices/store.ts';
import type { RemindedOf } from '../../reminders/rules/messages.ts';
import { hasEvent, isOver } from '../../reminders/rules/moments.ts';
import { wants } from '../../reminders/rules/reminder.ts';
import { remindedColumns, ruleColumns, type RemindedRecord } from '../../reminders/store/reminders.ts';
import { exceededMonths } from '../../reminders/store/budget.ts';
import { reminders } from '../../reminders/table.ts';
import { openNoticeOf } from '../../subscriptions/rules/notice.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import type { DeliveryContent } from '../commands.ts';
import { isChangeTooOld, retriesMilliseconds, type SkipReason } from '../rules/delivery.ts';
import { deliveryItems } from '../table.ts';
import type { StoredDelivery } from './find.ts';

/** The current day, `YYYY-MM-DD`, and the IANA time zone in which it is. */
interface LocalDay {
  readonly today: string;
  readonly timeZone: string;
}

/** A reminder that is still due, with the row that it is stored in. */
interface DueItem {
  readonly sequence: number;
  readonly reminded: RemindedOf;
}

/**
 * What an attempt of a delivery sends, or why there is none. Reminders that are not due any more are left out of it.
 *
 * @param now the present, with its day and the time zone of days
 */
export function contentOf(
  db: Db,
  delivery: StoredDelivery,
  now: LocalDay & { readonly at: string },
): DeliveryContent | SkipReason {
  const { sequence, moment, change } = delivery;
  const [dueAt, present] = [millisecondsOf(moment), millisecondsOf(now.at)];
  if (change !== null) {
    const { event, dataJson } = change;
    if (dataJson === null || isChangeTooOld(dueAt, present)) return 'missed';
    return { change: { change: event, at: moment, dataJson } };
  }
  const planned = dueItems(db, delivery, now);
  const due =
    present - dueAt > retriesMilliseconds
      ? planned.filter(({ reminded }) => !isOver(reminded.event, { ...reminded, today: now.today }))
      : planned;
  if (due.length === 0) return planned.length === 0 ? 'notDue' : 'missed';
  leaveOutOthers(db, sequence, due);
  return { reminders: uniqueOf(due) };
}

/** The reminders of a delivery that their rules still want, and whose event is still as it was planned. */
function dueItems(db: Db, delivery: StoredDelivery, day: LocalDay): readonly DueItem[] {
  return [...dueOfSubscriptions(db, delivery, day), ...dueOfBudget(db, delivery)];
}

function dueOfBudget(db: Db, { sequence, ownerId, channelId }: StoredDelivery): readonly DueItem[] {
  const { sequence: itemSequence, event, dueOn, days } = deliveryItems;
  const findExceeded = exceededMonths(db, ownerId);
  return db
    .select({ item: { sequence: itemSequence, event, dueOn, days }, rule: ruleColumns })
    .from(deliveryItems)
    .innerJoin(reminders, and(eq(reminders.id, deliveryItems.ruleId), eq(reminders.ownerId, ownerId)))
    .where(and(eq(deliveryItems.deliverySequence, sequence), eq(event, 'budget')))
    .all()
    .filter(({ item, rule }) => wants(rule, { ...item, subscriptionId: null, channelId }))
    .flatMap(({ item }) =>
      findExceeded([item.dueOn]).map((month) => ({
        sequence: item.sequence,
        reminded: { event: item.event, subscriptionId: null, name: null, ...month },
      })),
    );
}

function dueOfSubscriptions(
  db: Db,
  { sequence, ownerId, channelId }: StoredDelivery,
  day: LocalDay,
): readonly DueItem[] {
  const { sequence: itemSequence, subscriptionId, event, dueOn, days } = deliveryItems;
  const prices = readPrices(db);
  return db
    .select({
      item: { sequence: itemSequence, subscriptionId, event, dueOn, days },
      rule: ruleColumns,
      subscription: remindedColumns,
    })
    .from(deliveryItems)
    .innerJoin(reminders, and(eq(reminders.id, deliveryItems.ruleId), eq(reminders.ownerId, ownerId)))
    .innerJoin(subscriptions, and(eq(subscriptions.id, subscriptionId), eq(subscriptions.ownerId, ownerId)))
    .innerJoin(owners, eq(owners.id, subscriptions.ownerId))
    .where(eq(deliveryItems.deliverySequence, sequence))
    .orderBy(itemSequence)
    .all()
    .filter(({ item, rule, subscription }) => {
      return wants(rule, { ...item, channelId }) && hasEvent(item.event, subscription, item.dueOn);
    })
    .map(({ item, subscription }) => {
      const amountHundredths = amountOn(withPrices(subscription), numberOfDay(item.dueOn));
      const next = { ...subscription, amountHundredths, ownHundredths: subscription.amountHundredths };
      const previousAmount = prices.amountBefore(ownerId, next, day.timeZone);
      return { sequence: item.sequence, reminded: remindedFacts(next, { ...item, ...day }, previousAmount) };
    });
}

function remindedFacts(
  subscription: RemindedRecord,
  { event, dueOn, today }: Pick<RemindedOf, 'event' | 'dueOn'> & LocalDay,
  previousAmount: number | undefined,
): RemindedOf {
  const { id: subscriptionId, name, amountHundredths, currency } = subscription;
  const noticeBy = event === 'cancel_before' ? undefined : openNoticeOf(subscription, today)?.noticeBy;
  return {
    event,
    subscriptionId,
    name,
    amountHundredths,
    currency,
    dueOn,
    ...(previousAmount !== undefined && { previousAmount }),
    ...(noticeBy !== undefined && { noticeBy }),
  };
}

/** Each event once: several rules, or lead times that were missed, may remind of the same. */
function uniqueOf(due: readonly DueItem[]): readonly RemindedOf[] {
  const events = new Map(
    due.map(({ reminded }) => [`${reminded.event} ${reminded.subscriptionId} ${reminded.dueOn}`, reminded]),
  );
  return Array.from(events.values());
}

function leaveOutOthers(db: Db, deliverySequence: number, due: readonly DueItem[]): void {
  const isKept = inArray(
    deliveryItems.sequence,
    due.map(({ sequence }) => sequence),
  );
  db.update(deliveryItems)
    .set({ isLeftOut: not(isKept) })
    .where(eq(deliveryItems.deliverySequence, deliverySequence))
    .run();
}
