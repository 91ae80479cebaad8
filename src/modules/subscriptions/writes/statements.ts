import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { once, type Db } from '../../../core/database/db.ts';
import type { EntityType } from '../../../core/audit/auditEntry.ts';
import type { RecordWrite } from '../../../core/audit/record.ts';
import { raiseRevisions } from '../../../core/audit/revisions.ts';
import { auditEntries } from '../../../core/audit/table.ts';
import { prepareRoom } from '../../../core/writer/roomForOwners.ts';
import type { Outbox } from '../../deliveries/writes/outbox.ts';
import { preparePaymentStatements } from '../../payments/store/ofRenewals.ts';
import { payments } from '../../payments/table.ts';
import { ofRecord, type OwnDetailsRow, type WholeRow } from '../store/details.ts';
import { readSubscriptions, type RecordRow } from '../store/subscriptions.ts';
import { subscriptions } from '../table.ts';

/** The statements of the writes of subscriptions. */
export type RecordStatements = ReturnType<typeof prepareRecordStatements>;

// The maximum number of duplicates to report.
const duplicateIdsMax = 10;

/** Prepares the statements of the writes. */
export function prepareRecordStatements(db: Db, outbox: Outbox, recordWrite: RecordWrite) {
  const reader = readSubscriptions(db);
  const deleteSilently = prepareDelete(db);
  return {
    reader,
    room: prepareRoom(db),
    payments: preparePaymentStatements(db),
    findDuplicates: prepareDuplicatesOf(db),
    insert: prepareInsert(db),
    update: prepareUpdate(db),
    delete: prepareRemoval(deleteSilently, reader, outbox),
    /** Deletes one of thousands that are deleted by one command, which tells webhooks itself; undefined if it was not there. */
    deleteSilently,
    recordWrite,
    raiseRevision: raiseRevisions(db),
  };
}

type Changes = Partial<RecordRow & OwnDetailsRow & Pick<WholeRow, 'earlierPrices'>>;
type Values = Readonly<Record<string, unknown>>;

/** Creates a function that stores a new record, with its details if they are given. */
function prepareInsert(db: Db) {
  const insertOf = prepareByColumns((values) =>
    db
      .insert(subscriptions)
      .values(values as typeof subscriptions.$inferInsert)
      .prepare(),
  );
  return (row: RecordRow & Changes & Pick<WholeRow, 'ownerId'>): void => insertOf(Object.keys(row)).run(row);
}

/**
 * Creates a function that stores the row of a record of an owner, with its details if they are given. Given the row before, it
 * names only the columns that change, because SQLite writes each index of a column that an update names.
 */
function prepareUpdate(db: Db) {
  const revision = sql`${subscriptions.revision} + 1`;
  const updateOf = prepareByColumns((values) =>
    db
      .update(subscriptions)
      .set({ ...values, revision })
      .where(ofRecord)
      .prepare(),
  );
  return function updateRecord(ownerId: number, after: RecordRow & Changes, before?: RecordRow): void {
    const earlier: Changes = before ?? { id: after.id, createdAt: after.createdAt };
    const changed = (Object.keys(after) as (keyof Changes)[]).filter((column) => after[column] !== earlier[column]);
    updateOf(changed).run({ ...after, ownerId });
  };
}

// Most writes name one of few sets of columns.
const keptMax = 64;

/** Creates a function that gives the statement with placeholders for some columns. A few are kept: to build one takes 20 µs. */
function prepareByColumns<Statement>(prepare: (values: Values) => Statement) {
  const kept = new Map<string, Statement>();
  return function statementOf(columns: readonly string[]): Statement {
    const key = columns.join(' ');
    const known = kept.get(key);
    if (known !== undefined) return known;
    // Within `sql`, a value is bound as it is: the rows of a file are stored faster, and a null stays one.
    const values = Object.fromEntries(columns.map((column) => [column, sql`${sql.placeholder(column)}`]));
    const statement = prepare(values);
    if (kept.size < keptMax) kept.set(key, statement);
    return statement;
  };
}

/** What a deletion says of its record. */
type Deleted = Pick<WholeRow, 'name'>;

/** A deletion of a record of an owner. */
interface Removal {
  readonly ownerId: number;
  readonly id: string;
  /** The instant of the deletion, ISO 8601 UTC. */
  readonly at: string;
}

/** Creates a function that deletes a record, tells the webhooks that get it, and gives its name; undefined if it was not there. */
function prepareRemoval(
  remove: ReturnType<typeof prepareDelete>,
  reader: ReturnType<typeof readSubscriptions>,
  outbox: Outbox,
) {
  return function removeRecord({ ownerId, id, at }: Removal): Deleted | undefined {
    const last = outbox.isWanted(ownerId) ? reader.findView(ownerId, id) : undefined;
    if (last !== undefined) outbox.addDeletion({ ownerId, entityType: 'subscription', entityId: id, at }, last);
    return remove({ ownerId, id });
  };
}

/**
 * Creates a function that deletes a record and the audit entries of it and of its payments, and gives its name; undefined if it was
 * not there. The payments and the reminders go with the record, by their foreign keys.
 */
function prepareDelete(db: Db) {
  const [id, ownerId] = [sql.placeholder('id'), sql.placeholder('ownerId')];
  const entriesOf = (entityType: EntityType) =>
    and(eq(auditEntries.entityType, entityType), eq(auditEntries.ownerId, ownerId));
  const deleteEntries = once(() =>
    db
      .delete(auditEntries)
      .where(and(eq(auditEntries.entityId, id), entriesOf('subscription')))
      .prepare(),
  );
  const deleteCorrections = once(() => {
    const isOfRecord = and(eq(payments.subscriptionId, id), eq(payments.ownerId, ownerId));
    const itsPayments = db.select({ id: payments.id }).from(payments).where(isOfRecord);
    return db
      .delete(auditEntries)
      .where(and(entriesOf('payment'), inArray(auditEntries.entityId, itsPayments)))
      .prepare();
  });
  const deleteRecord = once(() =>
    db.delete(subscriptions).where(ofRecord).returning({ name: subscriptions.name }).prepare(),
  );
  return function deleteWithTrail(of: Pick<Removal, 'ownerId' | 'id'>): Deleted | undefined {
    const values = { ...of };
    deleteEntries().run(values);
    deleteCorrections().run(values);
    return deleteRecord().get(values);
  };
}

/**
 * Creates a function that finds the owner's other subscriptions, except cancelled ones, with the normalised name of a
 * row, oldest first.
 */
function prepareDuplicatesOf(db: Db) {
  const { id, ownerId: owner, nameNormalised: name, status, sequence } = subscriptions;
  return function findDuplicates(ownerId: number, row: RecordRow): readonly string[] {
    if (row.status === 'cancelled') return [];
    const isOther = and(eq(owner, ownerId), eq(name, row.nameNormalised), ne(status, 'cancelled'), ne(id, row.id));
    const others = db.select({ id }).from(subscriptions).where(isOther).orderBy(sequence).limit(duplicateIdsMax).all();
    return others.map((other) => other.id);
  };
}
