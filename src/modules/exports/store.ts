import { inSnapshot } from '../../core/database/snapshot.ts';
import { and, eq, sql } from 'drizzle-orm';
import { readRevisionsOfData } from '../../core/audit/revisions.ts';
import { amountOf } from '../../core/billing/money.ts';
import { once, type Db } from '../../core/database/db.ts';
import { isMade } from '../payments/store/payments.ts';
import { payments } from '../payments/table.ts';
import type { SubscriptionView } from '../subscriptions/model.ts';
import { detailColumns, detailsOf } from '../subscriptions/store/details.ts';
import { subscriptions } from '../subscriptions/table.ts';
import { exportRecord, type ExportedPayment, type ExportedSubscription, type ExportStyle } from './rules/exportFile.ts';

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

// Read by one query: a part has more, unless they have many payments.
const rowsAtOnce = 100;

/** Reads the subscriptions of an owner for exports, with their details and payments. */
export function readExports(db: Db) {
  const rows = once(() => prepareRows(db));
  const madeOf = once(() => preparePayments(db));

  /** The rows after a place, read some at a time. */
  function* rowsAfter(ownerId: number, place: Place): Generator<Row> {
    const found = rows().all({ ownerId, createdAt: place.createdAt, sequence: place.sequence });
    yield* found;
    const last = found.at(-1);
    if (last !== undefined && found.length === rowsAtOnce) yield* rowsAfter(ownerId, last);
  }

  function readPart(ownerId: number, { style, after }: ExportPart): ExportedPart {
    let [text, next] = ['', after];
    for (const row of rowsAfter(ownerId, placeIn(after))) {
      if (text.length >= textLengthMin) return { text, next };
      const made = madeOf().all({ ownerId, id: row.id }).map(viewPayment);
      text += exportRecord(style, recordOf(row, made), next === undefined);
      next = `${row.createdAt} ${row.sequence}`;
    }
    return { text, next: undefined };
  }

  return {
    /** The revision of an owner: each write raises it, except deliveries. */
    revisionOf: readRevisionsOfData(db),

    /** The pages of an export, each from a snapshot of its own, so that no slow client keeps the write-ahead log from being folded in. */
    pages: (ownerId: number, style: ExportStyle): Generator<string> =>
      walk(style, (part) => db.transaction(() => readPart(ownerId, part))),

    /**
     * All parts, one by one, from one snapshot. It lasts until the consumer stops and keeps the write-ahead log from being
     * folded in, so this is for a process that does nothing else.
     */
    parts: (ownerId: number, style: ExportStyle): Generator<string> =>
      inSnapshot(db, () => walk(style, (part) => readPart(ownerId, part))),
  };
}

/** Gives the texts of all parts. */
function* walk(style: ExportStyle, read: (part: ExportPart) => ExportedPart): Generator<string> {
  let after: string | undefined;
  do {
    const { text, next } = read({ style, after });
    yield text;
    after = next;
  } while (after !== undefined);
}

function placeIn(cursor = ' 0'): Place {
  const [createdAt = '', sequence = ''] = cursor.split(' ');
  return { createdAt, sequence: Number(sequence) };
}

type Row = ReturnType<ReturnType<typeof prepareRows>['all']>[number];

function recordOf(row: Row, made: readonly ExportedPayment[]): ExportedSubscription {
  const { viewJson, sequence: _sequence, id: _id, createdAt: _createdAt, ...details } = row;
  return { ...(JSON.parse(viewJson) as SubscriptionView), details: detailsOf(details), payments: made };
}

function prepareRows(db: Db) {
  const { sequence, id, ownerId, createdAt, viewJson } = subscriptions;
  const [after, afterSequence] = [sql.placeholder('createdAt'), sql.placeholder('sequence')];
  return db
    .select({ sequence, id, createdAt, viewJson, ...detailColumns })
    .from(subscriptions)
    .where(
      and(eq(ownerId, sql.placeholder('ownerId')), sql`(${createdAt}, ${sequence}) > (${after}, ${afterSequence})`),
    )
    .orderBy(createdAt, sequence)
    .limit(rowsAtOnce)
    .prepare();
}

/** The payments made of a subscription, by their due dates. */
function preparePayments(db: Db) {
  const { subscriptionId, ownerId, dueOn, paidOn, amountHundredths, currency, source, sequence } = payments;
  return db
    .select({ dueOn, paidOn, amountHundredths, currency, source })
    .from(payments)
    .where(and(eq(subscriptionId, sql.placeholder('id')), eq(ownerId, sql.placeholder('ownerId')), isMade()))
    .orderBy(dueOn, sequence)
    .prepare();
}

type MadePayment = ReturnType<ReturnType<typeof preparePayments>['all']>[number];

function viewPayment({ dueOn, paidOn, amountHundredths, currency, source }: MadePayment): ExportedPayment {
  return { dueOn, paidOn, amount: amountOf(amountHundredths), currency, source };
}
