import type { Database } from 'bun:sqlite';
import { pageOf, type Page, type Paged } from '../sqlite/page.ts';
import { insertInto } from '../schema/columns.ts';
import { prepareChange, prepareQuery } from '../sqlite/statement.ts';
import type { SpentGroup } from '../../domain/payments/spent.ts';
import { paymentsAtOnceMax } from '../../domain/subscriptions/autoRenewal.ts';

/** The payments to list; an absent filter does not restrict. Days are `YYYY-MM-DD`. */
export interface PaymentFilters {
  /** The first day of payment. */
  readonly from?: string;
  /** The last day of payment. */
  readonly to?: string;
  readonly subscriptionId?: string;
}

const [firstDay, lastDay] = ['0000-01-01', '9999-12-31'];

// A payment in the form that clients see. Amounts are whole hundredths: the JSON number is computed from them exactly.
const paymentJson = `'{"id":"' || payments.id
  || '","subscriptionId":"' || subscription_id || '","dueOn":"' || due_on
  || '","paidOn":"' || paid_on || '","amount":' || (payments.amount_hundredths / 100)
  || CASE payments.amount_hundredths % 100 WHEN 0 THEN '' ELSE
    rtrim(printf('.%02d', payments.amount_hundredths % 100), '0') END
  || ',"currency":"' || payments.currency || '","source":"' || source || '"}'`;

// A deleted subscription with many payments has another owner until it is purged.
const joinRecord = `JOIN subscriptions
  ON subscriptions.id = payments.subscription_id AND subscriptions.owner_id = payments.owner_id`;
// Not a reverted renewal.
const isMadeInTime = 'payments.owner_id = $ownerId AND paid_on BETWEEN $from AND $to AND reverted_at IS NULL';

/** Reads the payments made of one owner. */
export function readPayments(database: Database) {
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
        return rows.map((row) => row.paymentJson);
      });
    },

    /** The sums of the payments made from one day to another, by category, month and currency, in this order. */
    spent: (ownerId: number, from: string, to: string): readonly SpentGroup[] =>
      statements.spent.all({ ownerId, from, to }),
  };
}

function prepareReads(database: Database) {
  const newestFirst = 'ORDER BY paid_on DESC, payments.sequence DESC LIMIT $limit OFFSET $offset';
  return {
    whole: prepareQuery<{ paymentJson: string }>(
      database,
      `SELECT ${paymentJson} AS paymentJson FROM payments ${joinRecord} WHERE ${isMadeInTime} ${newestFirst}`,
    ),
    // Without the index, SQLite reads all payments of the owner in that time.
    ofSubscription: prepareQuery<{ paymentJson: string }>(
      database,
      `SELECT ${paymentJson} AS paymentJson FROM payments INDEXED BY payments_by_subscription ${joinRecord}
       WHERE ${isMadeInTime} AND subscription_id = $subscriptionId ${newestFirst}`,
    ),
    spent: prepareQuery<SpentGroup>(
      database,
      `SELECT category, substr(paid_on, 1, 7) AS month, payments.currency, sum(payments.amount_hundredths) AS amountHundredths
       FROM payments ${joinRecord} WHERE ${isMadeInTime}
       GROUP BY category, month, payments.currency ORDER BY category, month, payments.currency`,
    ),
  };
}

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
] as const;

/** Compiles the statements of the writes of payments once. */
export function preparePaymentStatements(database: Database) {
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

    /**
     * Removes the payments of the renewal that an audit entry records, or brings them back when they are removed: a revert that
     * is not refused always inverts the state.
     */
    toggleOfRenewal: prepareChange(
      database,
      `UPDATE payments SET reverted_at = iif(reverted_at IS NULL, $at, NULL)
       WHERE ${ofSubscription} AND audit_entry_id = $entryId`,
    ),

    /** The due dates of a subscription, from one day to the day before another, whose automatic renewal was reverted. */
    revertedDates: dueDates("reverted_at IS NOT NULL AND source = 'automatic'", 'ASC'),

    /**
     * The newest due dates of a subscription, from one day to the day before another, that have a payment. What decides is the
     * payment alone, so that the answer is the same whenever it is asked for.
     */
    madeDates: dueDates(`reverted_at IS NULL AND ${settlesItsDay}`, 'DESC'),
  };
}
