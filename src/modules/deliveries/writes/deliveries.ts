import { and, eq, isNotNull, inArray, lt, ne } from 'drizzle-orm';
import { raiseDeliveryRevisions } from '../../../core/audit/revisions.ts';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { millisecondsOf } from '../../../core/billing/instants.ts';
import type { Db } from '../../../core/database/db.ts';
import type { SendResult } from '../../../core/outgoing/message.ts';
import { instantAt } from '../../../core/runtime/system.ts';
import { isDryRun } from '../../../core/writer/origin.ts';
import type { Tools, Verbs } from '../../../core/writer/executor.ts';
import { missingSecrets, type StoredChannel } from '../../channels/rules/channel.ts';
import { eventsIn } from '../../channels/rules/changeEvents.ts';
import { findChannel } from '../../channels/store/channels.ts';
import { channels } from '../../channels/table.ts';
import type { CommandOf, OutcomeOf } from '../../commands.ts';
import type { DeliveryCommands } from '../commands.ts';
import {
  afterAttempt,
  attemptsMax,
  isChangeTooOld,
  pauseAfter,
  type DeliveryError,
  type DeliveryState,
} from '../rules/delivery.ts';
import { endChange } from '../store/changes.ts';
import { contentOf } from '../store/content.ts';
import { readDeliveries } from '../store/deliveries.ts';
import { dueTimes, findDelivery, isDue, type StoredDelivery } from '../store/find.ts';
import { deliveries, deliveryChanges } from '../table.ts';
import { planDeliveries } from './plan.ts';

const ofService = { current: undefined, storesOutcome: false } as const;

/** The verbs of deliveries. */
export const verbs: Verbs<DeliveryCommands> = {
  'delivery.plan': { ...ofService, perform: planDeliveries },
  'delivery.start': { ...ofService, perform: start },
  'delivery.end': { ...ofService, perform: end },
  'delivery.purge': { ...ofService, perform: purge },
  'delivery.retry': {
    perform: retry,
    current: ({ database }, { actor, deliveryId }) => readDeliveries(database).findView(actor, deliveryId),
    storesOutcome: true,
  },
};

function start(tools: Tools, { deliveryId, at, timeZone }: CommandOf<'delivery.start'>): OutcomeOf<'delivery.start'> {
  const { database: db } = tools;
  const delivery = findDelivery(db, deliveryId, isDue(dueTimes(at)));
  if (delivery === undefined) return { outcome: 'notStarted' };
  const { sequence, ownerId, channelId } = delivery;
  const finish = (state: 'skipped' | 'failed', lastError: DeliveryError) => {
    store(db, delivery, { state, lastError, nextAttemptAt: null }, at);
    return { outcome: 'notStarted' } as const;
  };
  const channel = findChannel(db, ownerId, channelId);
  if (channel === undefined || !isWanted(channel, delivery)) return finish('skipped', 'channelOff');
  const content = contentOf(db, delivery, { at, today: dayOfInstant(at, timeZone), timeZone });
  if (typeof content === 'string') return finish('skipped', content);
  // Until they are given, what is due waits.
  if (missingSecrets(channel).length > 0) {
    if (delivery.lastError !== 'secretsMissing') store(db, delivery, { lastError: 'secretsMissing' }, at);
    return { outcome: 'secretsMissing' };
  }
  if (delivery.attempts >= attemptsMax) return finish('failed', 'interrupted');
  const attempts = delivery.attempts + 1;
  // A crash from now on, until the result is stored, repeats the message after the usual pause.
  const nextAttemptAt = later(at, pauseAfter(attempts));
  db.update(deliveries).set({ attempts, nextAttemptAt }).where(eq(deliveries.sequence, sequence)).run();
  return { outcome: 'started', ownerId, channelId, ...content };
}

/** Whether a channel is enabled and, for a change, still gets such changes. */
function isWanted({ enabled, settings }: StoredChannel, { change }: StoredDelivery): boolean {
  return enabled && (change === null || eventsIn(settings['events'] ?? '').includes(change.event));
}

function end(
  { database: db }: Tools,
  { deliveryId, at, result }: CommandOf<'delivery.end'>,
): OutcomeOf<'delivery.end'> {
  const delivery = findDelivery(db, deliveryId);
  // A restored backup does not have it, and a client may have deleted its owner.
  if (delivery?.state !== 'pending') return { outcome: 'ended', state: delivery?.state ?? 'skipped' };
  if (result.outcome === 'notMade') {
    // An attempt that sent nothing does not count.
    const attempts = delivery.attempts - 1;
    store(db, delivery, { attempts, state: 'skipped', lastError: result.reason, nextAttemptAt: null }, at);
    return { outcome: 'ended', state: 'skipped' };
  }
  return { outcome: 'ended', state: storeResult(db, delivery, { result, at }) };
}

/** Stores the result of a message; returns the state that follows from it. */
function storeResult(
  db: Db,
  delivery: StoredDelivery,
  { result, at }: { readonly result: SendResult; readonly at: string },
): DeliveryState {
  // A mail that is over the limit of the day waits without an attempt.
  const attempts = delivery.attempts - Number(result.outcome === 'failed' && result.reason === 'mailLimit');
  const next = afterAttempt(attempts, result);
  const { state } = next;
  const nextAttemptAt = next.state === 'pending' ? later(at, next.pauseSeconds) : null;
  const lastError = result.outcome === 'failed' ? result.reason : null;
  const sentAt = state === 'sent' ? at : null;
  store(db, delivery, { attempts, state, lastStatus: result.status ?? null, lastError, nextAttemptAt, sentAt }, at);
  // A receiver that asks for a pause gets nothing else in that time either.
  if (result.outcome === 'failed' && result.retryAfterSeconds !== undefined && nextAttemptAt !== null)
    pauseChannel(db, delivery, nextAttemptAt);
  return state;
}

function pauseChannel(db: Db, { channelId }: StoredDelivery, pausedUntil: string | null): void {
  db.update(channels).set({ pausedUntil }).where(eq(channels.id, channelId)).run();
}

function purge(
  { database: db }: Tools,
  { before, dataBefore }: CommandOf<'delivery.purge'>,
): OutcomeOf<'delivery.purge'> {
  const isOver = ne(deliveries.state, 'pending');
  db.delete(deliveries)
    .where(and(lt(deliveries.createdAt, before), isOver))
    .run();
  const { deliverySequence, dataJson } = deliveryChanges;
  const old = db
    .select({ sequence: deliveries.sequence })
    .from(deliveries)
    .where(and(lt(deliveries.createdAt, dataBefore), isOver));
  db.update(deliveryChanges)
    .set({ dataJson: null })
    .where(and(isNotNull(dataJson), inArray(deliverySequence, old)))
    .run();
  return { outcome: 'purged' };
}

function retry({ database: db, record }: Tools, command: CommandOf<'delivery.retry'>): OutcomeOf<'delivery.retry'> {
  const { actor, at, deliveryId } = command;
  const { ownerId } = actor;
  const views = readDeliveries(db);
  const before = views.findView(actor, deliveryId);
  const delivery = findDelivery(db, deliveryId);
  if (before === undefined || delivery === undefined) return { outcome: 'missing' };
  if (!mayRetry(delivery, at)) return { outcome: 'notFailed', state: delivery.state };
  const channel = findChannel(db, ownerId, delivery.channelId);
  if (channel === undefined || !isWanted(channel, delivery)) return { outcome: 'channelOff' };
  db.update(deliveries)
    .set({ state: 'pending', attempts: 0, nextAttemptAt: at })
    .where(eq(deliveries.sequence, delivery.sequence))
    .run();
  pauseChannel(db, delivery, null);
  const viewJson = views.findView(actor, deliveryId) ?? before;
  const entity = { entityType: 'delivery', entityId: deliveryId, ownerId } as const;
  record(command, 'delivery.retry', entity, {
    before: JSON.parse(before) as unknown,
    after: JSON.parse(viewJson) as unknown,
  });
  return { outcome: 'stored', viewJson, ...(isDryRun(command) && { dryRun: true as const }) };
}

/** Whether it failed, or was skipped for what may have changed since. */
function mayRetry({ state, lastError, moment, change }: StoredDelivery, at: string): boolean {
  if (state === 'failed') return true;
  if (state !== 'skipped') return false;
  if (lastError === 'channelOff' || lastError === 'notDue') return true;
  if (lastError !== 'missed' || isChangeTooOld(millisecondsOf(moment), millisecondsOf(at))) return false;
  return typeof change?.dataJson === 'string';
}

/** Stores what has become of a delivery. If it has ended, the next change of its record can be sent. */
function store(
  db: Db,
  { sequence, ownerId }: StoredDelivery,
  changed: Partial<typeof deliveries.$inferSelect>,
  at: string,
): void {
  db.update(deliveries).set(changed).where(eq(deliveries.sequence, sequence)).run();
  if (changed.state !== undefined) endChange(db, sequence, changed.state, at);
  raiseDeliveryRevisions(db)(ownerId);
}

function later(at: string, seconds: number): string {
  return instantAt(millisecondsOf(at) + seconds * 1000);
}
