import type { Schemas } from '../../api/answers.ts';
import { type Amount, sumsOf, timesAmount } from '../../format/money.ts';
import type { Days } from '../../subscriptions/schedule.ts';

/** A payment in the calendar: made, overdue, or to come. */
export interface Entry {
  /** Unique in a month. */
  readonly key: string;
  readonly date: string;
  readonly subscriptionId: string;
  readonly name: string;
  /** What is to be paid: for several overdue payments, all of them. */
  readonly amount: number;
  readonly currency: string;
  readonly state: EntryState;
  /** The day on which a payment that was made was due. */
  readonly dueOn?: string;
  /** Whether the service recorded it by itself. */
  readonly isAutomatic?: boolean;
  readonly payments?: number;
  /** Whether it is the next payment of its subscription: only that one can be recorded. */
  readonly isNext?: boolean;
  /** Whether the amount is an estimate. */
  readonly isEstimate?: boolean | undefined;
}

export type EntryState = 'paid' | 'overdue' | 'due';

/** The states in the order in which they are listed. */
const entryStates: readonly EntryState[] = ['overdue', 'paid', 'due'];

/** The payments made, as entries on the day of the payment. */
export function paidEntries(payments: readonly Schemas['Payment'][]): readonly Entry[] {
  return payments.map(({ id, subscriptionId, subscriptionName, dueOn, paidOn, amount, currency, source }) => ({
    key: id,
    date: paidOn,
    subscriptionId,
    name: subscriptionName ?? '',
    amount,
    currency,
    state: 'paid',
    dueOn,
    isAutomatic: source === 'automatic',
  }));
}

type Answers = readonly Pick<Schemas['UpcomingPaymentsAnswer'], 'payments' | 'overdue'>[];

/**
 * The payments to come, as entries, and the overdue ones that were due in the same range of days.
 *
 * @param today which payment is the next one of its subscription is known when the range does not begin after it
 */
export function dueEntries(due: Answers, { from, to }: Days, today: string): readonly Entry[] {
  const coming = due.flatMap(({ payments }) => payments.map((one) => entryOf(one, 'due')));
  const seen = new Set<string>();
  return [...overdueEntries(due), ...coming]
    .map((entry) => {
      const isNext = from <= today && !seen.has(entry.subscriptionId) && (entry.payments ?? 1) === 1;
      seen.add(entry.subscriptionId);
      return { ...entry, isNext };
    })
    .filter(({ state, date }) => state === 'due' || (date >= from && date <= to));
}

/** What is overdue since before a day, by currency. */
export function overdueBefore(due: Answers, first: string): readonly Amount[] {
  return sumsOf(overdueEntries(due).filter(({ date }) => date < first));
}

/** What is overdue: an entry for each missed payment; one for all of a subscription if the service does not say all of its days. */
function overdueEntries(due: Answers): readonly Entry[] {
  return (due[0]?.overdue ?? []).flatMap((one) => {
    const { missedPayments, missedOn, missedAmounts = [], missedTotal = timesAmount(one.amount, missedPayments) } = one;
    if (missedOn.length === missedPayments)
      return missedOn.map((date, at) => entryOf({ ...one, date, amount: missedAmounts[at] ?? one.amount }, 'overdue'));
    const whole = { amount: missedTotal, payments: missedPayments };
    return [{ ...entryOf(one, 'overdue'), ...whole }];
  });
}

/** The entries by day, in the order of the days; those of a day as they are listed. */
export function byDay(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const sorted = entries.toSorted(
    (a, b) => a.date.localeCompare(b.date) || entryStates.indexOf(a.state) - entryStates.indexOf(b.state),
  );
  return Map.groupBy(sorted, ({ date }) => date);
}

export function sumsByState(entries: readonly Entry[]): readonly (readonly [EntryState, readonly Amount[]])[] {
  return entryStates
    .map((state) => [state, sumsOf(entries.filter((entry) => entry.state === state))] as const)
    .filter(([, sums]) => sums.length > 0);
}

function entryOf(payment: Schemas['UpcomingPayment'], state: EntryState): Entry {
  const { date, subscriptionId, name, amount, currency, isEstimate } = payment;
  return { key: `${subscriptionId} ${date}`, date, subscriptionId, name, amount, currency, isEstimate, state };
}
