import type { Db } from '../../../core/database/db.ts';
import { lastDueDay, sumDue, togetherOf, type DueFigures, type PricedAnchor } from '../rules/dueFigures.ts';
import type { Currency } from '../../subscriptions/model.ts';
import { inTransaction, prepareQuery } from '../../../core/database/statement.ts';
import { isActive, isOverdue, scheduleColumns } from './conditions.ts';

/**
 * Creates a function that reads what each owner has to pay now, by the order of their creation, or all of them together, for the
 * metrics. The day is `YYYY-MM-DD`.
 */
export function readDueFigures(database: Db) {
  const { owners, due, currencies, overdue } = prepareStatements(database);

  function figuresOf({ id: ownerId, name }: { readonly id: number; readonly name: string }, today: string): DueFigures {
    const unpaid = currencies.all({ ownerId }).map(({ currency }) => [currency, 0] as const);
    const rows = due.each({ ownerId, to: lastDueDay(today) });
    const dueHundredths = new Map([...unpaid, ...sumDue(rows, today)]);
    return { owner: name, overdue: overdue.first({ ownerId, today })?.subscriptions ?? 0, dueHundredths };
  }

  return function read(today: string, { isPerOwner }: { readonly isPerOwner: boolean }): readonly DueFigures[] {
    return inTransaction(database, 'deferred', () => {
      const figures = owners.all({}).map((owner) => figuresOf(owner, today));
      return isPerOwner ? figures : [togetherOf(figures)];
    });
  };
}

function prepareStatements(database: Db) {
  return {
    owners: prepareQuery<{ id: number; name: string }>(database, 'SELECT id, name FROM owners ORDER BY id'),
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
