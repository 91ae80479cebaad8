import type { Db } from '../../../core/database/db.ts';
import type { CommandOf, OutcomeOf } from '../../commands.ts';
import type { DeliveryCommands } from '../commands.ts';
import { isDryRun } from '../../../core/writer/origin.ts';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { millisecondsOf } from '../../../core/billing/instants.ts';
import { missingSecrets } from '../../channels/rules/channel.ts';
import type { SendResult } from '../../../core/outgoing/message.ts';
import {
  afterAttempt,
  attemptsMax,
  isChangeTooOld,
  pauseAfter,
  type DeliveryError,
  type DeliveryState,
} from '../rules/delivery.ts';
import { instantAt } from '../../../core/runtime/system.ts';
import { change, prepareQuery } from '../../../core/database/statement.ts';
import { prepareChannels } from '../../channels/store/channels.ts';
import { latestAttempt, readDeliveries } from '../store/deliveries.ts';
import { dataDeletedMax, readOutbox, selectOldData } from '../../../core/audit/outbox.ts';
import { raiseDeliveryRevisions } from '../../../core/audit/revisions.ts';
import type { Tools, Verbs } from '../../../core/writer/verbs.ts';
import { contentOf } from '../store/content.ts';
import { planDeliveries } from './plan.ts';

const ofService = { current: undefined, storesOutcome: false } as const;

/** The verbs of deliveries. */
export const deliveryVerbs: Verbs<keyof DeliveryCommands> = {
  'delivery.plan': { ...ofService, perform: planDeliveries },
  'delivery.start': { ...ofService, perform: start },
  'delivery.end': { ...ofService, perform: end },
  'delivery.purge': { ...ofService, perform: purge },
  'delivery.retry': {
    perform: retry,
    current: ({ database }, { actor, deliveryId }) => readDeliveries(database).findView(actor.ownerId, deliveryId),
    storesOutcome: true,
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

function start(tools: Tools, { deliveryId, at, timeZone }: CommandOf<'delivery.start'>): OutcomeOf<'delivery.start'> {
  const { database } = tools;
  const delivery = findDelivery(database, deliveryId);
  if (delivery === undefined || !isDue(delivery, at)) return { outcome: 'notStarted' };
  const { sequence, ownerId, channelId, attempts } = delivery;
  const finish = (state: 'skipped' | 'failed', lastError: DeliveryError) => {
    finishAs(database, delivery, { state, lastError, at });
    return { outcome: 'notStarted' } as const;
  };
  if (!isChannelOn(database, delivery)) return finish('skipped', 'channelOff');
  const content = contentOf(database, delivery, { at, today: dayOfInstant(at, timeZone), timeZone });
  if (typeof content === 'string') return finish('skipped', content);
  if (lacksSecrets(database, delivery)) {
    noteMissingSecrets(database, delivery);
    return { outcome: 'secretsMissing' };
  }
  if (attempts >= attemptsMax) return finish('failed', 'interrupted');
  // A crash from now on, until the result is stored, repeats the message after the usual pause.
  const nextAttemptAt = instantAt(millisecondsOf(at) + pauseAfter(attempts + 1) * 1000);
  const begin =
    'UPDATE deliveries SET attempts = attempts + 1, next_attempt_at = $nextAttemptAt WHERE sequence = $sequence';
  change(database, begin, { sequence, nextAttemptAt });
  return { outcome: 'started', ownerId, channelId, ...content };
}

function isDue({ state, nextAttemptAt }: StoredDelivery, at: string): boolean {
  return state === 'pending' && nextAttemptAt !== null && (nextAttemptAt <= at || nextAttemptAt > latestAttempt(at));
}

function end({ database }: Tools, { deliveryId, at, result }: CommandOf<'delivery.end'>): OutcomeOf<'delivery.end'> {
  const delivery = findDelivery(database, deliveryId);
  // A restored backup does not have it, and a client may have deleted its owner.
  if (delivery?.state !== 'pending') return { outcome: 'ended', state: delivery?.state ?? 'skipped' };
  if (result.outcome === 'notMade') return withdraw(database, delivery, { lastError: result.reason, at });
  return { outcome: 'ended', state: storeResult(database, delivery, { result, at }) };
}

/** An attempt that sent nothing does not count. */
function withdraw(
  database: Db,
  delivery: StoredDelivery,
  { lastError, at }: { readonly lastError: DeliveryError; readonly at: string },
): OutcomeOf<'delivery.end'> {
  const { sequence } = delivery;
  change(database, 'UPDATE deliveries SET attempts = attempts - 1 WHERE sequence = $sequence', { sequence });
  finishAs(database, delivery, { state: 'skipped', lastError, at });
  return { outcome: 'ended', state: 'skipped' };
}

/** Stores the result of a message; returns the state that follows from it. */
function storeResult(
  database: Db,
  delivery: StoredDelivery,
  { result, at }: { readonly result: SendResult; readonly at: string },
): DeliveryState {
  const { sequence, ownerId } = delivery;
  // A mail that is over the limit of the day waits without an attempt.
  const attempts = delivery.attempts - Number(result.outcome === 'failed' && result.reason === 'mailLimit');
  const next = afterAttempt(attempts, result);
  const store = `UPDATE deliveries SET attempts = $attempts, state = $state, last_status = $lastStatus, last_error = $lastError,
      next_attempt_at = $nextAttemptAt, sent_at = $sentAt WHERE sequence = $sequence`;
  change(database, store, {
    sequence,
    attempts,
    state: next.state,
    lastStatus: result.status ?? null,
    lastError: result.outcome === 'failed' ? result.reason : null,
    nextAttemptAt: next.state === 'pending' ? instantAt(millisecondsOf(at) + next.pauseSeconds * 1000) : null,
    sentAt: next.state === 'sent' ? at : null,
  });
  if (result.outcome === 'failed' && result.retryAfterSeconds !== undefined && next.state === 'pending')
    pauseChannel(database, delivery, instantAt(millisecondsOf(at) + next.pauseSeconds * 1000));
  readOutbox(database).end(sequence, next.state, at);
  raiseDeliveryRevisions(database)(ownerId);
  return next.state;
}

/** A receiver that asks for a pause gets nothing else in that time either. */
function pauseChannel(database: Db, { channelId }: StoredDelivery, until: string): void {
  change(database, 'UPDATE channels SET paused_until = $until WHERE id = $channelId', { channelId, until });
}

// Each takes its reminders along, up to 20: other writes must not wait long.
const deliveriesPurgedMax = 25;

function purge({ database }: Tools, { before, dataBefore }: CommandOf<'delivery.purge'>): OutcomeOf<'delivery.purge'> {
  const old = `SELECT sequence FROM deliveries INDEXED BY deliveries_by_time
    WHERE created_at < $before AND state <> 'pending' LIMIT ${deliveriesPurgedMax}`;
  const deleted = change(database, `DELETE FROM deliveries WHERE sequence IN (${old})`, { before });
  const drop = `UPDATE delivery_changes SET data_json = NULL WHERE delivery_sequence IN (${selectOldData})`;
  const dropped = change(database, drop, { dataBefore });
  return { outcome: 'purged', isMore: deleted === deliveriesPurgedMax || dropped === dataDeletedMax };
}

function retry({ database, record }: Tools, command: CommandOf<'delivery.retry'>): OutcomeOf<'delivery.retry'> {
  const { actor, at, deliveryId } = command;
  const { ownerId } = actor;
  const views = readDeliveries(database);
  const before = views.findView(ownerId, deliveryId);
  const delivery = findDelivery(database, deliveryId);
  if (before === undefined || delivery === undefined) return { outcome: 'missing' };
  if (!mayRetry(database, delivery, at)) return { outcome: 'notFailed', state: delivery.state };
  if (!isChannelOn(database, delivery)) return { outcome: 'channelOff' };
  const again =
    "UPDATE deliveries SET state = 'pending', attempts = 0, next_attempt_at = $at WHERE sequence = $sequence";
  change(database, again, { sequence: delivery.sequence, at });
  change(database, 'UPDATE channels SET paused_until = NULL WHERE id = $id', { id: delivery.channelId });
  const viewJson = views.findView(ownerId, deliveryId) ?? before;
  const entity = { entityType: 'delivery', entityId: deliveryId, ownerId } as const;
  record(command, 'delivery.retry', entity, {
    before: JSON.parse(before) as unknown,
    after: JSON.parse(viewJson) as unknown,
  });
  return { outcome: 'stored', viewJson, ...(isDryRun(command) && { dryRun: true as const }) };
}

/** Whether it failed, or was skipped for what may have changed since. */
function mayRetry(database: Db, { sequence, state, lastError, moment }: StoredDelivery, at: string): boolean {
  if (state === 'failed') return true;
  if (state !== 'skipped') return false;
  if (lastError === 'channelOff' || lastError === 'notDue') return true;
  if (lastError !== 'missed' || isChangeTooOld(millisecondsOf(moment), millisecondsOf(at))) return false;
  return typeof readOutbox(database).changeOf(sequence)?.dataJson === 'string';
}

function findDelivery(database: Db, id: string): StoredDelivery | undefined {
  const select = `SELECT sequence, owner_id AS ownerId, channel_id AS channelId, moment, state, last_error AS lastError, attempts,
      next_attempt_at AS nextAttemptAt FROM deliveries WHERE id = $id`;
  return prepareQuery<StoredDelivery>(database, select).first({ id });
}

/** Whether the channel of a delivery is enabled and, for a change, still gets such changes. */
function isChannelOn(database: Db, { sequence, channelId, ownerId }: StoredDelivery): boolean {
  const select = 'SELECT 1 FROM channels WHERE id = $channelId AND owner_id = $ownerId AND enabled = 1';
  if (prepareQuery(database, select).first({ channelId, ownerId }) === undefined) return false;
  const outbox = readOutbox(database);
  const changed = outbox.changeOf(sequence);
  return changed === undefined || outbox.isWanted(channelId, changed);
}

/** Whether its channel must get secrets before it can send: until then, what is due waits. */
function lacksSecrets(database: Db, { ownerId, channelId }: StoredDelivery): boolean {
  const channel = prepareChannels(database)(ownerId, channelId);
  return channel !== undefined && missingSecrets(channel).length > 0;
}

function noteMissingSecrets(database: Db, { sequence, ownerId, lastError }: StoredDelivery): void {
  if (lastError === 'secretsMissing') return;
  change(database, "UPDATE deliveries SET last_error = 'secretsMissing' WHERE sequence = $sequence", { sequence });
  raiseDeliveryRevisions(database)(ownerId);
}

function finishAs(
  database: Db,
  { sequence, ownerId }: StoredDelivery,
  { state, lastError, at }: { readonly state: DeliveryState; readonly lastError: DeliveryError; readonly at: string },
): void {
  const store =
    'UPDATE deliveries SET state = $state, last_error = $lastError, next_attempt_at = NULL WHERE sequence = $sequence';
  change(database, store, { sequence, state, lastError });
  readOutbox(database).end(sequence, state, at);
  raiseDeliveryRevisions(database)(ownerId);
}
