import { allPages } from '../../api/answers.ts';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { loadDeadlines } from '../../subscriptions/deadlines.ts';
import type { Deadline } from '../../subscriptions/marks.ts';
import { loadSummary } from '../../subscriptions/summary.ts';
import { daysOfMonth, daysToReach, mayHavePayments } from './month.ts';

const mostPayments = 1000;

export interface MonthData {
  readonly month: string;
  readonly paid: readonly Schemas['Payment'][];
  readonly due: readonly Schemas['UpcomingPaymentsAnswer'][];
  /** The deadlines of the month, as far as the service looks ahead. */
  readonly deadlines: readonly Deadline[];
}

/** The payments made in a month `YYYY-MM`, those that are overdue, those to come, and the deadlines. */
export async function loadMonth(month: string, today: string, signal: AbortSignal): Promise<MonthData> {
  const { first, last } = daysOfMonth(month);
  const days = daysToReach(last, today);
  const [paid, due, deadlines] = await Promise.all([
    mayHavePayments(month, today) ? loadPaid(first, last, signal) : [],
    loadDue(first, last, signal),
    days === undefined ? [] : loadDeadlines(days, signal),
    // For the order of currencies.
    loadSummary(signal),
  ]);
  return { month, paid, due, deadlines: deadlines.filter(({ date }) => date >= first && date <= last) };
}

function loadPaid(from: string, to: string, signal: AbortSignal): Promise<readonly Schemas['Payment'][]> {
  return allPages((page) => bodyOf(api.GET('/api/v1/payments', { params: { query: { from, to, ...page } }, signal })));
}

async function loadDue(from: string, to: string, signal: AbortSignal): Promise<MonthData['due']> {
  const answers: Schemas['UpcomingPaymentsAnswer'][] = [];
  for (;;) {
    const query = { from, to, limit: mostPayments, offset: answers.length * mostPayments };
    const answer = await bodyOf(api.GET('/api/v1/analytics/payments', { params: { query }, signal }));
    answers.push(answer);
    if (!answer.pagination.hasMore) return answers;
  }
}
