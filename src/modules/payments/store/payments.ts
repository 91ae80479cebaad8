import type { Db } from '../../../core/database/db.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { columns, insertInto } from '../../../core/database/columns.ts';
import { prepareChange, type PreparedChange, prepareQuery } from '../../../core/database/statement.ts';
import { viewPayment, type Payment } from '../model.ts';
import type { PaymentState } from '../rules/revert.ts';
import type { SpentGroup } from '../rules/spent.ts';
import { paymentsAtOnceMax } from '../../subscriptions/rules/autoRenewal.ts';

/** The payments to list; an absent filter does not restrict. Days are `YYYY-MM-DD`. */
export interface PaymentFilters {
  /** The first day of payment. */
  readonly from?: string;
  /** The last day of payment. */
  readonly to?: string;
  readonly subscriptionId?: string;
}

const [firstDay, lastDay] = ['0000-01-01', '9999-12-31'];

const shownColumns = columns('payments', [
  'id',
  'subscriptionId',
  'dueOn',
  'paidOn',
  'amountHundredths',
  'currency',
  'source',
]);
// Neither removed nor of a reverted renewal.
const isMade = 'reverted_at IS NULL AND removed_at IS NULL';
const isMadeInTime = `payments.owner_id = $ownerId AND paid_on BETWEEN $from AND $to AND ${isMade}`;
// Else SQLite may choose the index of the days, and walk all payments of the owner.
const ofSubscriptionInTime = `payments INDEXED BY payments_by_subscription WHERE ${isMadeInTime} AND subscription_id = $subscriptionId`;

/** Reads the payments made of one owner. */
export function readPayments(database: Db) {
  const statements = prepareReads(database);

  return {
    /** One page of the payments, each as JSON, by the day of payment, newest first. */
    list(ownerId: number, filters: PaymentFilters, page: Page): Paged<string> {
      const { from = firstDay, to = lastDay, subscriptionId } = filters;
      const { whole, ofSubscription } = statements;
      return pageOf(page, (limit) => {
        const bindings = { ownerId, from, to, limit, offset: page.offset };
        const rows =
          subscriptionId === undefined ? whole.all(bindings) : ofSubscription.all({ ...bindings, subscriptionId });
        return rows.map((row) => JSON.stringify(viewPayment(row)));
      });
    },

    /** One payment as JSON; undefined when the owner has none with this id, or it is removed. */
    findView(ownerId: number, id: string): string | undefined {
      const row = statements.view.first({ ownerId, id });
      return row && JSON.stringify(viewPayment(row));
    },

    /** The sums of the payments made from one day to another, of all subscriptions or of one. It reads each payment once. */
    spent(ownerId: number, { from, to, subscriptionId }: SpentFilters): SpentGroup[] {
      const { spent, spentOfSubscription } = statements;
      const bindings = { ownerId, from, to };
      return subscriptionId === undefined
        ? spent.all(bindings)
        : spentOfSubscription.all({ ...bindings, subscriptionId });
    },
  };
}

/** The payments to sum: their days, `YYYY-MM-DD`, and their subscription. */
export type SpentFilters = Required<Pick<PaymentFilters, 'from' | 'to'>> & Pick<PaymentFilters, 'subscriptionId'>;

function prepareReads(database: Db) {
  const newestFirst = 'ORDER BY paid_on DESC, payments.sequence DESC LIMIT $limit OFFSET $offset';
  return {
    whole: prepareQuery<Payment>(database, `SELECT ${shownColumns} FROM payments WHERE ${isMadeInTime} ${newestFirst}`),
    // Without the index, SQLite reads all payments of the owner in that time.
    ofSubscription: prepareQuery<Payment>(
      database,
      `SELECT ${shownColumns} FROM ${ofSubscriptionInTime} ${newestFirst}`,
    ),
    view: prepareQuery<Payment>(
      database,
      `SELECT ${shownColumns} FROM payments WHERE payments.id = $id AND payments.owner_id = $ownerId AND ${isMade}`,
    ),
    spent: prepareSums(database, `payments WHERE ${isMadeInTime}`),
    spentOfSubscription: prepareSums(database, ofSubscriptionInTime),
  };
}

/** Compiles the sums of some payments, by subscription, month and currency. */
function prepareSums(database: Db, from: string) {
  return prepareQuery<SpentGroup>(
    database,
    `SELECT subscription_id AS subscriptionId, name, category, month, sums.currency, payments, amountHundredths
     FROM (SELECT subscription_id, substr(paid_on, 1, 7) AS month, currency, count(*) AS payments,
         sum(amount_hundredths) AS amountHundredths
       FROM ${from} GROUP BY subscription_id, month, currency) AS sums
     JOIN subscriptions ON subscriptions.id = subscription_id`,
  );
}

/** A payment that is stored, also one that is removed or whose renewal is reverted. */
export interface StoredPayment extends PaymentState {
  readonly isReverted: boolean;
  /** The name of the subscription. */
  readonly name: string;
  /** The last payment date before its renewal, `YYYY-MM-DD`; of several that one request recorded, before the first one. */
  readonly paidAfter: string;
  /** Its day as it was recorded, `YYYY-MM-DD`. */
  readonly recordedOn: string;
}

type StoredRow = Payment &
  Pick<StoredPayment, 'name' | 'paidAfter' | 'recordedOn'> & {
    readonly isRemoved: number;
    readonly isReverted: number;
  };

// As many as a batch has operations: the entries of one request follow each other.
const entriesOfRequestMax = 100;

/** Creates a function that finds one payment of an owner that is stored. */
function prepareStored(database: Db) {
  const lastPaymentDate = "'$.before.lastPaymentDate'";
  const ofFirst = `SELECT first.metadata ->> ${lastPaymentDate} FROM audit_entries AS first
    WHERE first.entity_id = subscription_id AND first.entity_type = 'subscription' AND first.owner_id = payments.owner_id
      AND first.sequence > renewals.sequence - ${entriesOfRequestMax} AND first.sequence <= renewals.sequence
      AND first.request_id = renewals.request_id AND first.metadata ->> '$.renewal' IS NOT NULL
    ORDER BY first.sequence LIMIT 1`;
  const byId = prepareQuery<StoredRow>(
    database,
    `SELECT payments.id, subscription_id AS subscriptionId, due_on AS dueOn, paid_on AS paidOn,
       payments.amount_hundredths AS amountHundredths, payments.currency, source, name,
       removed_at IS NOT NULL AS isRemoved, reverted_at IS NOT NULL AS isReverted,
       coalesce(renewals.metadata ->> '$.renewal.paidOn', paid_on) AS recordedOn,
       coalesce(iif(source = 'manual', (${ofFirst}), renewals.metadata ->> ${lastPaymentDate}), '') AS paidAfter
     FROM payments JOIN subscriptions ON subscriptions.id = subscription_id
     LEFT JOIN audit_entries AS renewals ON renewals.id = payments.audit_entry_id
     WHERE payments.id = $id AND payments.owner_id = $ownerId`,
  );
  return function findStored(ownerId: number, id: string): StoredPayment | undefined {
    const row = byId.first({ ownerId, id });
    if (row === undefined) return undefined;
    const { isRemoved, isReverted, name, paidAfter, recordedOn, ...payment } = row;
    return { payment, isRemoved: isRemoved === 1, isReverted: isReverted === 1, name, paidAfter, recordedOn };
  };
}

/** The columns that a payment is stored with. */
const paymentColumns = [
  'id',
  'ownerId',
  'subscriptionId',
  'dueOn',
  'paidOn',
  'amountHundredths',
  'currency',
  'source',
  'auditEntryId',
  'revertedAt',
  'removedAt',
] as const;

/** Creates a function that stores what a client corrects: the day, the amount, and whether the payment is removed. */
function preparePaymentUpdate(database: Db): PreparedChange {
  const store = prepareChange(
    database,
    `UPDATE payments
     SET paid_on = $paidOn, amount_hundredths = $amountHundredths, removed_at = $removedAt
     WHERE id = $id AND owner_id = $ownerId`,
  );
  const raiseRevision = prepareChange(
    database,
    `UPDATE subscriptions SET revision = revision + 1 WHERE owner_id = $ownerId AND id = (
       SELECT subscription_id FROM payments WHERE id = $id AND owner_id = $ownerId)`,
  );
  return function update(bindings) {
    const { id = null, ownerId = null } = bindings;
    raiseRevision({ id, ownerId });
    return store(bindings);
  };
}

/** The condition that something was undone after it was due, as far as the clock was right. */
function isDecided(undoneAt: string): string {
  return `${undoneAt} BETWEEN due_on AND strftime('%Y-%m-%dT%H:%M:%fZ', $at, '+45 days')`;
}

/** Compiles the statements of the writes of payments once. */
export function preparePaymentStatements(database: Db) {
  const ofSubscription = 'subscription_id = $subscriptionId AND owner_id = $ownerId';
  // A rescheduled payment may leave its own due date due again, as the first one of the new schedule.
  const settlesItsDay = `(paid_on >= due_on OR (
    SELECT metadata ->> '$.renewal.nextPaymentDate.after' FROM audit_entries WHERE id = payments.audit_entry_id
  ) IS NOT due_on)`;
  const dueDates = (condition: string, order: 'ASC' | 'DESC') =>
    prepareQuery<{ dueOn: string }>(
      database,
      `SELECT due_on AS dueOn FROM payments
       WHERE ${ofSubscription} AND due_on >= $from AND due_on < $before AND ${condition}
       ORDER BY due_on ${order} LIMIT ${paymentsAtOnceMax}`,
    );
  return {
    insert: prepareChange(database, insertInto('payments', paymentColumns)),
    find: prepareStored(database),

    update: preparePaymentUpdate(database),

    /**
     * Removes the payments of the renewal that an audit entry records, or brings them back when they are removed: a revert that
     * is not refused always inverts the state.
     */
    toggleOfRenewal: prepareChange(
      database,
      `UPDATE payments SET reverted_at = iif(reverted_at IS NULL, $at, NULL)
       WHERE ${ofSubscription} AND audit_entry_id = $entryId`,
    ),

    /**
     * The due dates of a subscription, from one day to the day before another, whose automatic renewal was reverted, or its
     * payment removed. What was undone before it was due was recorded while the clock was ahead: the bill still comes. So does
     * that of a revert from far in the future, when the clock was still ahead.
     */
    revertedDates: dueDates(
      `NOT (${isMade}) AND source = 'automatic' AND (${isDecided('reverted_at')} OR ${isDecided('removed_at')})`,
      'ASC',
    ),

    /**
     * The newest due dates of a subscription, from one day to the day before another, that have a payment. What decides is the
     * payment alone, so that the answer is the same whenever it is asked for.
     */
    madeDates: dueDates(`${isMade} AND ${settlesItsDay}`, 'DESC'),
  };
}
