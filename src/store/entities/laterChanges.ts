import type { Database } from 'bun:sqlite';
import { and, desc, eq, gt, lt, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { writableFieldsInOrder } from '../../domain/subscriptions/fields.ts';
import { collectLaterChanges, revertibleFields, type LaterChanges } from '../../domain/subscriptions/revert.ts';
import type { CommandOf } from '../../commands/commands.ts';
import { isOfSubscription } from './audit.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { columnsOf, prepareQuery } from '../sqlite/statement.ts';

/**
 * Thrown by a command that has read as much as one transaction may. It has changed nothing; when it is executed again
 * as {@link Revert.continued}, it resumes.
 */
export class Unfinished extends Error {
  override readonly name = 'Unfinished';
}

type Revert = CommandOf<'subscription.revert'>;

/** The entry to revert, and the fields to search for in later entries, as `fieldBits`. */
interface Reverted {
  readonly subscriptionId: string;
  readonly sequence: number;
  readonly changed: number;
}

/** The progress of a command. */
interface Reading extends Reverted {
  readonly auditEntryId: string;
  readonly changes: ReturnType<typeof collectLaterChanges>;
  /** The sequence numbers between which entries are unread; newer entries may have been added. */
  after: number;
  before: number;
  newest: number;
}

/** The number of entries that may still be read. */
interface Budget {
  entries: number;
}

const newestOfAll = Number.MAX_SAFE_INTEGER;

// One entry takes 2 µs to 10 µs here. The continued command may read this many in a group commit ...
const entriesMaxOfContinued = 1000;
// ... and all new commands together this many.
const entriesMaxOfNew = 500;

/**
 * Reads the changes of the updates after an entry, in trails of any length: up to a thousand entries in each group
 * commit, so that other writes do not wait long. Only the continued command stores its progress, one for each owner.
 * Until it ends, no other revert of the same record is executed, so that the entries that it has read stay valid.
 */
export function readLaterChanges(database: Database) {
  const older = prepareOlder(database);
  const readings = new Map<number, Reading>();
  let [budgetOfContinued, budgetOfNew]: [Budget, Budget] = [{ entries: 0 }, { entries: 0 }];

  /** Reads more, within a budget; returns whether everything has been read. */
  function readOn(reading: Reading, ownerId: number, budget: Budget): boolean {
    const { subscriptionId, sequence, changed, changes } = reading;
    while (budget.entries > 0) {
      const { after, before } = reading;
      const limit = budget.entries;
      const { decided, revertedBy } = changes.result();
      const wanted = changed & ~decided;
      // Older entries cannot change the result then.
      if (wanted === 0 && revertedBy !== undefined) return true;
      const rows = older.all({ subscriptionId, ownerId, after, before, limit, wanted });
      for (const row of rows) changes.add(row);
      reading.newest = Math.max(reading.newest, rows[0]?.sequence ?? sequence);
      budget.entries -= Math.max(rows.length, 1);
      if (rows.length < limit && before === newestOfAll) return true;
      // Then reads the entries that were added since this part started.
      if (rows.length < limit) [reading.after, reading.before] = [reading.newest, newestOfAll];
      else reading.before = rows.at(-1)?.sequence ?? before;
    }
    return false;
  }

  return {
    /** Starts a group commit. */
    beginGroup(): void {
      [budgetOfContinued, budgetOfNew] = [{ entries: entriesMaxOfContinued }, { entries: entriesMaxOfNew }];
    },

    /**
     * The changes of the updates after an entry.
     *
     * @throws {Unfinished} when there is more to read than this group commit may
     */
    read({ actor: { ownerId }, auditEntryId, continued }: Revert, reverted: Reverted): LaterChanges {
      const known = readings.get(ownerId);
      const isOwn = known?.auditEntryId === auditEntryId;
      const isBlocked = known?.subscriptionId === reverted.subscriptionId && !isOwn && continued !== true;
      if (isBlocked) throw new Unfinished();
      const reading = known !== undefined && isOwn ? known : newReading(auditEntryId, reverted);
      if (continued === true) readings.set(ownerId, reading);
      if (!readOn(reading, ownerId, continued === true ? budgetOfContinued : budgetOfNew)) throw new Unfinished();
      return reading.changes.result();
    },

    /** Deletes the progress of a command that has ended. */
    forget({ actor: { ownerId }, auditEntryId }: Revert): void {
      if (readings.get(ownerId)?.auditEntryId === auditEntryId) readings.delete(ownerId);
    },
  };
}

function newReading(auditEntryId: string, reverted: Reverted): Reading {
  const { sequence } = reverted;
  const changes = collectLaterChanges(sequence);
  return { ...reverted, auditEntryId, changes, after: sequence, before: newestOfAll, newest: sequence };
}

/** The conditions that an entry changed a field, in the order of {@link revertibleFields}. */
const changeOfField = revertibleFields.map((field) => {
  if (writableFieldsInOrder.some((name) => name === field)) return differs(`before.${field}`, `after.${field}`);
  const ofDetails = differs(`details.before.${field}`, `details.after.${field}`);
  if (field !== 'anchorDay') return ofDetails;
  return sql`${ofDetails} or ${differs('renewal.anchorDay.before', 'renewal.anchorDay.after')}`;
});

/** The condition that two members of the metadata differ; absent ones do not. */
function differs(one: string, other: string): SQL {
  const [left, right] = [one, other].map((path) => sql`${auditEntries.metadata} ->> ${sql.raw(`'$.${path}'`)}`);
  return sql`${left} is not ${right}`;
}

/**
 * Compiles the query for the updates of a subscription between two entries, newest first, with the facts that a revert
 * needs.
 */
function prepareOlder(database: Database) {
  const { id, metadata, ownerId, sequence, entityId } = auditEntries;
  const reverts = sql<number | null>`(select reverted.sequence from ${auditEntries} as reverted
    where reverted.id = ${auditEntries}.metadata ->> '$.reverts')`;
  const changes = changeOfField.map((isChanged, bit) => {
    // Compares the wanted fields only: a comparison takes a tenth of the time that reading the entry does.
    return sql`iif(${sql.placeholder('wanted')} & ${sql.raw(String(1 << bit))}, (${isChanged}) << ${sql.raw(String(bit))}, 0)`;
  });
  const selection = {
    sequence: columnsOf(auditEntries).sequence,
    entryId: sql<string | null>`iif(${metadata} ->> '$.reverts' is null, null, ${id})`.as('entryId'),
    reverts: reverts.as('reverts'),
    changed: sql<number>`${sql.join(changes, sql` | `)}`.as('changed'),
  };
  const isBetween = and(
    eq(entityId, sql.placeholder('subscriptionId')),
    isOfSubscription,
    eq(ownerId, sql.placeholder('ownerId')),
    gt(sequence, sql.placeholder('after')),
    lt(sequence, sql.placeholder('before')),
  );
  // Without this, SQLite uses the index on the owner, and reads all that the owner has written since.
  const trail = sql`${auditEntries} indexed by audit_entries_by_entity`;
  const query = drizzle(database).select(selection).from(trail).where(isBetween);
  return prepareQuery(database, query.orderBy(desc(sequence)).limit(sql.placeholder('limit')));
}
