import type { Db } from '../../../core/database/db.ts';
import type { OldDeliveries } from '../commands.ts';
import { millisecondsOf } from '../../../core/billing/instants.ts';
import { deliveryStates, plannedAheadMax, type DeliveryState } from '../rules/delivery.ts';
import { instantAt } from '../../../core/runtime/system.ts';
import { columns, type Rows } from '../../../core/database/columns.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { prepareQuery } from '../../../core/database/statement.ts';
import { selectOldData } from '../../../core/audit/outbox.ts';

const shownColumns = [
  'sequence',
  'id',
  'channelId',
  'moment',
  'state',
  'attempts',
  'lastStatus',
  'lastError',
  'nextAttemptAt',
  'sentAt',
] as const;

type Row = Pick<Rows['deliveries'], (typeof shownColumns)[number]>;
type ChangeRow = Pick<Rows['delivery_changes'], 'event' | 'entityId'>;
type ItemRow = Pick<Rows['delivery_items'], 'ruleId' | 'subscriptionId' | 'event' | 'dueOn' | 'days'>;

/** The deliveries to list; an absent filter does not restrict. */
export interface DeliveryFilters {
  readonly state?: DeliveryState;
  readonly channelId?: string;
}

const itemColumns = ['ruleId', 'subscriptionId', 'event', 'dueOn', 'days'] as const;
const selectDeliveries = `SELECT ${columns('deliveries', shownColumns)} FROM deliveries`;

/** Reads the deliveries of one owner. */
export function readDeliveries(database: Db) {
  const newestFirst = 'ORDER BY sequence DESC LIMIT $limit OFFSET $offset';
  const listed = (condition: string) =>
    prepareQuery<Row>(database, `${selectDeliveries} WHERE owner_id = $ownerId ${condition} ${newestFirst}`);
  const all = listed('');
  const some = listed('AND state = coalesce($state, state) AND channel_id = coalesce($channelId, channel_id)');
  const byId = prepareQuery<Row>(database, `${selectDeliveries} WHERE id = $id AND owner_id = $ownerId`);
  const items = prepareQuery<ItemRow>(
    database,
    `SELECT ${columns('delivery_items', itemColumns)} FROM delivery_items
     WHERE delivery_sequence = $sequence AND is_left_out = 0 ORDER BY due_on, sequence`,
  );
  const change = prepareQuery<ChangeRow>(
    database,
    'SELECT event, entity_id AS entityId FROM delivery_changes WHERE delivery_sequence = $sequence',
  );

  function viewOf(row: Row): string {
    const { sequence } = row;
    const reminders = items.all({ sequence });
    return JSON.stringify(
      viewDelivery(row, reminders, reminders.length === 0 ? change.first({ sequence }) : undefined),
    );
  }

  return {
    /** One page of the deliveries, newest first, each as JSON. */
    list(ownerId: number, { state, channelId }: DeliveryFilters, { limit: most, offset }: Page): Paged<string> {
      const isFiltered = state !== undefined || channelId !== undefined;
      return pageOf({ limit: most, offset }, (limit) => {
        const page = { ownerId, limit, offset };
        const filters = { state: state ?? null, channelId: channelId ?? null };
        return (isFiltered ? some.all({ ...page, ...filters }) : all.all(page)).map(viewOf);
      });
    },

    /** One delivery as JSON; undefined when the owner has none with this id. */
    findView(ownerId: number, id: string): string | undefined {
      const row = byId.first({ ownerId, id });
      return row && viewOf(row);
    },
  };
}

/** A delivery as clients see it; instants are ISO 8601 UTC. */
function viewDelivery(
  { sequence: _sequence, moment, ...row }: Row,
  reminders: readonly ItemRow[],
  change: ChangeRow | undefined,
) {
  const { id, channelId, state, attempts, lastStatus, lastError, nextAttemptAt, sentAt } = row;
  const [first, ...others] = reminders;
  const isOfOneRule = first !== undefined && others.every(({ ruleId }) => ruleId === first.ruleId);
  const type = change?.event ?? 'reminder.due';
  const changedIds = change !== undefined && type.startsWith('subscription.') ? [change.entityId] : [];
  const recordIds = [...changedIds, ...reminders.map(({ subscriptionId }) => subscriptionId)];
  return {
    id,
    channelId,
    type,
    ruleId: isOfOneRule ? first.ruleId : null,
    subscriptionIds: Array.from(new Set(recordIds)),
    dueOn: first?.dueOn ?? null,
    reminders,
    sendAt: moment,
    state,
    attempts,
    lastStatus,
    lastError,
    nextAttemptAt,
    sentAt,
  };
}

/** The next message of a channel. */
export interface DueDelivery {
  readonly ownerId: number;
  readonly channelId: string;
  readonly deliveryId: string;
}

/**
 * The instant after which no attempt is planned by a clock that is right, given the present one: a delivery that waits longer was
 * planned by a clock that was ahead, and is due.
 */
export function latestAttempt(at: string): string {
  return instantAt(millisecondsOf(at) + plannedAheadMax * 1000);
}

// Counting more would delay requests.
const countedMax = 100_000;

/** Reads what the deliveries of all owners are like. */
export function readDeliveryWork(database: Db) {
  const commits = prepareQuery<{ data_version: number }>(database, 'PRAGMA data_version');
  const ofState = prepareQuery<{ deliveries: number }>(
    database,
    `SELECT count(*) AS deliveries FROM (SELECT 1 FROM deliveries WHERE state = $state LIMIT ${countedMax})`,
  );
  const oldest = prepareQuery<{ moment: string }>(
    database,
    // They are stored when they are due, so the first one is the oldest.
    "SELECT moment FROM deliveries INDEXED BY deliveries_by_state WHERE state = 'pending' ORDER BY sequence LIMIT 1",
  );
  const isOld = prepareQuery(
    database,
    "SELECT 1 FROM deliveries INDEXED BY deliveries_by_time WHERE created_at < $before AND state <> 'pending' LIMIT 1",
  );
  const isDataOld = prepareQuery(database, `${selectOldData} LIMIT 1`);
  const failing = prepareFailing(database);
  return {
    due: prepareDue(database),
    /** A number that differs after a commit of another connection, such as one of another process. */
    countCommits: (): number => commits.first({})?.data_version ?? 0,
    /** Whether there are deliveries or data of changes to delete. */
    isAnyOld: ({ before, dataBefore }: OldDeliveries): boolean =>
      isOld.first({ before }) !== undefined || isDataOld.first({ dataBefore }) !== undefined,
    /** The number of deliveries in each state, or {@link countedMax} when there are more. */
    countByState: () =>
      deliveryStates.map((state) => ({ state, deliveries: ofState.first({ state })?.deliveries ?? 0 })),
    /** When the oldest one that waits was due. */
    oldestPending: (): string | undefined => oldest.first({})?.moment,
    /** The number of channels that have failed since an instant or longer, and sent nothing since. */
    countFailing: (before: string): number => failing.first({ before })?.channels ?? 0,
  };
}

/** Compiles the count of the channels that have failed since an instant, and sent nothing since. */
function prepareFailing(database: Db) {
  const lastSent = 'SELECT max(sent_at) FROM deliveries AS sent WHERE sent.channel_id = channels.id';
  return prepareQuery<{ channels: number }>(
    database,
    `SELECT count(*) AS channels FROM channels WHERE owner_id > 0 AND enabled = 1 AND EXISTS (
       SELECT 1 FROM deliveries INDEXED BY deliveries_failing
       WHERE channel_id = channels.id AND moment > coalesce((${lastSent}), '') AND moment <= $before
         AND attempts > 0 AND state IN ('pending', 'failed'))`,
  );
}

/** Compiles the query for what is due: of each channel that does not pause, the oldest message, reminders before changes. */
function prepareDue(database: Db) {
  const isDue = "state = 'pending' AND (next_attempt_at <= $at OR next_attempt_at > $latest)";
  const oldest = (index: string, condition: string) => `(SELECT min(sequence) FROM deliveries INDEXED BY ${index}
    WHERE channel_id = waiting.channel_id AND ${isDue} AND ${condition})`;
  const reminder = oldest('deliveries_pending_reminders', 'is_change = 0 AND $withReminders = 1');
  const any = oldest('deliveries_pending', '($withReminders = 1 OR is_change = 1)');
  const query = prepareQuery<DueDelivery>(
    database,
    `SELECT owner_id AS ownerId, deliveries.channel_id AS channelId, deliveries.id AS deliveryId
     FROM (SELECT DISTINCT channel_id FROM deliveries INDEXED BY deliveries_pending WHERE state = 'pending') AS waiting
     JOIN deliveries ON sequence = coalesce(${reminder}, ${any})
     WHERE NOT EXISTS (
       SELECT 1 FROM channels WHERE id = waiting.channel_id AND paused_until > $at AND paused_until <= $latest)`,
  );

  /** The next message of each channel that has one at an instant, ISO 8601 UTC; without reminders, only of those with changes. */
  return (at: string, { withReminders }: { readonly withReminders: boolean }): readonly DueDelivery[] =>
    query.all({ at, latest: latestAttempt(at), withReminders: Number(withReminders) });
}
