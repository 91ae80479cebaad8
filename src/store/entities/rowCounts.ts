import type { Database } from 'bun:sqlite';
import { findRemovedRecords, removedRecordsOwnerId } from './owners.ts';
import { prepareQuery, type Bindings, type PreparedQuery } from '../sqlite/statement.ts';

/** Counts the rows of one owner up to a maximum, so that the cost does not grow with the owner. */
export function countRows(database: Database) {
  const statements = prepareCounts(database);
  const areRecordsRemoved = findRemovedRecords(database);
  const countedBy = (statement: PreparedQuery<{ rows: number }>, bindings: Bindings): number =>
    statement.first(bindings)?.rows ?? 0;

  return {
    /** How many subscriptions an owner has, or `rowsMax` when there are more. */
    subscriptions: (ownerId: number, rowsMax: number): number =>
      countedBy(statements.subscriptions, { ownerId, rowsMax }),

    /** How many of them have their next payment from one day to another, `YYYY-MM-DD`, or `rowsMax`. */
    renewals: (ownerId: number, from: string, to: string, rowsMax: number): number =>
      countedBy(statements.renewals, { ownerId, from, to, rowsMax }),

    /**
     * At most how many due dates the active ones of the first `rowsMax` have in some days whose period is a number of days.
     */
    dueEveryFewDays: (ownerId: number, days: number, rowsMax: number): number =>
      countedBy(statements.dueEveryFewDays, { ownerId, days, rowsMax }),

    /** How many audit entries of subscriptions an owner has, or `rowsMax` when there are more. */
    auditEntries: (ownerId: number, rowsMax: number): number =>
      countedBy(statements.auditEntries, { ownerId, rowsMax }),

    /** How many audit entries one subscription of an owner has, or `rowsMax` when there are more. */
    auditEntriesOf: (ownerId: number, subscriptionId: string, rowsMax: number): number =>
      countedBy(statements.auditEntriesOf, { ownerId, subscriptionId, rowsMax }),

    /** How many audit entries of deleted subscriptions are not purged yet, or `rowsMax` when there are more. */
    removedEntries: (ownerId: number, rowsMax: number): number =>
      areRecordsRemoved() ? countedBy(statements.removedEntries, { ownerId, rowsMax }) : 0,

    /**
     * How many audit entries of payments an owner has, or `rowsMax` when there are more; 0 unless payments of deleted subscriptions
     * are not purged yet. To tell which entries are theirs would take as long as the read.
     */
    removedPaymentEntries: (ownerId: number, rowsMax: number): number =>
      areRecordsRemoved() ? countedBy(statements.paymentEntries, { ownerId, rowsMax }) : 0,

    /** How many payments an owner has, or `rowsMax`; 0 unless those of deleted subscriptions are not purged yet. */
    removedPayments: (ownerId: number, rowsMax: number): number =>
      areRecordsRemoved() ? countedBy(statements.payments, { ownerId, rowsMax }) : 0,

    /** How many payments an owner has, or `rowsMax` when there are more. */
    payments: (ownerId: number, rowsMax: number): number => countedBy(statements.payments, { ownerId, rowsMax }),

    /** How many rules of reminders an owner has, or `rowsMax` when there are more. */
    reminders: (ownerId: number, rowsMax: number): number => countedBy(statements.reminders, { ownerId, rowsMax }),

    /** How many deliveries an owner has, or `rowsMax` when there are more. */
    deliveries: (ownerId: number, rowsMax: number): number => countedBy(statements.deliveries, { ownerId, rowsMax }),
  };
}

function prepareCounts(database: Database) {
  const counted = (table: string, condition: string) =>
    prepareQuery<{ rows: number }>(
      database,
      `SELECT count(*) AS rows FROM (SELECT 1 FROM ${table} WHERE owner_id = $ownerId ${condition} LIMIT $rowsMax)`,
    );
  return {
    subscriptions: counted('subscriptions', ''),
    renewals: counted('subscriptions', 'AND next_payment_date BETWEEN $from AND $to'),
    dueEveryFewDays: prepareQuery<{ rows: number }>(
      database,
      `SELECT coalesce(sum(1 + $days / custom_days), 0) AS rows
       FROM (SELECT status, custom_days FROM subscriptions WHERE owner_id = $ownerId LIMIT $rowsMax)
       WHERE status = 'active' AND custom_days > 0`,
    ),
    payments: counted('payments', ''),
    reminders: counted('reminders', ''),
    deliveries: counted('deliveries', ''),
    auditEntries: counted('audit_entries', "AND entity_type = 'subscription'"),
    paymentEntries: counted('audit_entries', "AND entity_type = 'payment'"),
    auditEntriesOf: counted('audit_entries', "AND entity_type = 'subscription' AND entity_id = $subscriptionId"),
    removedEntries: counted(
      'audit_entries',
      `AND entity_type = 'subscription' AND entity_id IN (SELECT id FROM subscriptions WHERE owner_id = ${removedRecordsOwnerId})`,
    ),
  };
}
