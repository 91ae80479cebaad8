import { and, desc, eq, gte, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import { owners } from '../../../core/access/table.ts';
import { auditEntries } from '../../../core/audit/table.ts';
import { dayAfter, dayOfInstant } from '../../../core/billing/days.ts';
import { once, type Db } from '../../../core/database/db.ts';
import type { Status } from '../model.ts';
import type { StatusChange } from '../rules/autoRenewal.ts';
import { subscriptions } from '../table.ts';

const { placeholder } = sql;
const { nextPaymentDate, endsOn } = subscriptions;

/** Where a search begins, before which day it ends, and how many rows it gives; also the owner, unless it is of all owners. */
interface Span {
  readonly ownerId?: number;
  readonly day: string;
  readonly sequence: number;
  readonly today: string;
  readonly limit: number;
}

/** The searches of automatic renewals. */
export type DueSearches = ReturnType<typeof prepareDueSearches>;

/** Compiles the searches of automatic renewals once. Each reads as many rows as it is asked for, along an index. */
export function prepareDueSearches(db: Db) {
  const isDue = and(eq(subscriptions.ownerId, placeholder('ownerId')), lt(nextPaymentDate, placeholder('today')));
  const { id, autoRenew } = owners;
  const owner = once(() =>
    db
      .select({ id, autoRenew })
      .from(owners)
      .where(gte(id, placeholder('from')))
      .orderBy(id)
      .limit(1)
      .prepare(),
  );
  return {
    /** The first owner from an id on. */
    owner: (from: number) => owner().get({ from }),
    /** The subscriptions of an owner whose next payment was due before today, by due date. */
    all: prepareSpan(db, nextPaymentDate, isDue),
    /** Those that are renewed automatically, whatever their owner prefers. */
    // A constant, because SQLite uses a partial index only for its own condition.
    chosen: prepareSpan(db, nextPaymentDate, and(isDue, sql`${subscriptions.autoRenew} = 1`)),
    /** The active subscriptions of all owners that have ended before today, by their last day. */
    ended: prepareSpan(
      db,
      endsOn,
      and(lt(endsOn, placeholder('today')), sql`${endsOn} is not null and ${subscriptions.status} = 'active'`),
    ),
    priced: preparePriced(db),
    statusChanges: prepareStatusChanges(db),
  };
}

/** Creates a function that reads rows in the order of a day and then of their creation, behind a day and a sequence number. */
function prepareSpan(db: Db, dayColumn: typeof nextPaymentDate | typeof endsOn, condition: SQL | undefined) {
  const { sequence, id, ownerId, status, autoRenew } = subscriptions;
  const isBehind = sql`(${dayColumn}, ${sequence}) > (${placeholder('day')}, ${placeholder('sequence')})`;
  const search = once(() =>
    db
      .select({ sequence, id, ownerId, status, autoRenew, day: sql<string>`${dayColumn}` })
      .from(subscriptions)
      .where(and(condition, isBehind))
      .orderBy(dayColumn, sequence)
      .limit(placeholder('limit'))
      .prepare(),
  );
  return (span: Span) => search().all({ ...span });
}

/** Creates a function that finds subscriptions of all owners with a planned price from today, `YYYY-MM-DD`, or an earlier day. */
function preparePriced(db: Db) {
  const { id, ownerId, priceSteps } = subscriptions;
  const hasCome = sql`${priceSteps} ->> '$[0].from' <= ${placeholder('today')}`;
  const search = once(() =>
    db
      .select({ id, ownerId })
      .from(subscriptions)
      .where(and(isNotNull(priceSteps), hasCome))
      .limit(placeholder('limit'))
      .prepare(),
  );
  return (of: { readonly today: string; readonly limit: number }) => search().all(of);
}

/** The subscription whose changes of status are wanted, and the first due date that they decide about. */
interface StatusQuestion {
  readonly ownerId: number;
  readonly subscriptionId: string;
  readonly from: string;
  readonly timeZone: string;
}

// Beyond it, the status is taken to have been the same before: a subscription seldom has so many entries in one period.
const entriesMax = 500;

/** Creates a function that reads the changes of the status of a subscription since a day, newest first. */
function prepareStatusChanges(db: Db) {
  const { ownerId: ofOwner, entityId, entityType, createdAt, metadata, sequence } = auditEntries;
  const entries = once(() =>
    db
      .select({
        createdAt,
        before: sql<Status | null>`${metadata} ->> '$.before.status'`,
        after: sql<Status | null>`${metadata} ->> '$.after.status'`,
        lastDay: sql<string | null>`${metadata} ->> '$.endsOn'`,
      })
      .from(auditEntries)
      .where(
        and(
          eq(entityId, placeholder('subscriptionId')),
          eq(entityType, 'subscription'),
          eq(ofOwner, placeholder('ownerId')),
          // In every time zone, an instant on a later local day is not before this day in UTC. The sign keeps SQLite from
          // reading the entries of all subscriptions by their time.
          sql`+${createdAt} >= ${placeholder('from')}`,
        ),
      )
      .orderBy(desc(sequence))
      .limit(entriesMax)
      .prepare(),
  );

  return function statusChanges({ ownerId, subscriptionId, from, timeZone }: StatusQuestion) {
    const rows = entries().all({ ownerId, subscriptionId, from });
    const found = rows.flatMap(({ before, after, lastDay, createdAt: at }): StatusChange[] => {
      if (before === null || before === after) return [];
      // A subscription ends on the day after its last one, even if the server was off on that day.
      return [{ day: lastDay === null ? dayOfInstant(at, timeZone) : dayAfter(lastDay, 1), before }];
    });
    return { statusChanges: found, rowsRead: rows.length };
  };
}
