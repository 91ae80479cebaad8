import { dayAfter } from '../../../core/billing/days.ts';

const daysAfterToday = 6;

/** The last day of the seven that begin today. The first view of the page needs this, and no due dates. */
export function lastDueDay(today: string): string {
  return dayAfter(today, daysAfterToday);
}
