import { and, count, desc, eq, sql } from 'drizzle-orm';
import {
  changeOf,
  deletionEventOf,
  eventsIn,
  hasChangeEvents,
  type Change,
} from '../../modules/channels/rules/changeEvents.ts';
import { channels } from '../../modules/channels/table.ts';
import { waitingMax } from '../../modules/deliveries/model.ts';
import { deliveries, deliveryChanges } from '../../modules/deliveries/table.ts';
import { once, type Db } from '../database/db.ts';
import type { AuditAction, EntityType } from './auditEntry.ts';

/** A channel that gets changes. */
interface ChangeChannel {
  readonly id: string;
  readonly events: readonly string[];
}

/** The record that a write changes. */
interface Changed {
  readonly ownerId: number;
  readonly entityType: EntityType;
  readonly entityId: string;
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
}

/** The most channels of an owner that get changes: each write stores a delivery for each of them. */
export const changeChannelsMax = 5;

/**
 * Creates what stores the changes of records as deliveries to webhooks, within the transaction of the write. A write of an owner
 * without a channel that gets changes costs one search of an index at most.
 */
export function prepareOutbox(database: Db, newId: () => string) {
  const channelsOf = prepareChangeChannels(database);
  const store = prepareStore(database, newId);

  /** Calls for the change only if a channel may get it. */
  function add({ entityType, ...changed }: Changed, change: () => Change | undefined): void {
    if (!hasChangeEvents(entityType)) return;
    const getting = channelsOf(changed.ownerId);
    if (getting.length === 0) return;
    const made = change();
    if (made === undefined) return;
    const told = getting.filter(({ events }) => events.includes(made.event));
    const dataJson = told.length === 0 ? '' : JSON.stringify(made.data);
    for (const { id } of told) store(changed, id, { event: made.event, dataJson });
  }

  return {
    /** Stores the change that an audit entry records. */
    addEntry: (changed: Changed, action: AuditAction, metadata: string): void =>
      add(changed, () => changeOf(changed, action, metadata)),

    /** Stores a deletion, given the last view of the record as JSON. */
    addDeletion: (changed: Changed, viewJson: string): void =>
      add(changed, () => deletionEventOf(changed.entityType, viewJson)),

    /** Whether an owner has a channel that gets changes. */
    isWanted: (ownerId: number): boolean => channelsOf(ownerId).length > 0,
  };
}

function prepareChangeChannels(db: Db): (ownerId: number) => readonly ChangeChannel[] {
  const events = sql<string>`${channels.settings} ->> '$.events'`;
  const select = once(() =>
    db
      .select({ id: channels.id, events })
      .from(channels)
      .where(
        and(
          eq(channels.ownerId, sql.placeholder('ownerId')),
          // As the index has it.
          sql`${channels.enabled} = 1 and json_extract(${channels.settings}, '$.events') is not null`,
        ),
      )
      .prepare(),
  );
  return (ownerId) =>
    select()
      .all({ ownerId })
      .map((channel) => ({ id: channel.id, events: eventsIn(channel.events) }));
}

const skipped = { state: 'skipped', lastError: 'queueFull', nextAttemptAt: null } as const;

function prepareStore(db: Db, newId: () => string) {
  const hasPlace = preparePlaces(db);
  const isLastPending = prepareLast(db);
  const insert = once(() => prepareInserts(db));

  /** How a change begins: it waits for the one before it, so no attempt is planned until that one has ended. */
  function pendingOf(entityId: string, channelId: string, at: string) {
    return {
      state: 'pending',
      lastError: null,
      nextAttemptAt: isLastPending(channelId, entityId) ? null : at,
    } as const;
  }

  return function store(
    { ownerId, entityId, at }: Omit<Changed, 'entityType'>,
    channelId: string,
    { event, dataJson }: Pick<Change, 'event'> & { readonly dataJson: string },
  ): void {
    const isKept = hasPlace(channelId);
    const begun = isKept ? pendingOf(entityId, channelId, at) : skipped;
    const { sequence } = insert().delivery.get({ id: newId(), ownerId, channelId, at, ...begun });
    insert().change.run({ sequence, channelId, entityId, event, dataJson: isKept ? dataJson : null });
  };
}

/** Compiles the inserts of a change and of its delivery. */
function prepareInserts(db: Db) {
  const { placeholder } = sql;
  const delivery = db
    .insert(deliveries)
    .values({
      id: placeholder('id'),
      ownerId: placeholder('ownerId'),
      channelId: placeholder('channelId'),
      moment: placeholder('at'),
      state: placeholder('state'),
      attempts: 0,
      lastError: placeholder('lastError'),
      nextAttemptAt: placeholder('nextAttemptAt'),
      createdAt: placeholder('at'),
      isChange: 1,
    })
    .returning({ sequence: deliveries.sequence })
    .prepare();
  const change = db
    .insert(deliveryChanges)
    .values({
      deliverySequence: placeholder('sequence'),
      channelId: placeholder('channelId'),
      entityId: placeholder('entityId'),
      event: placeholder('event'),
      dataJson: placeholder('dataJson'),
    })
    .prepare();
  return { delivery, change };
}

/** Compiles the question whether the last change of a record waits. One that was skipped at its write says nothing of those before it. */
function prepareLast(db: Db): (channelId: string, entityId: string) => boolean {
  const last = once(() =>
    db
      .select({ state: deliveries.state })
      .from(deliveryChanges)
      .innerJoin(deliveries, eq(deliveries.sequence, deliveryChanges.deliverySequence))
      .where(
        and(
          eq(deliveryChanges.channelId, sql.placeholder('channelId')),
          eq(deliveryChanges.entityId, sql.placeholder('entityId')),
          sql`${deliveries.lastError} is not 'queueFull'`,
        ),
      )
      .orderBy(desc(deliveryChanges.deliverySequence))
      .limit(1)
      .prepare(),
  );
  return (channelId, entityId) => last().get({ channelId, entityId })?.state === 'pending';
}

/** Compiles the question whether one more message may wait for a channel. */
function preparePlaces(db: Db): (channelId: string) => boolean {
  const waiting = once(() =>
    db
      .select({ messages: count() })
      .from(deliveries)
      .where(and(eq(deliveries.channelId, sql.placeholder('channelId')), sql`${deliveries.state} = 'pending'`))
      .prepare(),
  );
  return (channelId) => (waiting().get({ channelId })?.messages ?? 0) < waitingMax;
}
