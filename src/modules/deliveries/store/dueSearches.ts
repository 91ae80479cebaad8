import type { Db } from '../../../core/database/db.ts';
import { dayAfter, dayOfInstant } from '../../../core/billing/days.ts';
import type { StatusChange } from '../../subscriptions/rules/autoRenewal.ts';
import type { Status } from '../../subscriptions/model.ts';
import { hasEnded } from '../../analytics/store/conditions.ts';
import { prepareQuery, type Bindings } from '../../../core/database/statement.ts';

/** A subscription that a search has found. */
interface FoundRow {
  readonly sequence: number;
  readonly id: string;
  readonly ownerId: number;
  /** The day by which the search goes: the due date, or the last day. */
  readonly day: string;
  readonly status: Status;
  readonly autoRenew: number | null;
}

/** Where a search begins, before which day it ends, and how many rows it gives; also the owner, unless it is of all owners. */
type Span = Bindings & {
  readonly day: string;
  readonly sequence: number;
  readonly today: string;
  readonly limit: number;
};

/** The searches of automatic renewals. */
export type DueSearches = ReturnType<typeof prepareDueSearches>;

/** Compiles the searches of automatic renewals once. Each reads as many rows as it is asked for, along an index. */
export function prepareDueSearches(database: Db) {
  const isDue = 'owner_id = $ownerId AND next_payment_date < $today';
  return {
    /** The first owner from an id on. */
    owner: prepareQuery<{ id: number; autoRenew: number }>(
      database,
      'SELECT id, auto_renew AS autoRenew FROM owners WHERE id >= $ownerId ORDER BY id LIMIT 1',
    ),
    /** The subscriptions of an owner whose next payment was due before today, by due date. */
    all: prepareSpan(database, 'next_payment_date', isDue),
    /** Those that are renewed automatically, whatever their owner prefers. */
    // A constant, because SQLite uses a partial index only for its own condition.
    chosen: prepareSpan(database, 'next_payment_date', `${isDue} AND auto_renew = 1`),
    /** The active subscriptions of all owners that have ended before today, by their last day. */
    ended: prepareSpan(database, 'ends_on', hasEnded),
    statusChanges: prepareStatusChanges(database),
  };
}

/**
 * Creates a function that reads rows in the order of a day and then of their creation, behind a day and a sequence number.
 * SQLite uses an index for a comparison of two columns only up to the first one, so each of them has a statement.
 */
function prepareSpan(database: Db, day: 'next_payment_date' | 'ends_on', condition: string) {
  const select = (place: string) =>
    prepareQuery<FoundRow>(
      database,
      `SELECT sequence, id, owner_id AS ownerId, status, auto_renew AS autoRenew, ${day} AS day FROM subscriptions
       WHERE ${condition} AND ${place} ORDER BY ${day}, sequence LIMIT $limit`,
    );
  const ofDay = select(`${day} = $day AND sequence > $sequence`);
  const later = select(`${day} > $day`);
  return function rowsBehind(span: Span): readonly FoundRow[] {
    const first = ofDay.all(span);
    const left = span.limit - first.length;
    return left > 0 ? [...first, ...later.all({ ...span, limit: left })] : first;
  };
}

/** The subscription whose changes of status are wanted, and the first due date that they decide about. */
interface StatusQuestion {
  readonly ownerId: number;
  readonly subscriptionId: string;
  readonly from: string;
  readonly timeZone: string;
}

interface StatusRow {
  readonly sequence: number;
  readonly createdAt: string;
  readonly before: Status | null;
  readonly after: Status | null;
  readonly endsOn: string | null;
}

const entriesAtOnce = 25;
// Beyond it, the status is taken to have been the same before: a subscription seldom has so many entries in one period.
const entriesMax = 500;

/** Creates a function that reads the changes of the status of a subscription since a day, newest first. */
function prepareStatusChanges(database: Db) {
  // Without the index, SQLite may use one on the owner, and read the owner's whole trail.
  const earlier = prepareQuery<StatusRow>(
    database,
    `SELECT sequence, created_at AS createdAt, metadata ->> '$.before.status' AS before,
       metadata ->> '$.after.status' AS after, metadata ->> '$.endsOn' AS endsOn
     FROM audit_entries
     WHERE entity_id = $subscriptionId AND entity_type = 'subscription' AND owner_id = $ownerId AND sequence < $sequence
     ORDER BY sequence DESC LIMIT ${entriesAtOnce}`,
  );

  return function statusChanges({ ownerId, subscriptionId, from, timeZone }: StatusQuestion) {
    const found: StatusChange[] = [];
    let [rowsRead, behind] = [0, Number.MAX_SAFE_INTEGER];
    while (rowsRead < entriesMax) {
      const rows = earlier.all({ ownerId, subscriptionId, sequence: behind });
      for (const row of rows) {
        if (row.before === null || row.before === row.after) continue;
        // A subscription ends on the day after its last one, even if the server was off on that day.
        const day = row.endsOn === null ? dayOfInstant(row.createdAt, timeZone) : dayAfter(row.endsOn, 1);
        found.push({ day, before: row.before });
      }
      rowsRead += rows.length;
      const last = rows.at(-1);
      // In every time zone, an instant on a later local day than `from` is not before `from` in UTC.
      if (last === undefined || rows.length < entriesAtOnce || last.createdAt < from) break;
      behind = last.sequence;
    }
    return { statusChanges: found, rowsRead };
  };
}
