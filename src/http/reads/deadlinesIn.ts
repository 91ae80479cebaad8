import { deadlinesOf } from '../../domain/analytics/deadlines.ts';
import { dayAfter } from '../../domain/billing/days.ts';
import type { ReadSources } from '../../store/reports/sources.ts';

/** The deadlines of an owner from `today`, a day `YYYY-MM-DD`, to so many days later. */
export function deadlinesIn(
  { deadlines }: ReadSources,
  ownerId: number,
  { today, days }: { readonly today: string; readonly days: number },
) {
  return deadlinesOf(deadlines.candidates(ownerId, today, dayAfter(today, days)), { today, days });
}
