import type { Database } from 'bun:sqlite';
import { noLimits, type Limited, type LimitReached, type OwnerLimits } from '../../commands/ownerLimits.ts';
import { entriesBeyondLimit, type AuditAction } from '../../domain/audit/auditEntry.ts';
import { prepareQuery } from '../sqlite/statement.ts';
import { transactionMemory } from '../sqlite/transactionMemory.ts';

/** Refuses a write for which its owner has no room. What the write has stored so far must be rolled back. */
export class LimitRefusal extends Error {
  override readonly name = 'LimitRefusal';
  readonly result: LimitReached;
  /** Whether the write has stored nothing yet, so that there is nothing to roll back. */
  readonly isEarly: boolean;

  constructor(result: Omit<LimitReached, 'outcome'>, isEarly: boolean) {
    super(`the limit of ${result.limited} is reached`);
    this.result = { outcome: 'limitReached', ...result };
    this.isEarly = isEarly;
  }
}

/** The result of a write, or that a limit refuses it before it has stored anything. */
export function orRefusedEarly<Result>(perform: () => Result): Result | LimitReached {
  try {
    return perform();
  } catch (error) {
    if (error instanceof LimitRefusal && error.isEarly) return error.result;
    throw error;
  }
}

/** The result of a write, or that a limit refuses it: its caller rolls back what it has stored. */
export function orLimitReached<Result>(perform: () => Result): Result | LimitReached {
  try {
    return perform();
  } catch (error) {
    if (error instanceof LimitRefusal) return error.result;
    throw error;
  }
}

/** Limits what owners may store by the writes of a connection; until then, nothing is limited. */
export function limitOwners(database: Database, limits: OwnerLimits): void {
  ownerRoomOn(database).limitTo(limits);
}

/** The room that owners have for what is limited, on one connection. Each method is called within the transaction of a write. */
type OwnerRoom = ReturnType<typeof openRoom>;

const rooms = new WeakMap<Database, OwnerRoom>();

/** The room of owners on a connection: one for all its verbs, since what one adds another counts. */
export function ownerRoomOn(database: Database): OwnerRoom {
  const room = rooms.get(database) ?? openRoom(database);
  rooms.set(database, room);
  return room;
}

interface Refusing {
  readonly isEarly: boolean;
  /** How many beyond the limit are possible. */
  readonly beyond?: number;
}
const early: Refusing = { isEarly: true };

// Bounds the memory: an owner that is forgotten is counted with its next write.
const countsKeptMax = 30_000;

function openRoom(database: Database) {
  const counts = countOwners(database);
  let limits = noLimits;

  function refuseBeyond(of: Limited, ownerId: number, added: number, { isEarly, beyond = 0 }: Refusing): void {
    const limit = limits[of];
    if (limit === 0 || added === 0 || counts.atMost(of, ownerId) + added <= limit + beyond) return;
    const count = counts.exactly(of, ownerId);
    if (count + added > limit + beyond) throw new LimitRefusal({ limited: of, limit, count, added }, isEarly);
  }

  /** Notes that a write adds some, also beyond the limit. Called before they are stored. */
  function note(of: Limited, ownerId: number, added: number): void {
    if (limits[of] > 0) counts.note(of, ownerId, added);
  }

  return {
    /** Limits what owners may have. */
    limitTo(given: OwnerLimits): void {
      limits = given;
    },

    note,

    /** Refuses the audit entry of an action to an owner who has no room for it. @throws {LimitRefusal} */
    requireEntry(ownerId: number, action: AuditAction): void {
      if (limits.auditEntries === 0) return;
      refuseBeyond('auditEntries', ownerId, 1, { isEarly: false, beyond: entriesBeyondLimit(action) });
    },

    /**
     * Refuses a write that would add so many to an owner. The write must not have stored anything yet, nor what it is a part of.
     *
     * @throws {LimitRefusal} when the owner has no room for them
     */
    requireEarly(ownerId: number, added: Partial<OwnerLimits>): void {
      for (const of of limitedNames) refuseBeyond(of, ownerId, added[of] ?? 0, early);
    },

    /** How many more an owner may have; 0 when it has too many, infinite without a limit. */
    left(of: Limited, ownerId: number): number {
      const limit = limits[of];
      if (limit === 0) return Number.POSITIVE_INFINITY;
      const left = limit - counts.atMost(of, ownerId);
      return Math.max(left > 0 ? left : limit - counts.exactly(of, ownerId), 0);
    },

    /** Notes that records of an owner are deleted. */
    noteDeletion: (ownerId: number): void => counts.noteDeletion(ownerId),

    /** Notes that the transaction is committed, and what was counted in it with it. */
    noteCommit: (): void => counts.noteCommit(),
  };
}

/** Creates a function that counts what an owner has of each that can be limited. */
export function readUsage(database: Database): (ownerId: number) => Readonly<Record<Limited, number>> {
  const countOf = prepareCounts(database);
  return (ownerId) => ({
    subscriptions: countOf('subscriptions', ownerId),
    payments: countOf('payments', ownerId),
    auditEntries: countOf('auditEntries', ownerId),
  });
}

const tables: Readonly<Record<Limited, string>> = {
  subscriptions: 'subscriptions',
  payments: 'payments',
  auditEntries: 'audit_entries',
};
const limitedNames = Object.keys(tables) as readonly Limited[];
const places: Readonly<Record<Limited, number>> = { subscriptions: 0, payments: 1, auditEntries: 2 };

function prepareCounts(database: Database): (of: Limited, ownerId: number) => number {
  const statements = new Map(
    limitedNames.map((of) => {
      const text = `SELECT count(*) AS count FROM ${tables[of]} WHERE owner_id = $ownerId`;
      return [of, prepareQuery<{ count: number }>(database, text)];
    }),
  );
  return (of, ownerId) => statements.get(of)?.first({ ownerId })?.count ?? 0;
}

/**
 * Counts what owners have. A count is made by an index, which takes 0.7 ms for 50,000 rows, so it is kept: as a number that is
 * never too low while only this connection writes. What was rolled back or deleted is still in it, until the owner is counted anew.
 */
function countOwners(database: Database) {
  const kept = new Map<number, number>();
  // Counted in this transaction, and not rolled back or deleted since. Kept with its commit only: a rollback brings back what a
  // deletion before the count has deleted.
  const counted = transactionMemory<number, number>(database, 'owners counted');
  const isCurrent = transactionMemory<'counts', true>(database, 'counts of owners');
  const countOf = prepareCounts(database);
  const findVersion = prepareQuery<{ data_version: number }>(database, 'PRAGMA data_version');
  let version: number | undefined;

  const keyOf = (of: Limited, ownerId: number): number => ownerId * limitedNames.length + places[of];

  /** Forgets all counts when another process has written. */
  function refresh(): void {
    if (isCurrent.has('counts')) return;
    isCurrent.set('counts', true);
    const current = findVersion.first({})?.data_version;
    if (current !== version || kept.size > countsKeptMax) kept.clear();
    version = current;
  }

  function addTo(counts: Map<number, number>, key: number, added: number): void {
    const known = counts.get(key);
    if (known !== undefined) counts.set(key, known + added);
  }

  function exactly(of: Limited, ownerId: number): number {
    const key = keyOf(of, ownerId);
    const count = counted.get(key) ?? countOf(of, ownerId);
    counted.set(key, count);
    return count;
  }

  return {
    exactly,

    /** How many an owner has, or more. */
    atMost(of: Limited, ownerId: number): number {
      refresh();
      const key = keyOf(of, ownerId);
      return counted.get(key) ?? kept.get(key) ?? exactly(of, ownerId);
    },

    note(of: Limited, ownerId: number, added: number): void {
      refresh();
      const key = keyOf(of, ownerId);
      addTo(kept, key, added);
      addTo(counted, key, added);
    },

    /** An owner has fewer now. What is kept is still not too low, so it is counted anew only at the limit. */
    noteDeletion(ownerId: number): void {
      for (const of of limitedNames) counted.delete(keyOf(of, ownerId));
    },

    noteCommit(): void {
      for (const [key, count] of counted) kept.set(key, count);
    },
  };
}
