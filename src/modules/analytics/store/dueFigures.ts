import { and, count, lte, sql } from 'drizzle-orm';
import { owners } from '../../../core/access/table.ts';
import { withPrices } from '../../../core/billing/prices.ts';
import { once, type Db } from '../../../core/database/db.ts';
import { plainRows } from '../../../core/database/plainRows.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import { sumDue, togetherOf, type DueFigures } from '../rules/dueFigures.ts';
import { lastDueDay } from '../rules/lastDueDay.ts';
import { isActive, isOverdue, scheduleColumns } from './conditions.ts';

/**
 * Creates a function that reads what each owner has to pay now, by the order of their creation, or all of them together, for the
 * metrics. The day is `YYYY-MM-DD`.
 */
export function readDueFigures(db: Db) {
  const statements = once(() => prepareStatements(db));

  function figuresOf({ id: ownerId, name }: { readonly id: number; readonly name: string }, today: string): DueFigures {
    const { due, currencies, overdue } = statements();
    const unpaid = currencies.all({ ownerId }).map(({ currency }) => [currency, 0] as const);
    const rows = plainRows(due, scheduleColumns, { ownerId, to: lastDueDay(today) }).map(withPrices);
    const dueHundredths = new Map([...unpaid, ...sumDue(rows, today)]);
    return { owner: name, overdue: overdue.get({ ownerId, today })?.subscriptions ?? 0, dueHundredths };
  }

  return function read(today: string, { isPerOwner }: { readonly isPerOwner: boolean }): readonly DueFigures[] {
    return db.transaction(() => {
      const figures = statements()
        .owners.all()
        .map((owner) => figuresOf(owner, today));
      return isPerOwner ? figures : [togetherOf(figures)];
    });
  };
}

function prepareStatements(db: Db) {
  const { currency, nextPaymentDate } = subscriptions;
  const isDue = and(isActive, lte(nextPaymentDate, sql.placeholder('to')));
  return {
    owners: db.select({ id: owners.id, name: owners.name }).from(owners).orderBy(owners.id).prepare(),
    due: db.select(scheduleColumns).from(subscriptions).where(isDue).prepare(),
    currencies: db.selectDistinct({ currency }).from(subscriptions).where(isActive).prepare(),
    overdue: db.select({ subscriptions: count() }).from(subscriptions).where(isOverdue).prepare(),
  };
}
