import { and, count, desc, eq, sql } from 'drizzle-orm';
import {
  changeOf,
  deletionEventOf,
  eventsIn,
  hasChangeEvents,
  type Change,
} from '../../channels/rules/changeEvents.ts';
import { channels } from '../../channels/table.ts';
import { waitingMax } from '../rules/delivery.ts';
import { deliveries, deliveryChanges } from '../table.ts';
import { once, type Db } from '../../../core/database/db.ts';
import type { AuditAction } from '../../../core/audit/auditEntry.ts';
import type { Changed } from '../../../core/audit/record.ts';

/** A channel that gets changes. */
interface ChangeChannel {
  readonly id: string;
  readonly events: readonly string[];
}

/** Stores changes as deliveries. */
export type Outbox = ReturnType<typeof prepareOutbox>;

/**
 * Creates what stores the changes of records as deliveries to webhooks, within the transaction of the write. A write of an owner
 * without a channel that gets changes costs one search of an index at most.
 */
export function prepareOutbox(db: Db, newId: () => string) {
  const channelsOf = prepareChangeChannels(db);

  /** Calls for the change only if a channel may get it. */
  function add({ entityType, ...changed }: Changed, change: () => Change | undefined): void {
    if (!hasChangeEvents(entityType)) return;
    const getting = channelsOf(changed.ownerId);
    if (getting.length === 0) return;
    const made = change();
    if (made === undefined) return;
    const told = getting.filter(({ events }) => events.includes(made.event));
    const dataJson = told.length === 0 ? '' : JSON.stringify(made.data);
    for (const { id } of told) storeChange({ db, newId }, changed, id, { event: made.event, dataJson });
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

/** Stores a change for a channel as a delivery. */
function storeChange(
  { db, newId }: { readonly db: Db; readonly newId: () => string },
  { ownerId, entityId, at }: Omit<Changed, 'entityType'>,
  channelId: string,
  { event, dataJson }: Pick<Change, 'event'> & { readonly dataJson: string },
): void {
  const isKept = hasPlace(db, channelId);
  const { sequence: deliverySequence } = db
    .insert(deliveries)
    .values({
      id: newId(),
      ownerId,
      channelId,
      moment: at,
      attempts: 0,
      createdAt: at,
      isChange: 1,
      ...(isKept ? { state: 'pending' } : { state: 'skipped', lastError: 'queueFull' }),
      // A change waits for the one before it, so no attempt is planned until that one has ended.
      nextAttemptAt: isKept && !isLastPending(db, channelId, entityId) ? at : null,
    })
    .returning({ sequence: deliveries.sequence })
    .get();
  db.insert(deliveryChanges)
    .values({ deliverySequence, channelId, entityId, event, dataJson: isKept ? dataJson : null })
    .run();
}

/** Whether one more message may wait for a channel. */
function hasPlace(db: Db, channelId: string): boolean {
  const waiting = db
    .select({ messages: count() })
    .from(deliveries)
    .where(and(eq(deliveries.channelId, channelId), sql`${deliveries.state} = 'pending'`))
    .get();
  return (waiting?.messages ?? 0) < waitingMax;
}

/** Whether the last change of a record waits. One that was skipped at its write says nothing of those before it. */
function isLastPending(db: Db, channelId: string, entityId: string): boolean {
  const { deliverySequence, channelId: toChannel, entityId: ofEntity } = deliveryChanges;
  const last = db
    .select({ state: deliveries.state })
    .from(deliveryChanges)
    .innerJoin(deliveries, eq(deliveries.sequence, deliverySequence))
    .where(and(eq(toChannel, channelId), eq(ofEntity, entityId), sql`${deliveries.lastError} is not 'queueFull'`))
    .orderBy(desc(deliverySequence))
    .limit(1)
    .get();
  return last?.state === 'pending';
}
