import { dayOfNumber, lastDayNumber, numberOfDay } from '../../../core/billing/days.ts';
import { byEventDay, type AimedRule, type DueReminder, type RuleDays } from './moments.ts';

/** A month that will cost more than the budget. */
export interface ExceededMonth {
  /** Its first day, `YYYY-MM-DD`. */
  readonly dueOn: string;
  /** What its payments cost, in hundredths. */
  readonly amountHundredths: number;
  readonly currency: string;
  /** The amount of the budget, as clients see it. */
  readonly budget: number;
}

/** Finds the months that will cost more than the budget, among those that begin on some days. */
export type FindExceeded = (firstDays: readonly string[]) => readonly ExceededMonth[];

/** What some rules of an owner remind of by its budget: the first days of the months that will exceed it. */
export function budgetReminders<Rule extends AimedRule>(
  rules: readonly RuleDays<Rule>[],
  findExceeded: FindExceeded,
): readonly (DueReminder<Rule> & { readonly month: ExceededMonth })[] {
  const byDay = byEventDay(rules.filter(({ rule }) => rule.event === 'budget'));
  const days = Array.from(byDay.keys()).filter((day) => day <= lastDayNumber);
  const firstDays = days.map(dayOfNumber).filter((day) => day.endsWith('-01'));
  return findExceeded(firstDays).flatMap((month) => {
    const due = byDay.get(numberOfDay(month.dueOn)) ?? [];
    return due.map((one) => ({ ...one, dueOn: month.dueOn, month }));
  });
}
