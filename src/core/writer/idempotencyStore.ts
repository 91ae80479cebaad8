import { and, eq, gt, inArray, lt, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { once, placeholdersOf, type Db } from '../database/db.ts';
import type { Idempotency } from './origin.ts';
import type { ClientResult, CommandOf, OutcomeOf } from '../../modules/commands.ts';
import { prepareForgetting } from './deletedRecords.ts';
import { idempotencyKeys } from './table.ts';

/** A write: its owner, its time (an instant in ISO 8601 UTC), and the id of its subscription, if it has one. */
interface Write {
  readonly ownerId: number;
  readonly at: string;
  readonly of: string | undefined;
}

// Deleted with each new outcome: more than one, so that expired outcomes go faster than new ones come.
const expiredPerWriteMax = 8;
// Deleted by one command.
const expiredPerCommandMax = 500;

// A write that changed nothing does not use its key: a retry, or a corrected request, is decided again.
const storedOutcomes = new Set<ClientResult['outcome']>(['stored', 'deleted', 'batch', 'imported', 'nothingImported']);

/** The store of outcomes, on one connection. */
export type IdempotencyStore = ReturnType<typeof openIdempotencyStore>;

/** Stores the outcomes of writes with an idempotency key. An expired outcome counts as absent. */
export function openIdempotencyStore(db: Db) {
  // Each write with a key needs these.
  const find = once(() => prepareFind(db));
  const insert = once(() => prepareInsert(db));
  const deleteExpired = once(() => prepareDeleteExpired(db));

  function storedResult(ownerId: number, { key, fingerprint, keptSince }: Idempotency): ClientResult | undefined {
    const stored = find().get({ ownerId, key });
    if (stored === undefined) return undefined;
    if (stored.createdAt < keptSince) {
      db.delete(idempotencyKeys).where(isUnder(ownerId, key)).run();
      return undefined;
    }
    if (stored.fingerprint !== fingerprint) return { outcome: 'keyReused' };
    return { ...stored.resultJson, replayed: true };
  }

  /**
   * Executes a write once for each idempotency key of an owner. The first execution stores the outcome in the same
   * transaction; a retry gets that outcome. Also deletes a few expired outcomes.
   */
  function performOnce(
    { ownerId, at, of }: Write,
    idempotency: Idempotency,
    execute: () => ClientResult,
  ): ClientResult {
    const stored = storedResult(ownerId, idempotency);
    if (stored !== undefined) return stored;
    const result = execute();
    if (!storedOutcomes.has(result.outcome)) return result;
    const { key, fingerprint, keptSince } = idempotency;
    insert().run({ ownerId, key, fingerprint, resultJson: { ...result, of }, createdAt: at });
    deleteExpired().run({ keptSince, limit: expiredPerWriteMax });
    return result;
  }

  /**
   * Deletes expired outcomes, up to a maximum for one transaction. Outcomes with a time after `stampedUntil`, from a
   * clock that was wrong, get that time, so that they expire later.
   */
  function forget({ keptSince, stampedUntil }: CommandOf<'forget'>): OutcomeOf<'forget'> {
    deleteExpired().run({ keptSince, limit: expiredPerCommandMax });
    if (stampedUntil !== undefined) {
      const later = inArray(sequence, selectLater(db, stampedUntil).limit(expiredPerCommandMax));
      db.update(idempotencyKeys).set({ createdAt: stampedUntil }).where(later).run();
    }
    return { outcome: 'forgotten' };
  }

  return { once: performOnce, forget, forgetRecords: prepareForgetting(db) };
}

/** Creates a function that tests whether there are outcomes stored before one instant or, if given, after another. */
export function findOutcomesOutside(db: Db): (keptSince: string, stampedUntil?: string) => boolean {
  return (keptSince, stampedUntil) =>
    selectEarlier(db, keptSince).limit(1).get() !== undefined ||
    (stampedUntil !== undefined && selectLater(db, stampedUntil).limit(1).get() !== undefined);
}

/** Creates a function that tests whether an outcome is stored under an owner's key; it may have expired. */
export function findOutcomeUnder(db: Db): (ownerId: number, key: string) => boolean {
  return (ownerId, key) =>
    db.select({ sequence }).from(idempotencyKeys).where(isUnder(ownerId, key)).get() !== undefined;
}

const { sequence, createdAt } = idempotencyKeys;

function isUnder(ownerId: number | Placeholder, key: string | Placeholder): SQL | undefined {
  return and(eq(idempotencyKeys.ownerId, ownerId), eq(idempotencyKeys.key, key));
}

// In the order of an index.
function selectEarlier(db: Db, than: string | Placeholder) {
  return db.select({ sequence }).from(idempotencyKeys).where(lt(createdAt, than)).orderBy(createdAt);
}

function selectLater(db: Db, than: string) {
  return db.select({ sequence }).from(idempotencyKeys).where(gt(createdAt, than)).orderBy(createdAt);
}

function prepareFind(db: Db) {
  const ofKey = isUnder(sql.placeholder('ownerId'), sql.placeholder('key'));
  const { fingerprint, resultJson } = idempotencyKeys;
  return db.select({ fingerprint, resultJson, createdAt }).from(idempotencyKeys).where(ofKey).prepare();
}

function prepareInsert(db: Db) {
  const values = placeholdersOf('ownerId', 'key', 'fingerprint', 'resultJson', 'createdAt');
  return db.insert(idempotencyKeys).values(values).prepare();
}

function prepareDeleteExpired(db: Db) {
  const expired = selectEarlier(db, sql.placeholder('keptSince')).limit(sql.placeholder('limit'));
  return db.delete(idempotencyKeys).where(inArray(sequence, expired)).prepare();
}
