import type { Database } from 'bun:sqlite';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import {
  changedFields,
  collectLaterChanges,
  type LaterChanges,
  type RecordedUpdate,
  type RevertibleField,
} from '../../domain/subscriptions/revert.ts';
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

/** The entry to revert, and the fields to search for in later entries. */
interface Reverted {
  readonly subscriptionId: string;
  readonly sequence: number;
  readonly changed: readonly RevertibleField[];
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

// A long entry, such as one with long notes, counts as several. Read at once: few, since they may all be long.
const charactersOfEntry = 2000;
const entriesAtOnce = 100;
// The continued command may read this many in a group commit ...
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
      const limit = Math.min(budget.entries, entriesAtOnce);
      const { decided, revertedBy } = changes.result();
      // Older entries cannot change the result then.
      if (revertedBy !== undefined && changed.every((field) => decided.has(field))) return true;
      const rows = older.all({ subscriptionId, ownerId, after, before, limit });
      for (const { metadata, ...row } of rows)
        changes.add({ ...row, changed: changedFields(JSON.parse(metadata) as RecordedUpdate) });
      reading.newest = Math.max(reading.newest, rows[0]?.sequence ?? sequence);
      budget.entries -= costOf(rows);
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

/** How many entries of usual length some entries count as; none counts as one, so that a search ends. */
function costOf(rows: readonly { readonly metadata: string }[]): number {
  const cost = rows.reduce((sum, { metadata }) => sum + Math.ceil(metadata.length / charactersOfEntry), 0);
  return Math.max(cost, 1);
}

function newReading(auditEntryId: string, reverted: Reverted): Reading {
  const { sequence } = reverted;
  const changes = collectLaterChanges(sequence);
  return { ...reverted, auditEntryId, changes, after: sequence, before: newestOfAll, newest: sequence };
}

/**
 * Compiles the query for the updates of a subscription between two entries, newest first, with the facts that a revert
 * needs.
 */
function prepareOlder(database: Database) {
  const { id, metadata, ownerId, sequence, entityId } = auditEntries;
  const reverts = sql<number | null>`(select reverted.sequence from ${auditEntries} as reverted
    where reverted.id = ${auditEntries}.metadata ->> '$.reverts')`;
  const selection = {
    sequence: columnsOf(auditEntries).sequence,
    entryId: sql<string | null>`iif(${metadata} ->> '$.reverts' is null, null, ${id})`.as('entryId'),
    reverts: reverts.as('reverts'),
    metadata: columnsOf(auditEntries).metadata,
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
