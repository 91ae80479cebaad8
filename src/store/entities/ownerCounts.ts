import type { Database } from 'bun:sqlite';
import type { Limited } from '../../commands/ownerLimits.ts';
import { prepareQuery } from '../sqlite/statement.ts';
import { transactionCounts, transactionMemory } from '../sqlite/transactionMemory.ts';

const tables: Readonly<Record<Limited, string>> = {
  subscriptions: 'subscriptions',
  payments: 'payments',
  auditEntries: 'audit_entries',
};

/** The names of what is counted. */
export const limitedNames = Object.keys(tables) as readonly Limited[];

/** Creates a function that counts what an owner has of something that can be limited. */
export function prepareCounts(database: Database): (of: Limited, ownerId: number) => number {
  const statements = new Map(
    limitedNames.map((of) => {
      const text = `SELECT count(*) AS count FROM ${tables[of]} WHERE owner_id = $ownerId`;
      return [of, prepareQuery<{ count: number }>(database, text)];
    }),
  );
  return (of, ownerId) => statements.get(of)?.first({ ownerId })?.count ?? 0;
}

type Key = `${Limited} ${number}`;

// Bounds the memory: an owner that is forgotten is counted with its next write.
const countsKnownMax = 30_000;

/**
 * Counts what owners have. A count is made by an index, which takes 0.5 ms for some 50,000 rows, so it is kept: as a number that is
 * never too low while only this connection writes. What was rolled back or deleted is still in it, until the owner is counted anew.
 */
export function countOwners(database: Database) {
  const countOf = prepareCounts(database);
  const most = new Map<Key, number>();
  // Counted in this transaction, and not rolled back or deleted since.
  const exact = transactionMemory<Key, true>(database, 'owners counted');
  // Counted, and the same since, in whatever transaction: a write that is refused again and again must not count each time.
  const settled = new Set<Key>();
  const changes = watchChanges(database, most);

  function refresh(): void {
    if (changes.refresh()) settled.clear();
  }

  function exactly(of: Limited, ownerId: number): number {
    refresh();
    const key: Key = `${of} ${ownerId}`;
    const known = most.get(key);
    if (known !== undefined && (exact.has(key) || settled.has(key))) return known;
    const count = countOf(of, ownerId);
    most.set(key, count);
    exact.set(key, true);
    if (!changes.has(key)) settled.add(key);
    return count;
  }

  return {
    exactly,

    /** How many an owner has, or more. */
    atMost(of: Limited, ownerId: number): number {
      refresh();
      return most.get(`${of} ${ownerId}`) ?? exactly(of, ownerId);
    },

    note(of: Limited, ownerId: number, added: number): void {
      refresh();
      const key: Key = `${of} ${ownerId}`;
      const known = most.get(key);
      settled.delete(key);
      changes.add(key);
      if (known !== undefined) most.set(key, known + added);
    },

    /** An owner has fewer now. What is kept is still not too low, so it is counted anew only at the limit. */
    noteDeletion(ownerId: number): void {
      refresh();
      for (const of of limitedNames) {
        const key: Key = `${of} ${ownerId}`;
        exact.delete(key);
        settled.delete(key);
        changes.add(key);
      }
    },

    /** Some owners have fewer now. */
    noteDeletions(): void {
      exact.clear();
      settled.clear();
    },
  };
}

/** Watches what a transaction changes: when it is rolled back, there is as much as before again, and perhaps more than was counted in it. */
function watchChanges(database: Database, most: Map<Key, number>) {
  const isCurrent = transactionMemory<'counts', true>(database, 'counts of owners');
  const findVersion = prepareQuery<{ data_version: number }>(database, 'PRAGMA data_version');
  // What the transaction changes, with the count before its first change.
  const before = new Map<Key, number>();
  let [version, begun, rolledBack]: [number | undefined, number, number] = [undefined, 0, 0];

  function follow(): void {
    const now = transactionCounts(database);
    if (now.begun === begun && now.rolledBack === rolledBack) return;
    if (now.rolledBack !== rolledBack)
      for (const [key, count] of before) most.set(key, Math.max(most.get(key) ?? 0, count));
    if (now.begun !== begun) before.clear();
    ({ begun, rolledBack } = now);
  }

  return {
    /** Learns what has happened since; returns whether all counts were forgotten, because another process has written. */
    refresh(): boolean {
      follow();
      if (isCurrent.has('counts')) return false;
      isCurrent.set('counts', true);
      const current = findVersion.first({})?.data_version;
      if (current === version && most.size <= countsKnownMax) return false;
      version = current;
      most.clear();
      return true;
    },

    /** Whether the transaction has changed a count. */
    has: (key: Key): boolean => before.has(key),

    /** The transaction changes a count. */
    add(key: Key): void {
      if (!before.has(key)) before.set(key, most.get(key) ?? Number.POSITIVE_INFINITY);
    },
  };
}
