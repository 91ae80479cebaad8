import { lastDueDay } from '../../../modules/analytics/rules/lastDueDay.ts';
import { monthlyHundredths, spendOfCurrencies } from '../../../modules/analytics/rules/equivalents.ts';
import { daysBetween } from '../../../core/billing/days.ts';
import { amountOf, sumAmounts } from '../../../core/billing/money.ts';
import { compareText } from '../../../core/text/text.ts';
import type { Schemas } from '../../api/answers.ts';
import { pricedOf } from '../../format/intervals.ts';
import { type Amount, sumsOf, timesAmount } from '../../format/money.ts';
import { type Deadline, isDecision } from '../../subscriptions/marks.ts';

type Change = Pick<
  Schemas['PriceChange'],
  'previousAmount' | 'amount' | 'currency' | 'period' | 'customDate' | 'everyMonths' | 'unusual'
>;

/** How many prices rose, and what that costs more a month, by currency. An unusual payment is no price. */
export function risesOf(changes: readonly Change[]): { readonly count: number; readonly sums: readonly Amount[] } {
  const rises = changes.filter(({ amount, previousAmount, unusual }) => !unusual && amount > previousAmount);
  const groups = rises.flatMap((change) => {
    const priced = pricedOf(sumAmounts([change.amount, -change.previousAmount]), change);
    return priced ? [{ ...priced, currency: change.currency, subscriptions: 1 }] : [];
  });
  const sums = Array.from(spendOfCurrencies(groups), ([currency, { yearly }]) => ({
    currency,
    amount: amountOf(monthlyHundredths(yearly)),
  }));
  return { count: rises.length, sums };
}

type Answer = Pick<Schemas['UpcomingPaymentsAnswer'], 'payments' | 'overdue' | 'pagination'>;

/** What several missed payments cost, if not all of them cost the same. */
type MissedCost = Partial<Pick<Schemas['OverduePayment'], 'missedAmounts' | 'missedTotal'>>;

/** A payment in the list of what is due. */
export interface DueRow extends Readonly<Schemas['UpcomingPayment']>, MissedCost {
  /** Unique in the list. */
  readonly key: string;
  /** How many payments the row stands for: more than one when several are overdue. */
  readonly payments: number;
  /** Whether it is the next payment of its subscription: only that one can be recorded. */
  readonly isNext: boolean;
}

/** When a payment is due, seen from today. */
export type DueGroup = 'overdue' | 'today' | 'week' | 'later';

const lastDayOfGroup: readonly (readonly [group: DueGroup, day: number])[] = [
  ['overdue', -1],
  ['today', 0],
  ['week', 6],
];

/** The payments of an answer in the order in which they are due, overdue ones first. */
export function dueRowsOf({ overdue, payments }: Answer): readonly DueRow[] {
  const seen = new Set<string>();
  const rows = [
    ...overdue.map((payment) => ({ payment, payments: payment.missedPayments })),
    ...payments.map((payment) => ({ payment, payments: 1 })),
  ];
  return rows.map(({ payment, payments: count }) => {
    const isNext = !seen.has(payment.subscriptionId);
    seen.add(payment.subscriptionId);
    return { ...payment, key: `${payment.subscriptionId} ${payment.date}`, payments: count, isNext };
  });
}

export function isLate({ date }: Pick<DueRow, 'date'>, today: string): boolean {
  return date < today;
}

export function sumOfRow({ amount, payments, missedTotal }: MissedCost & Pick<DueRow, 'amount' | 'payments'>): number {
  return missedTotal ?? timesAmount(amount, payments);
}

/** What is overdue, every missed payment counted, by currency. */
export function sumOfOverdue({ overdue }: Pick<Answer, 'overdue'>): readonly Amount[] {
  return sumsOf(
    overdue.map((one) => ({ amount: sumOfRow({ ...one, payments: one.missedPayments }), currency: one.currency })),
  );
}

/** What the subscriptions cost in a year about which something must be decided, by currency; each counts once. */
export function atStake(deadlines: readonly Deadline[]): readonly Amount[] {
  const open = deadlines.filter(isDecision);
  const each = new Map(open.map((one) => [one.subscriptionId, { amount: one.yearlyCost, currency: one.currency }]));
  return sumsOf(Array.from(each.values()));
}

/** The last days of the subscriptions that are cancelled and still run, by the id of the subscription. */
export function lastDaysOf(deadlines: readonly Deadline[]): ReadonlyMap<string, string> {
  return new Map(deadlines.filter(({ kind }) => kind === 'end').map((one) => [one.subscriptionId, one.date]));
}

export function deadlineKey({ subscriptionId, kind, date }: Deadline): string {
  return `${subscriptionId} ${kind} ${date}`;
}

/** Rows in the order of their days by when they are due; groups without rows are left out. */
export function groupRows<Row extends { readonly date: string }>(
  rows: readonly Row[],
  today: string,
): readonly (readonly [DueGroup, readonly Row[]])[] {
  const groupOf = ({ date }: Row) =>
    lastDayOfGroup.find(([, last]) => daysBetween(today, date) <= last)?.[0] ?? 'later';
  return Array.from(Map.groupBy(rows, groupOf));
}

/** Whether a deadline is in the seven days that begin today. */
export function isOfWeek({ date }: Pick<Deadline, 'date'>, today: string): boolean {
  return date <= lastDueDay(today);
}

/** A row of what is due: a payment, or a deadline of the week. */
export type DueItem =
  | { readonly key: string; readonly date: string; readonly row: DueRow }
  | { readonly key: string; readonly date: string; readonly deadline: Deadline };

/** The payments of an answer and its deadlines of the week by day, deadlines first. */
export function dueItemsOf(due: Answer & { readonly deadlines?: readonly Deadline[] }, today: string) {
  const deadlines: readonly DueItem[] = (due.deadlines ?? [])
    .filter((deadline) => isOfWeek(deadline, today))
    .map((deadline) => ({ key: deadlineKey(deadline), date: deadline.date, deadline }));
  const payments: readonly DueItem[] = dueRowsOf(due).map((row) => ({ key: row.key, date: row.date, row }));
  return [...deadlines, ...payments].toSorted((a, b) => compareText(a.date, b.date));
}

/** What is due in the seven days that begin today, by currency; undefined when the answer does not reach that far. */
export function sumOfWeek({ payments, pagination }: Answer, today: string): readonly Amount[] | undefined {
  const lastDay = lastDueDay(today);
  const end = payments.at(-1)?.date;
  if (pagination.hasMore && end !== undefined && end <= lastDay) return undefined;
  return sumsOf(payments.filter(({ date }) => date <= lastDay));
}
