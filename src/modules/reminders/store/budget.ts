import type { Db } from '../../../core/database/db.ts';
import { dateOf, monthNumberOf } from '../../../core/billing/days.ts';
import { hundredthsOfSum } from '../../../core/billing/money.ts';
import { compareWithBudget } from '../../analytics/rules/budget.ts';
import { budgetOf } from '../../owners/store.ts';
import { readDuePayments } from '../../payments/store/duePayments.ts';
import { readRates } from '../../rates/store.ts';
import type { FindExceeded } from '../rules/budget.ts';

/** Creates a function that finds the months that will exceed the budget of an owner. */
export function exceededMonths(db: Db, ownerId: number): FindExceeded {
  return function findExceeded(firstDays) {
    const budget = firstDays.length === 0 ? null : budgetOf(db, ownerId);
    const [today = '', last = today] = [firstDays.toSorted()[0], firstDays.toSorted().at(-1)];
    if (budget === null) return [];
    const months = monthNumberOf(dateOf(last)) - monthNumberOf(dateOf(today)) + 1;
    const { currency, months: compared } = compareWithBudget(budget, readDuePayments(db).schedules(ownerId), {
      today,
      months,
      rates: readRates(db).findExact(ownerId)?.exact,
    });
    return compared.flatMap(({ month, total, over }) => {
      const dueOn = `${month}-01`;
      if (!over || !firstDays.includes(dueOn)) return [];
      return [{ dueOn, amountHundredths: Number(hundredthsOfSum(total)), currency, budget: budget.amount }];
    });
  };
}
