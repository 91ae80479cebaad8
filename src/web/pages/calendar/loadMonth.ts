import { allPages } from '../../api/answers.ts';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { loadDeadlines } from '../../subscriptions/deadlines.ts';
import type { Deadline } from '../../subscriptions/marks.ts';
import { loadSummary } from '../../subscriptions/summary.ts';
import { missedDaysOf } from '../../subscriptions/schedule.ts';
import type { MissedDays } from './entries.ts';
import { daysOfMonth, daysToReach, mayHavePayments } from './month.ts';

const mostPayments = 1000;

/** What the service knows of a month. */
export interface MonthData {
  readonly month: string;
  readonly paid: readonly Schemas['Payment'][];
  readonly due: readonly Schemas['UpcomingPaymentsAnswer'][];
  /** The due days of the subscriptions of which several payments are overdue, by id. */
  readonly missedDays: MissedDays;
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
  const missedDays = await loadMissedDays(due, today, signal);
  return { month, paid, due, missedDays, deadlines: deadlines.filter(({ date }) => date >= first && date <= last) };
}

async function loadMissedDays(due: MonthData['due'], today: string, signal: AbortSignal): Promise<MissedDays> {
  if (!due.some(({ overdue }) => overdue.some(({ missedPayments }) => missedPayments > 1))) return new Map();
  const filter = { status: 'active', include: 'details', expiringBefore: today } as const;
  const late = await allPages((page) =>
    bodyOf(api.GET('/api/v1/subscriptions', { params: { query: { ...filter, ...page } }, signal })),
  );
  return new Map(late.map((record) => [record.id, missedDaysOf(record, today)]));
}

/** The names of all subscriptions by id. */
export async function loadNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const all = await allPages((query) => bodyOf(api.GET('/api/v1/subscriptions', { params: { query }, signal })));
  return new Map(all.map(({ id, name }) => [id, name]));
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
