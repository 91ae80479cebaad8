import type { Database } from 'bun:sqlite';
import {
  lastDueDay,
  sumDue,
  togetherOf,
  type DueFigures,
  type PricedAnchor,
} from '../../domain/analytics/dueFigures.ts';
import type { Currency } from '../../domain/subscriptions/fields.ts';
import { removedRecordsOwnerId } from '../entities/owners.ts';
import { inTransaction, prepareQuery } from '../sqlite/statement.ts';
import { isActive, isOverdue, scheduleColumns } from './conditions.ts';

/** Which part of the owners to read, and how. */
export interface DueQuestion {
  /** The current day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether the figures of each owner are wanted; otherwise one of them together. */
  readonly isPerOwner: boolean;
  /** The last owner of the part before; undefined for the first part. */
  readonly afterOwner?: number | undefined;
}

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
  const statements = prepareStatements(database);

  function figuresOf({ id: ownerId, name }: { id: number; name: string }, today: string, onRow: () => void) {
    const { due, currencies, overdue } = statements;
    const unpaid = currencies.all({ ownerId }).map(({ currency }) => [currency, 0] as const);
    const rows = due.each({ ownerId, to: lastDueDay(today) });
    const dueHundredths = new Map([...unpaid, ...sumDue(told(rows, onRow), today)]);
    return { owner: name, overdue: overdue.first({ ownerId, today })?.subscriptions ?? 0, dueHundredths };
  }

  function read(today: string, afterOwner: number): DueSlice {
    const next = statements.owners.all({ afterOwner });
    const figures: DueFigures[] = [];
    let rows = 0;
    for (const owner of next) {
      figures.push(figuresOf(owner, today, () => (rows += 1)));
      if (rows >= rowsAtOnce) return { figures, lastOwner: owner.id };
    }
    return { figures, lastOwner: next.length === ownersAtOnce ? next.at(-1)?.id : undefined };
  }

  return {
    /** The figures of the owners after one, in the order of their ids, until enough rows are read. */
    slice({ today, isPerOwner, afterOwner = removedRecordsOwnerId }: DueQuestion): DueSlice {
      const { figures, lastOwner } = inTransaction(database, 'deferred', () => read(today, afterOwner));
      return { figures: isPerOwner ? figures : [togetherOf(figures)], lastOwner };
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
  return {
    owners: prepareQuery<{ id: number; name: string }>(
      database,
      `SELECT id, name FROM owners WHERE id > $afterOwner AND id NOT IN (SELECT owner_id FROM removed_owners)
       ORDER BY id LIMIT ${ownersAtOnce}`,
    ),
    due: prepareQuery<PricedAnchor>(
      database,
      `SELECT ${scheduleColumns} FROM subscriptions WHERE ${isActive} AND next_payment_date <= $to`,
    ),
    currencies: prepareQuery<{ currency: Currency }>(
      database,
      `SELECT DISTINCT currency FROM subscriptions WHERE ${isActive}`,
    ),
    overdue: prepareQuery<{ subscriptions: number }>(
      database,
      `SELECT count(*) AS subscriptions FROM subscriptions WHERE ${isOverdue}`,
    ),
  };
}
