import type { Database } from 'bun:sqlite';
import { and, asc, eq, gt, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { Idempotency } from '../../commands/idempotency.ts';
import type { ClientResult, ResultOf } from '../../commands/commands.ts';
import { idempotencyKeys } from '../schema/tables/idempotencyKeys.ts';
import { columnsOf, placeholdersFor, prepareChange, prepareQuery } from '../sqlite/statement.ts';

/** Whose write it is, and when: an instant in ISO 8601 UTC. */
interface Moment {
  readonly ownerId: number;
  readonly at: string;
}

// In passing: more than one, so that the forgotten ones go faster than new ones come.
const forgottenInPassingMax = 8;
// In a command of its own.
const forgottenAtOnceMax = 500;

// A write that changed nothing does not use up its key: the same or a corrected request is decided anew.
const keptOutcomes = new Set<ClientResult['outcome']>(['stored', 'deleted', 'batch']);

/** Keeps the outcomes of writes that come with a key. One that has become too old is as none. */
export function openIdempotencyStore(database: Database) {
  const statements = prepareStatements(database);

  function keptResult(ownerId: number, { key, fingerprint, keptSince }: Idempotency): ClientResult | undefined {
    const kept = statements.find.first({ ownerId, key });
    if (kept === undefined) return undefined;
    if (kept.createdAt < keptSince) {
      statements.forget({ ownerId, key });
      return undefined;
    }
    if (kept.fingerprint !== fingerprint) return { outcome: 'keyReused' };
    return { ...resultOf(kept.resultJson), replayed: true };
  }

  /**
   * Carries out a write once for each key of an owner: the first time it keeps the outcome, in the transaction of the
   * write; when the same comes again it gives that outcome instead. A few that are too old are removed in passing.
   */
  function once({ ownerId, at }: Moment, idempotency: Idempotency, carryOut: () => ClientResult): ClientResult {
    const kept = keptResult(ownerId, idempotency);
    if (kept !== undefined) return kept;
    const result = carryOut();
    if (!keptOutcomes.has(result.outcome)) return result;
    const { key, fingerprint, keptSince } = idempotency;
    statements.keep({ ownerId, key, fingerprint, resultJson: JSON.stringify(result), createdAt: at });
    statements.forgetOld({ keptSince, limit: forgottenInPassingMax });
    return result;
  }

  /**
   * Removes outcomes that are too old, as many as one transaction may take. Those that were stamped later than
   * `stampedUntil`, by a clock that was wrong, are stamped with that instant, so that they become too old some day.
   */
  function forget(keptSince: string, stampedUntil?: string): ResultOf<'forget'> {
    statements.forgetOld({ keptSince, limit: forgottenAtOnceMax });
    if (stampedUntil !== undefined) statements.stampAnew({ stampedUntil, limit: forgottenAtOnceMax });
    return { outcome: 'forgotten' };
  }

  return { once, forget };
}

/** A stored outcome. Until schema version 5 that of a batch was called `bulk`. */
function resultOf(json: string): ClientResult {
  const result = JSON.parse(json) as ClientResult | { readonly outcome: 'bulk'; readonly results: [] };
  return result.outcome === 'bulk' ? { ...result, outcome: 'batch' } : result;
}

/**
 * Gives a function that finds out whether outcomes are kept that were stamped before one instant or, if it is given, after
 * another, ISO 8601 UTC.
 */
export function findOutcomesOutside(database: Database): (keptSince: string, stampedUntil?: string) => boolean {
  const oldest = prepareQuery(database, selectOldest(database).limit(1));
  const latest = prepareQuery(database, selectLatest(database).limit(1));
  return (keptSince, stampedUntil) =>
    oldest.first({ keptSince }) !== undefined ||
    (stampedUntil !== undefined && latest.first({ stampedUntil }) !== undefined);
}

/** Gives a function that finds out whether an outcome is stored under an owner's key, though it may be too old. */
export function findOutcomeUnder(database: Database): (ownerId: number, key: string) => boolean {
  const { sequence } = columnsOf(idempotencyKeys);
  const find = prepareQuery(database, drizzle(database).select({ sequence }).from(idempotencyKeys).where(isKey));
  return (ownerId, key) => find.first({ ownerId, key }) !== undefined;
}

const isKey = and(
  eq(idempotencyKeys.ownerId, sql.placeholder('ownerId')),
  eq(idempotencyKeys.key, sql.placeholder('key')),
);

function prepareStatements(database: Database) {
  const builder = drizzle(database);
  const { fingerprint, resultJson, createdAt } = columnsOf(idempotencyKeys);
  const oldest = selectOldest(database).limit(sql.placeholder('limit'));
  const latest = selectLatest(database).limit(sql.placeholder('limit'));
  const stamped = builder.update(idempotencyKeys).set({ createdAt: sql`${sql.placeholder('stampedUntil')}` });
  const select = builder.select({ fingerprint, resultJson, createdAt }).from(idempotencyKeys);
  return {
    find: prepareQuery(database, select.where(isKey)),
    keep: prepareChange(database, builder.insert(idempotencyKeys).values(placeholdersFor(idempotencyKeys))),
    forget: prepareChange(database, builder.delete(idempotencyKeys).where(isKey)),
    forgetOld: prepareChange(
      database,
      builder.delete(idempotencyKeys).where(inArray(idempotencyKeys.sequence, oldest)),
    ),
    stampAnew: prepareChange(database, stamped.where(inArray(idempotencyKeys.sequence, latest))),
  };
}

/** The outcomes that were stamped before an instant, the oldest first. */
function selectOldest(database: Database) {
  return selectInOrder(database, lt(idempotencyKeys.createdAt, sql.placeholder('keptSince')));
}

/** The outcomes that were stamped after an instant. */
function selectLatest(database: Database) {
  return selectInOrder(database, gt(idempotencyKeys.createdAt, sql.placeholder('stampedUntil')));
}

function selectInOrder(database: Database, condition: SQL) {
  const select = drizzle(database).select({ sequence: idempotencyKeys.sequence }).from(idempotencyKeys);
  return select.where(condition).orderBy(asc(idempotencyKeys.createdAt));
}
