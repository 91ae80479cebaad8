import type { Database } from 'bun:sqlite';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { collectLaterChanges, type LaterChanges } from '../../domain/subscriptions/revert.ts';
import { writableFieldsInOrder } from '../../domain/subscriptions/fields.ts';
import type { CommandOf } from '../../commands/commands.ts';
import { isOfSubscription } from './audit.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { columnsOf, prepareQuery } from '../sqlite/statement.ts';

/**
 * Thrown by a command that has read as much as one transaction may: it has changed nothing, and goes on where it
 * stopped when it is carried out again as one that is {@link Revert.continued}.
 */
export class Unfinished extends Error {
  override readonly name = 'Unfinished';
}

type Revert = CommandOf<'subscription.revert'>;

/** The entry to be reverted, and which of its fields are to be looked for in later ones, as `fieldBits`. */
interface Reverted {
  readonly subscriptionId: string;
  readonly sequence: number;
  readonly changed: number;
}

/** How far a command has read. */
interface Reading extends Reverted {
  readonly auditEntryId: string;
  readonly changes: ReturnType<typeof collectLaterChanges>;
  /** What is left to be read lies between these two; entries may have come that are newer. */
  after: number;
  before: number;
  newest: number;
}

/** How many entries may still be read. */
interface Budget {
  entries: number;
}

const newestOfAll = Number.MAX_SAFE_INTEGER;

// One entry takes 2 µs to 10 µs here. In each group, the command that is continued may read so many ...
const entriesMaxOfContinued = 1000;
// ... and all that are new together so many.
const entriesMaxOfNew = 500;

/**
 * Reads what the updates after an entry changed, of trails of any length: a thousand entries in each batch of
 * writes, so that other writes do not wait long. Only the command that is continued keeps what it has read, one for
 * each owner. Meanwhile no other revert of the same record is carried out, so that nothing which has been read changes its meaning.
 */
export function readLaterChanges(database: Database) {
  const older = prepareOlder(database);
  const readings = new Map<number, Reading>();
  let [budgetOfContinued, budgetOfNew]: [Budget, Budget] = [{ entries: 0 }, { entries: 0 }];

  /** Reads on, within a budget; whether all has been read. */
  function readOn(reading: Reading, ownerId: number, budget: Budget): boolean {
    const { subscriptionId, sequence, changed, changes } = reading;
    while (budget.entries > 0) {
      const { after, before } = reading;
      const limit = budget.entries;
      const { decided, takenBackBy } = changes.result();
      const wanted = changed & ~decided;
      // Nothing older changes what is known then.
      if (wanted === 0 && takenBackBy !== undefined) return true;
      const rows = older.all({ subscriptionId, ownerId, after, before, limit, wanted });
      for (const row of rows) changes.add(row);
      reading.newest = Math.max(reading.newest, rows[0]?.sequence ?? sequence);
      budget.entries -= Math.max(rows.length, 1);
      if (rows.length < limit && before === newestOfAll) return true;
      // Then what has come since this part was begun.
      if (rows.length < limit) [reading.after, reading.before] = [reading.newest, newestOfAll];
      else reading.before = rows.at(-1)?.sequence ?? before;
    }
    return false;
  }

  return {
    /** A new group of commands begins. */
    beginGroup(): void {
      [budgetOfContinued, budgetOfNew] = [{ entries: entriesMaxOfContinued }, { entries: entriesMaxOfNew }];
    },

    /**
     * What the updates after an entry changed.
     *
     * @throws {Unfinished} when there is more to read than this batch may
     */
    read({ actor: { ownerId }, auditEntryId, continued }: Revert, reverted: Reverted): LaterChanges {
      const kept = readings.get(ownerId);
      const isOwn = kept?.auditEntryId === auditEntryId;
      const isInTheWay = kept?.subscriptionId === reverted.subscriptionId && !isOwn && continued !== true;
      if (isInTheWay) throw new Unfinished();
      const reading = kept !== undefined && isOwn ? kept : newReading(auditEntryId, reverted);
      if (continued === true) readings.set(ownerId, reading);
      if (!readOn(reading, ownerId, continued === true ? budgetOfContinued : budgetOfNew)) throw new Unfinished();
      return reading.changes.result();
    },

    /** Forgets what a command has read that has ended. */
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

/** Compiles the query for the updates of a subscription between two entries, the newest first, as far as a revert must know them. */
function prepareOlder(database: Database) {
  const { id, metadata, ownerId, sequence, entityId } = auditEntries;
  const reverts = sql<number | null>`(select reverted.sequence from ${auditEntries} as reverted
    where reverted.id = ${auditEntries}.metadata ->> '$.reverts')`;
  const changes = writableFieldsInOrder.map((field, bit) => {
    const [before, after] = ['before', 'after'].map(
      (state) => sql`${metadata} ->> ${sql.raw(`'$.${state}.${field}'`)}`,
    );
    // Only what is wanted is compared: each comparison takes a tenth of the time that reading the entry does.
    return sql`iif(${sql.placeholder('wanted')} & ${sql.raw(String(1 << bit))}, (${before} is not ${after}) << ${sql.raw(String(bit))}, 0)`;
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
  // SQLite would take the index on the owner, and read all that the owner has written since.
  const trail = sql`${auditEntries} indexed by audit_entries_by_entity`;
  const query = drizzle(database).select(selection).from(trail).where(isBetween);
  return prepareQuery(database, query.orderBy(desc(sequence)).limit(sql.placeholder('limit')));
}
