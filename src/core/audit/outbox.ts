import type { Db } from '../database/db.ts';
import {
  changeOf,
  deletionEventOf,
  eventsIn,
  hasChangeEvents,
  type Change,
} from '../../modules/channels/rules/changeEvents.ts';
import type { AuditAction, EntityType } from './auditEntry.ts';
import { waitingMax, type DeliveryState } from '../../modules/deliveries/rules/delivery.ts';
import { insertInto } from '../database/columns.ts';
import { prepareChange, prepareQuery } from '../database/statement.ts';

/** The columns that a new delivery is stored with. */
export const deliveryColumns = [
  'id',
  'ownerId',
  'channelId',
  'moment',
  'state',
  'attempts',
  'lastError',
  'nextAttemptAt',
  'createdAt',
] as const;

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

// As the index has it.
const getsChanges = "enabled = 1 AND json_extract(settings_json, '$.events') IS NOT NULL";

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
    const channels = channelsOf(changed.ownerId);
    if (channels.length === 0) return;
    const made = change();
    if (made === undefined) return;
    const told = channels.filter(({ events }) => events.includes(made.event));
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

function prepareChangeChannels(database: Db): (ownerId: number) => readonly ChangeChannel[] {
  const select = prepareQuery<{ id: string; events: string }>(
    database,
    `SELECT id, settings_json ->> '$.events' AS events FROM channels INDEXED BY channels_with_events
     WHERE owner_id = $ownerId AND ${getsChanges}`,
  );
  return (ownerId) => select.all({ ownerId }).map(({ id, events }) => ({ id, events: eventsIn(events) }));
}

const changeColumns = ['deliverySequence', 'channelId', 'entityId', 'event', 'dataJson'] as const;
const skipped = { state: 'skipped', lastError: 'queueFull', nextAttemptAt: null } as const;

function prepareStore(database: Db, newId: () => string) {
  const hasPlace = preparePlaces(database);
  // One that was skipped at its write says nothing of those before it.
  const last = prepareQuery<{ state: DeliveryState }>(
    database,
    `SELECT state FROM delivery_changes AS change JOIN deliveries ON sequence = delivery_sequence
     WHERE change.channel_id = $channelId AND entity_id = $entityId AND last_error IS NOT 'queueFull'
     ORDER BY delivery_sequence DESC LIMIT 1`,
  );
  const insertDelivery = prepareQuery<{ sequence: number }>(
    database,
    `${insertInto('deliveries', [...deliveryColumns, 'isChange'])} RETURNING sequence`,
  );
  const insertChange = prepareChange(database, insertInto('delivery_changes', changeColumns));

  /** How a change begins: it waits for the one before it, so no attempt is planned until that one has ended. */
  function pendingOf(entityId: string, channelId: string, at: string) {
    const waits = last.first({ channelId, entityId })?.state === 'pending';
    return { state: 'pending', lastError: null, nextAttemptAt: waits ? null : at } as const;
  }

  return function store(
    { ownerId, entityId, at }: Omit<Changed, 'entityType'>,
    channelId: string,
    { event, dataJson }: Pick<Change, 'event'> & { readonly dataJson: string },
  ): void {
    const isKept = hasPlace(channelId);
    const begun = isKept ? pendingOf(entityId, channelId, at) : skipped;
    const about = { id: newId(), ownerId, channelId, moment: at, createdAt: at, attempts: 0, isChange: 1 };
    const inserted = insertDelivery.first({ ...about, ...begun });
    if (inserted === undefined) throw new Error('a delivery is missing right after it was stored');
    const { sequence: deliverySequence } = inserted;
    insertChange({ deliverySequence, channelId, entityId, event, dataJson: isKept ? dataJson : null });
  };
}

/** Compiles the question whether one more message may wait for a channel. */
function preparePlaces(database: Db): (channelId: string) => boolean {
  const count = prepareQuery<{ waiting: number }>(
    database,
    `SELECT count(*) AS waiting FROM (SELECT 1 FROM deliveries INDEXED BY deliveries_pending
     WHERE channel_id = $channelId AND state = 'pending' LIMIT ${waitingMax})`,
  );
  return (channelId) => (count.first({ channelId })?.waiting ?? 0) < waitingMax;
}

/** A change to be sent. */
export interface StoredChange {
  readonly event: string;
  /** Null once it was sent, or if it cannot be sent. */
  readonly dataJson: string | null;
}

/** The most changes whose data is deleted by one command: other writes must not wait long. */
export const dataDeletedMax = 100;

/**
 * Selects changes that have data, have ended and were made before an instant, `$dataBefore`: they cannot be sent any more. Only the
 * oldest ones that have data are searched.
 */
export const selectOldData = `SELECT delivery_sequence FROM (
    SELECT delivery_sequence FROM delivery_changes INDEXED BY delivery_changes_with_data
    WHERE delivery_sequence > 0 AND data_json IS NOT NULL ORDER BY delivery_sequence LIMIT ${dataDeletedMax}
  ) JOIN deliveries ON sequence = delivery_sequence WHERE created_at < $dataBefore AND state <> 'pending'`;

/** Reads and continues the changes that deliveries tell of. */
export function readOutbox(database: Db) {
  const bySequence = prepareQuery<StoredChange>(
    database,
    `SELECT event, data_json AS dataJson FROM delivery_changes WHERE delivery_sequence = $sequence`,
  );
  const settingOf = prepareQuery<{ events: string | null }>(
    database,
    "SELECT settings_json ->> '$.events' AS events FROM channels WHERE id = $channelId",
  );
  const drop = prepareChange(
    database,
    'UPDATE delivery_changes SET data_json = NULL WHERE delivery_sequence = $sequence',
  );
  const release = prepareChange(
    database,
    `UPDATE deliveries SET next_attempt_at = $at WHERE next_attempt_at IS NULL AND sequence = (
       SELECT later.delivery_sequence FROM delivery_changes AS ended
       JOIN delivery_changes AS later ON later.channel_id = ended.channel_id AND later.entity_id = ended.entity_id
         AND later.delivery_sequence > ended.delivery_sequence
       JOIN deliveries AS waiting ON waiting.sequence = later.delivery_sequence AND waiting.state = 'pending'
       WHERE ended.delivery_sequence = $sequence ORDER BY later.delivery_sequence LIMIT 1
     )`,
  );
  return {
    /** The change that a delivery tells of; undefined for one with reminders. */
    changeOf: (sequence: number): StoredChange | undefined => bySequence.first({ sequence }),

    /** Whether a channel gets changes of a kind. */
    isWanted: (channelId: string, { event }: StoredChange): boolean =>
      eventsIn(settingOf.first({ channelId })?.events ?? '').includes(event),

    /** If a delivery has ended, the next change of its record can be sent from an instant on. What was sent is not kept. */
    end(sequence: number, state: DeliveryState, at: string): void {
      if (state === 'pending') return;
      if (state === 'sent') drop({ sequence });
      release({ sequence, at });
    },
  };
}
