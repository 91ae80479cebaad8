import type { Database } from 'bun:sqlite';
import type { OldDeliveries } from '../../commands/delivery.ts';
import { millisecondsOf } from '../../domain/billing/instants.ts';
import { deliveryStates, plannedAheadMax, type DeliveryState } from '../../domain/reminders/delivery.ts';
import { instantAt } from '../../runtime/system.ts';
import { columns, type Rows } from '../schema/columns.ts';
import { pageOf, type Page, type Paged } from '../sqlite/page.ts';
import { prepareQuery } from '../sqlite/statement.ts';
import { selectOldData } from './outbox.ts';

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
export function readDeliveries(database: Database) {
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
  const recordIds = change === undefined ? reminders.map(({ subscriptionId }) => subscriptionId) : [change.entityId];
  return {
    id,
    channelId,
    type: change?.event ?? 'reminder.due',
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

/** A channel that has something to send now. */
export interface WaitingChannel {
  readonly ownerId: number;
  readonly channelId: string;
  /** Whether what is due for the longest time is a change. */
  readonly isChange: boolean;
}

interface WaitingRow extends Omit<WaitingChannel, 'isChange'> {
  readonly isChange: number;
  readonly mayStart: number;
}

interface WaitingSearch {
  readonly at: string;
  /** The id of the last channel of the page before; empty for the first page. */
  readonly after: string;
  /** The number of channels that are looked at. */
  readonly limit: number;
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

const isDue = "state = 'pending' AND next_attempt_at <= $at";
const isAhead = "state = 'pending' AND next_attempt_at > $latest";

/** Reads what the deliveries of all owners are like. */
export function readDeliveryWork(database: Database) {
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
    /** One page of the channels that have something to send at an instant, by their ids. */
    waitingChannels: waitingPages(database),
    nextOf: prepareNext(database),
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

/**
 * Compiles the count of the channels that have failed since an instant, and sent nothing since. For each channel with a failure,
 * it searches for what it sent last, and for a delivery that failed since then; there may be many channels without any.
 */
function prepareFailing(database: Database) {
  const hasFailed = "attempts > 0 AND state IN ('pending', 'failed')";
  const nextChannel = `SELECT min(channel_id) FROM deliveries INDEXED BY deliveries_failing WHERE ${hasFailed}`;
  return prepareQuery<{ channels: number }>(
    database,
    `WITH RECURSIVE tried (channel_id) AS (
       SELECT (${nextChannel}) UNION ALL
       SELECT (${nextChannel} AND channel_id > tried.channel_id) FROM tried WHERE tried.channel_id IS NOT NULL
     )
     SELECT count(*) AS channels FROM tried JOIN channels ON channels.id = tried.channel_id
     WHERE channels.owner_id > 0 AND enabled = 1 AND EXISTS (
       SELECT 1 FROM deliveries INDEXED BY deliveries_failing
       WHERE channel_id = channels.id AND moment > coalesce((
         SELECT max(sent_at) FROM deliveries AS sent INDEXED BY deliveries_by_sending WHERE sent.channel_id = channels.id
       ), '') AND moment <= $before AND ${hasFailed}
     )`,
  );
}

/** Reads pages of the channels that have something to send: one search for each channel, however much that is. */
function waitingPages(database: Database) {
  const oneThat = (condition: string) => `(SELECT sequence FROM deliveries INDEXED BY deliveries_pending
    WHERE channel_id = waiting.channel_id AND ${condition} LIMIT 1)`;
  const nextChannel = "SELECT min(channel_id) FROM deliveries INDEXED BY deliveries_pending WHERE state = 'pending'";
  const query = prepareQuery<WaitingRow>(
    database,
    `WITH RECURSIVE waiting (channel_id) AS (
       SELECT (${nextChannel} AND channel_id > $after) UNION ALL
       SELECT (${nextChannel} AND channel_id > waiting.channel_id) FROM waiting WHERE waiting.channel_id IS NOT NULL
       LIMIT $limit
     )
     SELECT waiting.channel_id AS channelId, owner_id AS ownerId, is_change AS isChange,
       sequence IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM channels WHERE id = waiting.channel_id AND paused_until > $at AND paused_until <= $latest
       ) AS mayStart
     FROM waiting LEFT JOIN deliveries ON sequence = coalesce(${oneThat(isDue)}, ${oneThat(isAhead)})
     WHERE waiting.channel_id IS NOT NULL`,
  );

  return function waitingChannels({ at, after, limit }: WaitingSearch) {
    const rows = query.all({ at, latest: latestAttempt(at), after, limit });
    return {
      channels: rows
        .filter(({ mayStart }) => mayStart === 1)
        .map(({ ownerId, channelId, isChange }): WaitingChannel => ({ ownerId, channelId, isChange: isChange === 1 })),
      /** The id of the last channel of the page; undefined when no other follows. */
      last: rows.length === limit ? rows.at(-1)?.channelId : undefined,
    };
  };
}

/** Compiles the search for what a channel sends next. */
function prepareNext(database: Database) {
  const nextThat = (condition: string, index = 'deliveries_pending') =>
    prepareQuery<{ id: string }>(
      database,
      `SELECT id FROM deliveries INDEXED BY ${index}
       WHERE channel_id = $channelId AND ${condition} ORDER BY next_attempt_at, sequence LIMIT 1`,
    );
  const oldestThat = (condition: string, index = 'deliveries_pending') =>
    prepareQuery<{ id: string }>(
      database,
      `SELECT id FROM deliveries WHERE sequence = (
         SELECT min(sequence) FROM deliveries INDEXED BY ${index} WHERE channel_id = $channelId AND ${condition}
       )`,
    );
  const reminders = [`${isDue} AND is_change = 0`, 'deliveries_pending_reminders'] as const;
  const [nextReminder, oldestReminder] = [nextThat(...reminders), oldestThat(...reminders)];
  const oldestDue = oldestThat(isDue);
  const [nextDue, nextAhead] = [nextThat(isDue), nextThat(isAhead)];

  /**
   * The id of what a channel sends next: reminders are sent before changes, which may be many.
   *
   * @param isOldest whether it is the oldest that is due, and not the one that is due for the longest time. It takes longer to find.
   */
  return function nextOf(
    channelId: string,
    { at, isOldest }: { readonly at: string; readonly isOldest: boolean },
  ): string | undefined {
    const [reminder, any] = isOldest ? [oldestReminder, oldestDue] : [nextReminder, nextDue];
    const due = reminder.first({ channelId, at }) ?? any.first({ channelId, at });
    return (due ?? nextAhead.first({ channelId, latest: latestAttempt(at) }))?.id;
  };
}
