import type { Database } from 'bun:sqlite';
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { Idempotency } from '../domain/idempotency.ts';
import type { WriteResult } from '../domain/writes.ts';
import { idempotencyKeys } from './schema.ts';
import { columnsOf, placeholdersFor, prepareChange, prepareQuery } from './statement.ts';

/** Whose write it is, and when: an instant in ISO 8601 UTC. */
interface Moment {
  readonly ownerId: number;
  readonly at: string;
}

// More than one, so that the forgotten ones go faster than new ones come.
const forgottenAtOnceMax = 8;

// What was refused for a fault of the request, or for tags that have changed, is decided anew when it is sent again.
const keptOutcomes = new Set<WriteResult['outcome']>([
  'stored',
  'deleted',
  'missing',
  'bulk',
  'entryMissing',
  'notRevertible',
  'overwritten',
]);

/**
 * Gives a function that carries out a write once for each key of an owner: the first time it keeps the outcome, in the
 * transaction of the write; when the same comes again it gives that outcome instead. A kept outcome that has become too
 * old is as none, and a few of those are removed in passing.
 */
export function keepOutcomes(database: Database) {
  const statements = prepareStatements(database);

  function keptResult(ownerId: number, { key, fingerprint, keptSince }: Idempotency): WriteResult | undefined {
    const kept = statements.find.first({ ownerId, key });
    if (kept === undefined) return undefined;
    if (kept.createdAt < keptSince) {
      statements.forget({ ownerId, key });
      return undefined;
    }
    if (kept.fingerprint !== fingerprint) return { outcome: 'keyReused' };
    return { ...(JSON.parse(kept.resultJson) as WriteResult), replayed: true };
  }

  return function once({ ownerId, at }: Moment, idempotency: Idempotency, carryOut: () => WriteResult): WriteResult {
    const kept = keptResult(ownerId, idempotency);
    if (kept !== undefined) return kept;
    const result = carryOut();
    if (!keptOutcomes.has(result.outcome)) return result;
    const { key, fingerprint, keptSince } = idempotency;
    statements.keep({ ownerId, key, fingerprint, resultJson: JSON.stringify(result), createdAt: at });
    statements.forgetOld({ keptSince });
    return result;
  };
}

function prepareStatements(database: Database) {
  const builder = drizzle(database);
  const isKey = and(
    eq(idempotencyKeys.ownerId, sql.placeholder('ownerId')),
    eq(idempotencyKeys.key, sql.placeholder('key')),
  );
  const { fingerprint, resultJson, createdAt } = columnsOf(idempotencyKeys);
  const oldest = builder
    .select({ sequence: idempotencyKeys.sequence })
    .from(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, sql.placeholder('keptSince')))
    .orderBy(asc(idempotencyKeys.createdAt))
    .limit(forgottenAtOnceMax);
  const select = builder.select({ fingerprint, resultJson, createdAt }).from(idempotencyKeys);
  return {
    find: prepareQuery(database, select.where(isKey)),
    keep: prepareChange(database, builder.insert(idempotencyKeys).values(placeholdersFor(idempotencyKeys))),
    forget: prepareChange(database, builder.delete(idempotencyKeys).where(isKey)),
    forgetOld: prepareChange(
      database,
      builder.delete(idempotencyKeys).where(inArray(idempotencyKeys.sequence, oldest)),
    ),
  };
}
