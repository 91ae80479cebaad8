import type { Database } from 'bun:sqlite';
import { and, inArray, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import type { Page, Paged } from '../sqlite/page.ts';
import { columnsOf, guarded, prepareQuery } from '../sqlite/statement.ts';
import { filtersIn, isByTime, pathOf, type AuditFilters } from './filters.ts';
import { selectRemovedRecords } from './removedRecords.ts';

// The number of entries after which other requests are served.
const entriesAtOnce = 1000;
// Before and after every instant, as texts.
const startOfTime = '';
const endOfTime = '~';

/**
 * Creates a function that reads the trail of an owner while it contains entries of deleted records: the sequence numbers of the
 * other entries on a page, newest first.
 */
export function readPastRemoved(database: Database) {
  const statements = new Map<string, ReturnType<typeof prepareOlder>>();
  const nextTurn = takeTurns();

  function olderStatement(filters: AuditFilters) {
    const key = filtersIn(filters).join(' ');
    const statement = statements.get(key) ?? guarded(() => prepareOlder(database, filters));
    statements.set(key, statement);
    return statement;
  }

  return async function listNumbers(ownerId: number, filters: AuditFilters, page: Page): Promise<Paged<number>> {
    const { limit, offset } = page;
    const { until = endOfTime, ...others } = filters;
    // The cursor takes the place of `until`, so that SQLite has one upper bound and starts there.
    const read = filters.until === undefined ? filters : { since: startOfTime, ...others };
    const older = olderStatement(read);
    let cursor = { before: filters.until === undefined ? Number.MAX_SAFE_INTEGER : 0, beforeAt: until };
    const numbers: number[] = [];
    let skipped = 0;
    while (numbers.length <= limit) {
      const rows = older.all({ ...read, ...cursor, ownerId });
      const kept = rows.filter((row) => row.isRemoved === 0);
      const onPage = kept.slice(Math.max(offset - skipped, 0)).slice(0, limit + 1 - numbers.length);
      numbers.push(...onPage.map((row) => row.sequence));
      skipped += kept.length;
      const last = rows.at(-1);
      if (last === undefined || rows.length < entriesAtOnce) break;
      cursor = { before: last.sequence, beforeAt: last.createdAt };
      await nextTurn();
    }
    return { items: numbers.slice(0, limit), hasMore: numbers.length > limit };
  };
}

/** Compiles the query for the next entries after a cursor that pass the filters. */
function prepareOlder(database: Database, filters: AuditFilters) {
  const { entries, isWanted, order } = pathOf(filters);
  const { sequence, createdAt } = columnsOf(auditEntries);
  const before = sql.placeholder('before');
  const isOlder = isByTime(filters)
    ? sql`(${auditEntries.createdAt}, ${auditEntries.sequence}) < (${sql.placeholder('beforeAt')}, ${before})`
    : lt(auditEntries.sequence, before);
  const isRemoved = sql<number>`${inArray(auditEntries.entityId, selectRemovedRecords(database))}`.as('isRemoved');
  const query = drizzle(database)
    .select({ sequence, createdAt, isRemoved })
    .from(entries)
    .where(and(isWanted, isOlder))
    .orderBy(...order);
  return prepareQuery(database, query.limit(entriesAtOnce));
}

/** Creates a function whose promises resolve one after the other; other requests are served in between. */
function takeTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return function nextTurn() {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}
