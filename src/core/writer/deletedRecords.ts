import { and, eq, sql } from 'drizzle-orm';
import { once, type Db } from '../database/db.ts';
import type { StoredOutcome } from './outcomes.ts';
import { idempotencyKeys } from './table.ts';
import type { OperationOutcome } from '../../modules/commands.ts';

type Deleted = ReadonlySet<string>;

/** Creates a function that takes deleted records of an owner out of the stored outcomes: no retry shows what was deleted. */
export function prepareForgetting(db: Db) {
  const findNaming = once(() => prepareFindNaming(db));
  return function forgetRecords(ownerId: number, ids: readonly string[]): void {
    const deleted = new Set(ids);
    // With several, every outcome of the owner is read.
    const [only = ''] = ids.length === 1 ? ids : [];
    for (const { sequence, resultJson: result } of findNaming().all({ ownerId, only })) {
      const left = withoutRecords(result, deleted);
      if (left === result) continue;
      db.update(idempotencyKeys).set({ resultJson: left }).where(eq(idempotencyKeys.sequence, sequence)).run();
    }
  };
}

function prepareFindNaming(db: Db) {
  const { sequence, ownerId, resultJson } = idempotencyKeys;
  const names = sql`instr(${resultJson}, ${sql.placeholder('only')}) > 0`;
  const isWanted = and(eq(ownerId, sql.placeholder('ownerId')), names);
  return db.select({ sequence, resultJson }).from(idempotencyKeys).where(isWanted).prepare();
}

/**
 * A stored outcome without deleted records; the same one if it has none of them. That of a single record becomes `missing`. In a
 * batch, such a record counts as deleted. Of the report of an import, the counts are left.
 */
function withoutRecords(stored: StoredOutcome, deleted: Deleted): StoredOutcome {
  if (stored.outcome === 'stored') return shows(stored, deleted) ? { outcome: 'missing' } : stored;
  if (stored.outcome === 'batch') {
    const results = stored.results.map((result) => withoutDeleted(result, deleted));
    return results.some((result, index) => result !== stored.results[index]) ? { ...stored, results } : stored;
  }
  const isReport = stored.outcome === 'imported' || stored.outcome === 'nothingImported';
  return isReport && stored.reportJson !== undefined ? withoutRows(stored, stored.reportJson, deleted) : stored;
}

function shows({ viewJson, of }: { readonly viewJson: string; readonly of?: string | undefined }, deleted: Deleted) {
  const { id, subscriptionId } = JSON.parse(viewJson) as {
    readonly id?: string;
    readonly subscriptionId?: string | null;
  };
  return [of, id, subscriptionId].some((one) => typeof one === 'string' && deleted.has(one));
}

function withoutDeleted(result: OperationOutcome, deleted: Deleted): OperationOutcome {
  if (result.outcome !== 'stored' || !shows(result, deleted)) return result;
  const { id } = JSON.parse(result.viewJson) as { readonly id: string };
  return { outcome: 'deleted', id };
}

interface Report {
  readonly columns?: unknown;
  readonly results: readonly { readonly id?: string }[];
}

/** The report names duplicates of a record by their rows, and its columns have values of one: none of them is left. */
function withoutRows(stored: StoredOutcome, reportJson: string, deleted: Deleted): StoredOutcome {
  const { columns: _columns, ...report } = JSON.parse(reportJson) as Report;
  if (!report.results.some(({ id }) => id !== undefined && deleted.has(id))) return stored;
  return { ...stored, reportJson: JSON.stringify({ ...report, results: [] }) } as StoredOutcome;
}
