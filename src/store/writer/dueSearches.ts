import type { Database } from 'bun:sqlite';
import { and, asc, desc, eq, gt, gte, lt, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { dayAfter, dayOfInstant } from '../../domain/billing/days.ts';
import type { StatusChange } from '../../domain/subscriptions/autoRenewal.ts';
import type { Status } from '../../domain/subscriptions/fields.ts';
import { isOfSubscription } from '../entities/audit.ts';
import { hasEnded } from '../reports/conditions.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { owners } from '../schema/tables/owners.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, prepareQuery, type Bindings } from '../sqlite/statement.ts';

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
export function prepareDueSearches(database: Database) {
  const builder = drizzle(database);
  const { id, autoRenew } = columnsOf(owners);
  const isOwners = eq(subscriptions.ownerId, sql.placeholder('ownerId'));
  const isDue = lt(subscriptions.nextPaymentDate, sql.placeholder('today'));
  // A constant, because SQLite uses a partial index only for its own condition.
  const isChosen = sql`${subscriptions.autoRenew} = 1`;
  const fromOwner = builder
    .select({ id, autoRenew })
    .from(owners)
    .where(gte(owners.id, sql.placeholder('ownerId')));
  return {
    /** The first owner from an id on. */
    owner: prepareQuery(database, fromOwner.orderBy(asc(owners.id)).limit(1)),
    /** The subscriptions of an owner whose next payment was due before today, by due date. */
    all: prepareSpan(database, subscriptions.nextPaymentDate, and(isOwners, isDue)),
    /** Those that are renewed automatically, whatever their owner prefers. */
    chosen: prepareSpan(database, subscriptions.nextPaymentDate, and(isOwners, isDue, isChosen)),
    /** The active subscriptions of all owners that have ended before today, by their last day. */
    ended: prepareSpan(database, subscriptions.endsOn, hasEnded),
    statusChanges: prepareStatusChanges(database),
  };
}

type DayColumn = typeof subscriptions.nextPaymentDate | typeof subscriptions.endsOn;

/**
 * Creates a function that reads rows in the order of a day and then of their creation, behind a day and a sequence number.
 * SQLite uses an index for a comparison of two columns only up to the first one, so each of them has a statement.
 */
function prepareSpan(database: Database, column: DayColumn, condition: SQL | undefined) {
  const { sequence, id, ownerId, status, autoRenew } = columnsOf(subscriptions);
  const selection = { sequence, id, ownerId, status, autoRenew, day: sql<string>`${column}`.as('day') };
  const select = (place: SQL | undefined) =>
    drizzle(database)
      .select(selection)
      .from(subscriptions)
      .where(and(condition, place))
      .orderBy(asc(column), asc(subscriptions.sequence))
      .limit(sql.placeholder('limit'));
  const isBehind = gt(subscriptions.sequence, sql.placeholder('sequence'));
  const ofDay = prepareQuery<FoundRow>(database, select(and(eq(column, sql.placeholder('day')), isBehind)));
  const later = prepareQuery<FoundRow>(database, select(gt(column, sql.placeholder('day'))));
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

const entriesAtOnce = 25;
// Beyond it, the status is taken to have been the same before: a subscription seldom has so many entries in one period.
const entriesMax = 500;

/** Creates a function that reads the changes of the status of a subscription since a day, newest first. */
function prepareStatusChanges(database: Database) {
  const { sequence, createdAt } = columnsOf(auditEntries);
  const statusIn = (state: 'before' | 'after') =>
    sql<Status | null>`${auditEntries.metadata} ->> ${sql.raw(`'$.${state}.status'`)}`.as(state);
  const endsOn = sql<string | null>`${auditEntries.metadata} ->> '$.endsOn'`.as('endsOn');
  const isEarlier = and(
    eq(auditEntries.entityId, sql.placeholder('subscriptionId')),
    isOfSubscription,
    eq(auditEntries.ownerId, sql.placeholder('ownerId')),
    lt(auditEntries.sequence, sql.placeholder('sequence')),
  );
  // Without this, SQLite may use an index on the owner, and read the owner's whole trail.
  const trail = sql`${auditEntries} indexed by audit_entries_by_entity`;
  const earlier = prepareQuery(
    database,
    drizzle(database)
      .select({ sequence, createdAt, before: statusIn('before'), after: statusIn('after'), endsOn })
      .from(trail)
      .where(isEarlier)
      .orderBy(desc(auditEntries.sequence))
      .limit(entriesAtOnce),
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
