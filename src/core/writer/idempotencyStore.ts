import type { Db } from '../database/db.ts';
import type { Idempotency } from './origin.ts';
import type { ClientResult, CommandOf, OutcomeOf } from '../../modules/commands.ts';
import { withoutRecords, type StoredOutcome } from './deletedRecords.ts';
import { columns, insertInto, type Rows } from '../database/columns.ts';
import { prepareChange, prepareQuery } from '../database/statement.ts';

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
export function openIdempotencyStore(database: Db) {
  const statements = prepareStatements(database);

  function storedResult(ownerId: number, { key, fingerprint, keptSince }: Idempotency): ClientResult | undefined {
    const stored = statements.find.first({ ownerId, key });
    if (stored === undefined) return undefined;
    if (stored.createdAt < keptSince) {
      statements.delete({ ownerId, key });
      return undefined;
    }
    if (stored.fingerprint !== fingerprint) return { outcome: 'keyReused' };
    return { ...(JSON.parse(stored.resultJson) as ClientResult), replayed: true };
  }

  /**
   * Executes a write once for each idempotency key of an owner. The first execution stores the outcome in the same
   * transaction; a retry gets that outcome. Also deletes a few expired outcomes.
   */
  function once({ ownerId, at, of }: Write, idempotency: Idempotency, execute: () => ClientResult): ClientResult {
    const stored = storedResult(ownerId, idempotency);
    if (stored !== undefined) return stored;
    const result = execute();
    if (!storedOutcomes.has(result.outcome)) return result;
    const { key, fingerprint, keptSince } = idempotency;
    const resultJson = JSON.stringify({ ...result, of });
    statements.insert({ ownerId, key, fingerprint, resultJson, createdAt: at });
    statements.deleteExpired({ keptSince, limit: expiredPerWriteMax });
    return result;
  }

  /**
   * Deletes expired outcomes, up to a maximum for one transaction. Outcomes with a time after `stampedUntil`, from a
   * clock that was wrong, get that time, so that they expire later.
   */
  function forget({ keptSince, stampedUntil }: CommandOf<'forget'>): OutcomeOf<'forget'> {
    statements.deleteExpired({ keptSince, limit: expiredPerCommandMax });
    if (stampedUntil !== undefined) statements.restamp({ stampedUntil, limit: expiredPerCommandMax });
    return { outcome: 'forgotten' };
  }

  /** Takes deleted records of an owner out of the stored outcomes: no retry shows what was deleted. */
  function forgetRecords(ownerId: number, ids: readonly string[]): void {
    const deleted = new Set(ids);
    const [only = ''] = ids.length === 1 ? ids : [];
    for (const { sequence, resultJson } of statements.findNaming.all({ ownerId, only })) {
      const stored = JSON.parse(resultJson) as StoredOutcome;
      const left = withoutRecords(stored, deleted);
      if (left !== stored) statements.replace({ sequence, resultJson: JSON.stringify(left) });
    }
  }

  return { once, forget, forgetRecords };
}

/** Creates a function that tests whether there are outcomes stored before one instant or, if given, after another. */
export function findOutcomesOutside(database: Db): (keptSince: string, stampedUntil?: string) => boolean {
  const oldest = prepareQuery(database, `${selectOldest} LIMIT 1`);
  const latest = prepareQuery(database, `${selectLatest} LIMIT 1`);
  return (keptSince, stampedUntil) =>
    oldest.first({ keptSince }) !== undefined ||
    (stampedUntil !== undefined && latest.first({ stampedUntil }) !== undefined);
}

/** Creates a function that tests whether an outcome is stored under an owner's key; it may have expired. */
export function findOutcomeUnder(database: Db): (ownerId: number, key: string) => boolean {
  const find = prepareQuery(database, `SELECT sequence FROM idempotency_keys ${whereKey}`);
  return (ownerId, key) => find.first({ ownerId, key }) !== undefined;
}

type Stored = Rows['idempotency_keys'];
const whereKey = 'WHERE owner_id = $ownerId AND key = $key';
// In the order of an index.
const selectOldest = 'SELECT sequence FROM idempotency_keys WHERE created_at < $keptSince ORDER BY created_at';
const selectLatest = 'SELECT sequence FROM idempotency_keys WHERE created_at > $stampedUntil ORDER BY created_at';

function prepareStatements(database: Db) {
  const found = ['fingerprint', 'resultJson', 'createdAt'] as const;
  return {
    find: prepareQuery<Pick<Stored, (typeof found)[number]>>(
      database,
      `SELECT ${columns('idempotency_keys', found)} FROM idempotency_keys ${whereKey}`,
    ),
    findNaming: prepareQuery<Pick<Stored, 'sequence' | 'resultJson'>>(
      database,
      `SELECT sequence, result_json AS resultJson FROM idempotency_keys
       WHERE owner_id = $ownerId AND instr(result_json, $only) > 0`,
    ),
    replace: prepareChange(
      database,
      'UPDATE idempotency_keys SET result_json = $resultJson WHERE sequence = $sequence',
    ),
    insert: prepareChange(database, insertInto('idempotency_keys', ['ownerId', 'key', ...found])),
    delete: prepareChange(database, `DELETE FROM idempotency_keys ${whereKey}`),
    deleteExpired: prepareChange(
      database,
      `DELETE FROM idempotency_keys WHERE sequence IN (${selectOldest} LIMIT $limit)`,
    ),
    restamp: prepareChange(
      database,
      `UPDATE idempotency_keys SET created_at = $stampedUntil WHERE sequence IN (${selectLatest} LIMIT $limit)`,
    ),
  };
}
