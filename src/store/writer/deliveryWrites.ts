import type { Database } from 'bun:sqlite';
import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { DeliveryCommands } from '../../commands/delivery.ts';
import { isDryRun } from '../../commands/origin.ts';
import { dayOfInstant } from '../../domain/billing/days.ts';
import { millisecondsOf } from '../../domain/billing/instants.ts';
import {
  afterAttempt,
  attemptsMax,
  pauseAfter,
  retriesMilliseconds,
  type DeliveryError,
  type DeliveryState,
} from '../../domain/reminders/delivery.ts';
import type { RemindedOf } from '../../domain/reminders/messages.ts';
import { wants } from '../../domain/reminders/reminder.ts';
import { hasEvent, isOver } from '../../domain/reminders/moments.ts';
import type { ReminderEvent } from '../../domain/reminders/reminderFields.ts';
import { openNoticeOf } from '../../domain/subscriptions/notice.ts';
import type { PriceEntry } from '../../domain/subscriptions/prices.ts';
import { instantAt } from '../../runtime/system.ts';
import { readPrices } from '../reports/prices.ts';
import { change, prepareQuery } from '../sqlite/statement.ts';
import { readDeliveries } from '../entities/deliveries.ts';
import {
  prepareReminders,
  remindedColumns,
  remindedOf,
  type RemindedRecord,
  type RemindedRow,
} from '../entities/reminders.ts';
import { raiseDeliveryRevisions } from '../entities/revisions.ts';
import type { Tools, Verbs } from '../entities/verbs.ts';

const ofService = { current: undefined, storesOutcome: false, mayEndActors: false } as const;

/** The verbs of deliveries, but for their plan. */
export const deliveryVerbs: Verbs<Exclude<keyof DeliveryCommands, 'delivery.plan'>> = {
  'delivery.start': { ...ofService, perform: start },
  'delivery.end': { ...ofService, perform: end },
  'delivery.purge': { ...ofService, perform: purge },
  'delivery.retry': {
    perform: retry,
    current: ({ database }, { actor, deliveryId }) => readDeliveries(database).findView(actor.ownerId, deliveryId),
    storesOutcome: true,
    mayEndActors: false,
  },
};

interface StoredDelivery {
  readonly sequence: number;
  readonly ownerId: number;
  readonly channelId: string;
  /** When it was due. */
  readonly moment: string;
  readonly state: DeliveryState;
  readonly lastError: DeliveryError | null;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
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

function start(tools: Tools, { deliveryId, at, timeZone }: CommandOf<'delivery.start'>): OutcomeOf<'delivery.start'> {
  const { database } = tools;
  const delivery = findDelivery(database, deliveryId);
  if (delivery?.state !== 'pending' || (delivery.nextAttemptAt ?? '') > at || isRemoved(database, delivery))
    return { outcome: 'notStarted' };
  const { sequence, ownerId, channelId, attempts } = delivery;
  const finish = (state: 'skipped' | 'failed', lastError: DeliveryError) => {
    finishAs(database, delivery, { state, lastError });
    return { outcome: 'notStarted' } as const;
  };
  if (!isChannelOn(database, delivery)) return finish('skipped', 'channelOff');
  const today = dayOfInstant(at, timeZone);
  const planned = dueItems(database, delivery, { today, timeZone });
  const isOld = millisecondsOf(delivery.moment) < millisecondsOf(at) - retriesMilliseconds;
  const due = isOld ? planned.filter(({ reminded }) => !isOver(reminded.event, { ...reminded, today })) : planned;
  if (due.length === 0) return finish('skipped', planned.length === 0 ? 'notDue' : 'missed');
  if (attempts >= attemptsMax) return finish('failed', 'interrupted');
  leaveOutOthers(database, sequence, due);
  // A crash from now on, until the result is stored, repeats the message after the usual pause.
  const nextAttemptAt = instantAt(millisecondsOf(at) + pauseAfter(attempts + 1) * 1000);
  const begin =
    'UPDATE deliveries SET attempts = attempts + 1, next_attempt_at = $nextAttemptAt WHERE sequence = $sequence';
  change(database, begin, { sequence, nextAttemptAt });
  return { outcome: 'started', ownerId, channelId, reminders: uniqueOf(due) };
}

function end({ database }: Tools, { deliveryId, at, result }: CommandOf<'delivery.end'>): OutcomeOf<'delivery.end'> {
  const delivery = findDelivery(database, deliveryId);
  // A restored backup does not have it, and a client may have deleted its owner.
  if (delivery?.state !== 'pending') return { outcome: 'ended', state: delivery?.state ?? 'skipped' };
  const { sequence, ownerId, attempts } = delivery;
  const next = afterAttempt(attempts, result);
  const store = `UPDATE deliveries SET state = $state, last_status = $lastStatus, last_error = $lastError,
      next_attempt_at = $nextAttemptAt, sent_at = $sentAt WHERE sequence = $sequence`;
  change(database, store, {
    sequence,
    state: next.state,
    lastStatus: result.status ?? null,
    lastError: result.outcome === 'failed' ? result.reason : null,
    nextAttemptAt: next.state === 'pending' ? instantAt(millisecondsOf(at) + next.pauseSeconds * 1000) : null,
    sentAt: next.state === 'sent' ? at : null,
  });
  if (result.outcome === 'failed' && result.retryAfterSeconds !== undefined && next.state === 'pending')
    pauseChannel(database, delivery, instantAt(millisecondsOf(at) + next.pauseSeconds * 1000));
  raiseDeliveryRevisions(database)(ownerId);
  return { outcome: 'ended', state: next.state };
}

/** A receiver that asks for a pause gets nothing else in that time either. */
function pauseChannel(database: Database, { channelId }: StoredDelivery, until: string): void {
  const store = `UPDATE deliveries SET next_attempt_at = $until
    WHERE channel_id = $channelId AND state = 'pending' AND next_attempt_at < $until`;
  change(database, store, { channelId, until });
}

// Each takes its reminders along, up to 20: other writes must not wait long.
const deliveriesPurgedMax = 25;

function purge({ database }: Tools, { before }: CommandOf<'delivery.purge'>): OutcomeOf<'delivery.purge'> {
  const old = `SELECT sequence FROM deliveries INDEXED BY deliveries_by_time
    WHERE created_at < $before AND state <> 'pending' LIMIT ${deliveriesPurgedMax}`;
  const deleted = change(database, `DELETE FROM deliveries WHERE sequence IN (${old})`, { before });
  return { outcome: 'purged', isMore: deleted === deliveriesPurgedMax };
}

function retry({ database, record }: Tools, command: CommandOf<'delivery.retry'>): OutcomeOf<'delivery.retry'> {
  const { actor, at, deliveryId } = command;
  const { ownerId } = actor;
  const views = readDeliveries(database);
  const before = views.findView(ownerId, deliveryId);
  const delivery = findDelivery(database, deliveryId);
  if (before === undefined || delivery === undefined) return { outcome: 'missing' };
  if (!mayRetry(delivery)) return { outcome: 'notFailed', state: delivery.state };
  if (!isChannelOn(database, delivery)) return { outcome: 'channelOff' };
  const again =
    "UPDATE deliveries SET state = 'pending', attempts = 0, next_attempt_at = $at WHERE sequence = $sequence";
  change(database, again, { sequence: delivery.sequence, at });
  const viewJson = views.findView(ownerId, deliveryId) ?? before;
  const entity = { entityType: 'delivery', entityId: deliveryId, ownerId } as const;
  record(command, 'delivery.retry', entity, {
    before: JSON.parse(before) as unknown,
    after: JSON.parse(viewJson) as unknown,
  });
  return { outcome: 'stored', viewJson, ...(isDryRun(command) && { dryRun: true as const }) };
}

/** Whether it failed, or was skipped for what may have changed since. */
function mayRetry({ state, lastError }: StoredDelivery): boolean {
  return state === 'failed' || (state === 'skipped' && (lastError === 'channelOff' || lastError === 'notDue'));
}

function findDelivery(database: Database, id: string): StoredDelivery | undefined {
  const select = `SELECT sequence, owner_id AS ownerId, channel_id AS channelId, moment, state, last_error AS lastError, attempts,
      next_attempt_at AS nextAttemptAt FROM deliveries WHERE id = $id`;
  return prepareQuery<StoredDelivery>(database, select).first({ id });
}

function isChannelOn(database: Database, { channelId, ownerId }: StoredDelivery): boolean {
  const select = 'SELECT 1 FROM channels WHERE id = $channelId AND owner_id = $ownerId AND enabled = 1';
  return prepareQuery(database, select).first({ channelId, ownerId }) !== undefined;
}

/** Whether its owner was deleted, and is not purged yet. */
function isRemoved(database: Database, { ownerId }: StoredDelivery): boolean {
  const select = 'SELECT 1 FROM removed_owners WHERE owner_id = $ownerId';
  return prepareQuery(database, select).first({ ownerId }) !== undefined;
}

function finishAs(
  database: Database,
  { sequence, ownerId }: StoredDelivery,
  { state, lastError }: { readonly state: DeliveryState; readonly lastError: DeliveryError },
): void {
  const store =
    'UPDATE deliveries SET state = $state, last_error = $lastError, next_attempt_at = NULL WHERE sequence = $sequence';
  change(database, store, { sequence, state, lastError });
  raiseDeliveryRevisions(database)(ownerId);
}

/** The reminders of a delivery that their rules still want, and whose event is still as it was planned. */
function dueItems(database: Database, delivery: StoredDelivery, now: LocalDay): readonly DueItem[] {
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
    return [{ sequence: itemSequence, reminded: remindedFacts(subscription, { event, dueOn, ...now }, price) }];
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

function leaveOutOthers(database: Database, sequence: number, due: readonly DueItem[]): void {
  const leave = `UPDATE delivery_items SET is_left_out = sequence NOT IN (SELECT value FROM json_each($kept))
    WHERE delivery_sequence = $sequence`;
  change(database, leave, { sequence, kept: JSON.stringify(due.map((item) => item.sequence)) });
}
