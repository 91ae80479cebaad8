import { and, desc, eq, gte, inArray, or, sql, type SQLWrapper } from 'drizzle-orm';
import { auditEntries } from '../../core/audit/table.ts';
import { dayOfInstant } from '../../core/billing/days.ts';
import { amountOf } from '../../core/billing/money.ts';
import { once, type Db } from '../../core/database/db.ts';
import type { SubscriptionView } from '../subscriptions/model.ts';
import { isKept } from '../subscriptions/store/without.ts';
import { subscriptions } from '../subscriptions/table.ts';
import { amountBefore, priceHistory, type PriceEntry, type RecordedWrite } from './rules.ts';

/** A change of the amount of a subscription. */
export interface PriceChange extends PriceEntry {
  readonly subscriptionId: string;
  /** The present name of the subscription. */
  readonly name: string;
  readonly previousAmount: number;
}

/** The next payment of a subscription, and the present amount of the subscription: a planned price may make them differ. */
interface NextPayment extends Pick<SubscriptionView, 'id' | 'lastPaymentDate'> {
  readonly amountHundredths: number;
  readonly ownHundredths: number;
}

/** Reads the prices that the subscriptions of one owner have had, from their audit entries. */
export function readPrices(db: Db) {
  const moves = once(() => prepareMoves(db));
  const lastMoves = once(() => prepareLastMoves(db));

  function history(ownerId: number, subscriptionId: string): readonly PriceEntry[] {
    return priceHistory(moves().all({ ownerId, subscriptionId }));
  }

  function changesOf(ownerId: number, { id, name }: { id: string; name: string }): readonly PriceChange[] {
    return history(ownerId, id).flatMap((entry) => {
      const { previousAmount } = entry;
      const isChange = previousAmount !== undefined && previousAmount !== entry.price.amount;
      return isChange ? [{ ...entry, subscriptionId: id, name, previousAmount }] : [];
    });
  }

  return {
    /** The prices of the owner's subscription with an id (lower case), newest first; none for an unknown one. */
    history,

    /**
     * The amount of the payment before the next one of a subscription of the owner, by the last {@link writesReadMax} writes of
     * it; undefined when the next one costs the same. Days begin in the time zone.
     */
    amountBefore(ownerId: number, { id: subscriptionId, lastPaymentDate, ...next }: NextPayment, timeZone: string) {
      const writes = lastMoves().all({ ownerId, subscriptionId, since: lastPaymentDate });
      const moved = amountBefore(writes.filter(({ at }) => dayOfInstant(at, timeZone) > lastPaymentDate));
      const last = moved ?? amountOf(next.ownHundredths);
      return last === amountOf(next.amountHundredths) ? undefined : last;
    },

    /** The changes of amounts of all subscriptions of the owner since an instant, ISO 8601 UTC, newest first. */
    changesSince(ownerId: number, since: string, without: readonly string[] = []): readonly PriceChange[] {
      const changes = db.transaction(() =>
        findMovedSince(db, ownerId, since, without).flatMap((record) => changesOf(ownerId, record)),
      );
      return changes.filter((change) => change.since >= since).sort(newestFirst);
    },
  };
}

function newestFirst(one: PriceChange, other: PriceChange): number {
  if (one.since !== other.since) return one.since < other.since ? 1 : -1;
  return other.sequence - one.sequence;
}

// Where the metadata of an entry has what a price consists of, before and after the write.
const pathsOfPrice = [
  ...['amount', 'currency', 'period', 'customDate'].map((field) => (state: string) => `$.${state}.${field}`),
  (state: string) => `$.details.${state}.everyMonths`,
];

/** The condition that an entry records a change of a price. */
function movesPrice(metadata: SQLWrapper) {
  return or(
    ...pathsOfPrice.map(
      (pathIn) => sql`(${metadata} ->> ${pathIn('before')}) is not (${metadata} ->> ${pathIn('after')})`,
    ),
  );
}

/** A reminder is sent by the write worker, and other writes must not wait for a long trail. */
const writesReadMax = 50;

type Recorded = RecordedWrite['metadata'];

const { sequence, id, createdAt, metadata } = auditEntries;
const parsed = sql`${metadata}`.mapWith((text: string) => JSON.parse(text) as Recorded);
const write = { sequence, id, at: createdAt, metadata: parsed.as('metadata') };
const ofSubscriptions = and(
  eq(auditEntries.ownerId, sql.placeholder('ownerId')),
  eq(auditEntries.entityType, 'subscription'),
);
const ofOne = and(ofSubscriptions, eq(auditEntries.entityId, sql.placeholder('subscriptionId')));

function prepareMoves(db: Db) {
  return db
    .select(write)
    .from(auditEntries)
    .where(and(ofOne, movesPrice(metadata)))
    .orderBy(sequence)
    .prepare();
}

function prepareLastMoves(db: Db) {
  const last = db.select(write).from(auditEntries).where(ofOne).orderBy(desc(sequence)).limit(writesReadMax).as('last');
  return db
    .select()
    .from(last)
    .where(and(gte(last.at, sql.placeholder('since')), movesPrice(last.metadata)))
    .orderBy(last.sequence)
    .prepare();
}

/** The subscriptions of an owner whose price has changed since an instant. It leaves out deleted ones. */
function findMovedSince(db: Db, ownerId: number, since: string, without: readonly string[]) {
  const moved = db
    .select({ id: auditEntries.entityId })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.ownerId, ownerId),
        eq(auditEntries.entityType, 'subscription'),
        eq(auditEntries.action, 'subscription.update'),
        gte(createdAt, since),
        movesPrice(metadata),
      ),
    );
  return (
    db
      .select({ id: subscriptions.id, name: subscriptions.name })
      .from(subscriptions)
      // The plus keeps SQLite from walking all subscriptions of the owner by an index of it.
      .where(
        and(
          sql`+${subscriptions.ownerId} = ${ownerId}`,
          inArray(subscriptions.id, moved),
          isKept(subscriptions.id, without),
        ),
      )
      .all()
  );
}
