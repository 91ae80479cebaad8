import type { Db } from '../../../core/database/db.ts';
import type { DeliveryContent } from '../commands.ts';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { millisecondsOf } from '../../../core/billing/instants.ts';
import { isChangeTooOld, retriesMilliseconds, type SkipReason } from '../rules/delivery.ts';
import type { RemindedOf } from '../../reminders/rules/messages.ts';
import { hasEvent, isOver } from '../../reminders/rules/moments.ts';
import { wants } from '../../reminders/rules/reminder.ts';
import type { ReminderEvent } from '../../reminders/model.ts';
import { openNoticeOf } from '../../subscriptions/rules/notice.ts';
import type { PriceEntry } from '../../prices/rules.ts';
import { readOutbox } from '../../../core/audit/outbox.ts';
import {
  prepareReminders,
  remindedColumns,
  remindedOf,
  type RemindedRecord,
  type RemindedRow,
} from '../../reminders/store/reminders.ts';
import { readPrices } from '../../prices/store.ts';
import { change, prepareQuery } from '../../../core/database/statement.ts';

/** A delivery that is to be sent. */
interface Delivery {
  readonly sequence: number;
  readonly ownerId: number;
  readonly channelId: string;
  /** When it was due. */
  readonly moment: string;
}

interface StoredItem {
  readonly sequence: number;
  readonly ruleId: string;
  readonly days: number;
  readonly subscriptionId: string;
  readonly event: ReminderEvent;
  readonly dueOn: string;
}

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
  database: Db,
  delivery: Delivery,
  now: LocalDay & { readonly at: string },
): DeliveryContent | SkipReason {
  const { sequence, moment } = delivery;
  const [dueAt, present] = [millisecondsOf(moment), millisecondsOf(now.at)];
  const changed = readOutbox(database).changeOf(sequence);
  if (changed !== undefined) {
    const { event, dataJson } = changed;
    if (dataJson === null || isChangeTooOld(dueAt, present)) return 'missed';
    return { change: { change: event, at: moment, dataJson } };
  }
  const planned = dueItems(database, delivery, now);
  const due =
    present - dueAt > retriesMilliseconds
      ? planned.filter(({ reminded }) => !isOver(reminded.event, { ...reminded, today: now.today }))
      : planned;
  if (due.length === 0) return planned.length === 0 ? 'notDue' : 'missed';
  leaveOutOthers(database, sequence, due);
  return { reminders: uniqueOf(due) };
}

/** The reminders of a delivery that their rules still want, and whose event is still as it was planned. */
function dueItems(database: Db, delivery: Delivery, { today, timeZone }: LocalDay): readonly DueItem[] {
  const { sequence, ownerId, channelId } = delivery;
  const items = prepareQuery<StoredItem>(
    database,
    `SELECT sequence, rule_id AS ruleId, subscription_id AS subscriptionId, event, due_on AS dueOn, days
     FROM delivery_items WHERE delivery_sequence = $sequence ORDER BY sequence`,
  ).all({ sequence });
  const ruleOf = prepareReminders(database);
  const rowOf = prepareQuery<RemindedRow>(
    database,
    `SELECT ${remindedColumns} FROM subscriptions WHERE id = $id AND owner_id = $ownerId`,
  );
  const prices = readPrices(database);
  return items.flatMap((item) => {
    const { sequence: itemSequence, subscriptionId, event, dueOn } = item;
    const rule = ruleOf(ownerId, item.ruleId)?.rule;
    if (rule === undefined || !wants(rule, { ...item, channelId })) return [];
    const row = rowOf.first({ id: subscriptionId, ownerId });
    const subscription = row && remindedOf(row);
    if (subscription === undefined || !hasEvent(event, subscription, dueOn)) return [];
    const price = prices.newestSince(ownerId, subscriptionId, subscription.lastPaymentDate);
    return [
      { sequence: itemSequence, reminded: remindedFacts(subscription, { event, dueOn, today, timeZone }, price) },
    ];
  });
}

function remindedFacts(
  subscription: RemindedRecord,
  { event, dueOn, today, timeZone }: Pick<RemindedOf, 'event' | 'dueOn'> & LocalDay,
  price: PriceEntry | undefined,
): RemindedOf {
  const { id: subscriptionId, name, amountHundredths, currency, lastPaymentDate } = subscription;
  const noticeBy = event === 'cancel_before' ? undefined : openNoticeOf(subscription, today)?.noticeBy;
  // The amount changed after the last payment was due, so this is the first payment of the new one.
  const isNew = price !== undefined && dayOfInstant(price.since, timeZone) > lastPaymentDate;
  // Another currency or period alone is no other amount.
  const previousAmount = isNew && price.previousAmount !== price.price.amount ? price.previousAmount : undefined;
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

function leaveOutOthers(database: Db, sequence: number, due: readonly DueItem[]): void {
  const leave = `UPDATE delivery_items SET is_left_out = sequence NOT IN (SELECT value FROM json_each($kept))
    WHERE delivery_sequence = $sequence`;
  change(database, leave, { sequence, kept: JSON.stringify(due.map((item) => item.sequence)) });
}
