import type { Db } from '../../core/database/db.ts';
import { amountOf } from '../../core/billing/money.ts';
import { exportRecord, type ExportedPayment, type ExportedSubscription, type ExportStyle } from './rules/exportFile.ts';
import type { Payment } from '../payments/model.ts';
import type { SubscriptionView } from '../subscriptions/model.ts';
import { detailNames } from '../subscriptions/detailModel.ts';
import { detailsOf, type DetailsRow } from '../subscriptions/store/details.ts';
import { readRevisionsOfData } from '../../core/audit/revisions.ts';
import { columns } from '../../core/database/columns.ts';
import { inTransaction, prepareQuery } from '../../core/database/statement.ts';

/** The part of an export to read. */
interface ExportPart {
  readonly style: ExportStyle;
  /** Where it begins: `next` of the part before this one; undefined for the first part. */
  readonly after: string | undefined;
}

/** A part of an export. */
interface ExportedPart {
  /** Its records, as they are written. */
  readonly text: string;
  /** Where the next part begins; undefined if no record follows. */
  readonly next: string | undefined;
}

// About 300 records, which take about 5 ms. The last record of a part is whole, however many payments it has.
const textLengthMin = 256 * 1024;

/** The place of a record: exports are ordered by the instant of creation, then by the order of creation. */
interface Place {
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly sequence: number;
}

type Row = DetailsRow & Place & { readonly id: string; readonly viewJson: string };

/** Reads the subscriptions of an owner for exports, with their details and payments. */
export function readExports(database: Db) {
  const revisionOf = readRevisionsOfData(database);
  const rows = prepareQuery<Row>(
    database,
    `SELECT ${columns('subscriptions', ['sequence', 'id', 'createdAt', 'viewJson', ...detailNames])} FROM subscriptions
     WHERE owner_id = $ownerId AND (created_at, sequence) > ($createdAt, $sequence) ORDER BY created_at, sequence`,
  );
  const payments = preparePayments(database);

  function readPart(ownerId: number, { style, after }: ExportPart): ExportedPart {
    let [text, next] = ['', after];
    for (const row of rows.each({ ownerId, ...placeIn(after) })) {
      if (text.length >= textLengthMin) return { text, next };
      text += exportRecord(style, recordOf(row, payments(ownerId, row.id)), next === undefined);
      next = `${row.createdAt} ${row.sequence}`;
    }
    return { text, next: undefined };
  }

  return {
    /** The revision of an owner: each write raises it, except deliveries. */
    revisionOf,

    /** The pages of an export, each from a snapshot of its own, so that no slow client keeps the write-ahead log from being folded in. */
    *pages(ownerId: number, style: ExportStyle): Generator<string> {
      let after: string | undefined;
      do {
        const part = { style, after };
        const { text, next } = inTransaction(database, 'deferred', () => readPart(ownerId, part));
        yield text;
        after = next;
      } while (after !== undefined);
    },

    /**
     * All parts, one by one, from one snapshot. It lasts until the consumer stops and keeps the write-ahead log from being
     * folded in, so this is for a process that does nothing else.
     */
    *parts(ownerId: number, style: ExportStyle): Generator<string> {
      database.$client.run('BEGIN');
      try {
        let after: string | undefined;
        do {
          const { text, next } = readPart(ownerId, { style, after });
          yield text;
          after = next;
        } while (after !== undefined);
      } finally {
        database.$client.run('COMMIT');
      }
    },
  };
}

function placeIn(cursor = ' 0'): Place {
  const [createdAt = '', sequence = ''] = cursor.split(' ');
  return { createdAt, sequence: Number(sequence) };
}

function recordOf(row: Row, payments: readonly ExportedPayment[]): ExportedSubscription {
  const { viewJson, sequence: _sequence, id: _id, createdAt: _createdAt, ...details } = row;
  return { ...(JSON.parse(viewJson) as SubscriptionView), details: detailsOf(details), payments };
}

/** Creates a function that reads the payments made of a subscription, by their due dates. */
function preparePayments(database: Db) {
  const made = prepareQuery<Omit<Payment, 'id' | 'subscriptionId'>>(
    database,
    `SELECT ${columns('payments', ['dueOn', 'paidOn', 'amountHundredths', 'currency', 'source'])}
     FROM payments
     WHERE subscription_id = $id AND owner_id = $ownerId AND reverted_at IS NULL AND removed_at IS NULL
     ORDER BY due_on, sequence`,
  );
  return (ownerId: number, id: string): readonly ExportedPayment[] =>
    made.all({ ownerId, id }).map(({ dueOn, paidOn, amountHundredths, currency, source }) => {
      return { dueOn, paidOn, amount: amountOf(amountHundredths), currency, source };
    });
}
