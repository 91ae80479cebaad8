import type { Database } from 'bun:sqlite';
import { noLimits, type Limited, type LimitReached, type OwnerLimits } from '../../commands/ownerLimits.ts';
import { entriesBeyondLimit, type AuditAction } from '../../domain/audit/auditEntry.ts';
import { countOwners, limitedNames, prepareCounts } from './ownerCounts.ts';

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

    /** Refuses so many audit entries, without any beyond the limit, to an owner who has no room for them. @throws {LimitRefusal} */
    requireEntries: (ownerId: number, entries: number): void =>
      refuseBeyond('auditEntries', ownerId, entries, { isEarly: false }),

    /**
     * Refuses a write that would add so many to an owner. The write must not have stored anything yet, nor what it is a part of.
     *
     * @throws {LimitRefusal} when the owner has no room for them
     */
    requireEarly(ownerId: number, added: Partial<OwnerLimits>): void {
      for (const of of limitedNames) refuseBeyond(of, ownerId, added[of] ?? 0, early);
    },

    /** How many more an owner may have, up to a number that is wanted; 0 when it has too many. */
    left(of: Limited, ownerId: number, wanted: number): number {
      const limit = limits[of];
      // What is kept may be too high: it says that there is room, but not that there is none.
      if (limit === 0 || limit - counts.atMost(of, ownerId) >= wanted) return wanted;
      return Math.min(Math.max(limit - counts.exactly(of, ownerId), 0), wanted);
    },

    /** Notes that records of an owner are deleted. */
    noteDeletion: (ownerId: number): void => counts.noteDeletion(ownerId),

    /** Notes that rows of some owners are deleted. */
    noteDeletions: (): void => counts.noteDeletions(),

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
