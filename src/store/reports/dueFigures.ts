import type { Database } from 'bun:sqlite';
import { and, asc, count, gt, lte, notInArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { lastDueDay, sumDue, type DueFigures } from '../../domain/analytics/dueFigures.ts';
import { owners, removedOwners, removedRecordsOwnerId } from '../schema/tables/owners.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, guarded, inTransaction, prepareQuery } from '../sqlite/statement.ts';
import { isActive, isOverdue, isOwners } from './conditions.ts';

/** What a part of the owners have to pay now. */
export interface DueSlice {
  readonly figures: readonly DueFigures[];
  /** The last owner of this part; undefined when no other owner follows. */
  readonly lastOwner: number | undefined;
}

// Bounds how long the read worker is busy with one part: it counts a row in about 5 µs.
const ownersAtOnce = 200;
const rowsAtOnce = 20_000;

/** Reads what the owners have to pay now, for the metrics. */
export function readDueFigures(database: Database) {
  let prepared: ReturnType<typeof prepareStatements> | undefined;
  const statements = () => (prepared ??= guarded(() => prepareStatements(database)));

  function figuresOf({ id: ownerId, name }: { id: number; name: string }, today: string, onRow: () => void) {
    const { due, currencies, overdue } = statements();
    const unpaid = currencies.all({ ownerId }).map(({ currency }) => [currency, 0] as const);
    const rows = due.each({ ownerId, to: lastDueDay(today) });
    const dueHundredths = new Map([...unpaid, ...sumDue(told(rows, onRow), today)]);
    return { owner: name, overdue: overdue.first({ ownerId, today })?.subscriptions ?? 0, dueHundredths };
  }

  return {
    /** The figures of the owners after one, in the order of their ids, until enough rows are read. */
    slice(today: string, afterOwner: number = removedRecordsOwnerId): DueSlice {
      return inTransaction(database, 'deferred', () => {
        const next = statements().owners.all({ afterOwner });
        const figures: DueFigures[] = [];
        let rows = 0;
        for (const owner of next) {
          figures.push(figuresOf(owner, today, () => (rows += 1)));
          if (rows >= rowsAtOnce) return { figures, lastOwner: owner.id };
        }
        return { figures, lastOwner: next.length === ownersAtOnce ? next.at(-1)?.id : undefined };
      });
    },
  };
}

/** The same rows; calls a function for each. */
function* told<Row>(rows: Iterable<Row>, onRow: () => void): Generator<Row> {
  for (const row of rows) {
    onRow();
    yield row;
  }
}

function prepareStatements(database: Database) {
  const builder = drizzle(database);
  const { id, name } = columnsOf(owners);
  const { period, customDays, everyMonths, lastPaymentDate, anchorDay, endsOn, ...others } = columnsOf(subscriptions);
  const { currency, amountHundredths } = others;
  const removed = builder.select({ id: removedOwners.ownerId }).from(removedOwners);
  const isDueUntil = lte(subscriptions.nextPaymentDate, sql.placeholder('to'));
  return {
    owners: prepareQuery(
      database,
      builder
        .select({ id, name })
        .from(owners)
        .where(and(gt(owners.id, sql.placeholder('afterOwner')), notInArray(owners.id, removed)))
        .orderBy(asc(owners.id))
        .limit(ownersAtOnce),
    ),
    due: prepareQuery(
      database,
      builder
        .select({ period, customDays, everyMonths, lastPaymentDate, anchorDay, endsOn, currency, amountHundredths })
        .from(subscriptions)
        .where(and(isOwners, isActive, isDueUntil)),
    ),
    currencies: prepareQuery(
      database,
      builder.selectDistinct({ currency }).from(subscriptions).where(and(isOwners, isActive)),
    ),
    overdue: prepareQuery(
      database,
      builder
        .select({ subscriptions: count().as('subscriptions') })
        .from(subscriptions)
        .where(and(isOwners, isOverdue)),
    ),
  };
}
