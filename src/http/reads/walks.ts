import type { Clock } from '../../runtime/system.ts';
import type { Page } from '../../store/sqlite/page.ts';
import type { ReadSources } from '../../store/reports/sources.ts';
import type { Store } from '../../store/store.ts';
import type { Found } from './found.ts';

/** The most rows that a read may walk on the event loop; one that may walk more runs in the read worker. */
export const rowsOnLoopMax = 4000;

/** How many rows a row counts that is not only compared: a report computes with it, or reads a long text of it. */
export const rowsOfComputedRow = 10;

/** Numbers of rows of one owner; a larger number than {@link rowsOnLoopMax} means that there are more. */
export interface OwnerRows {
  readonly subscriptions: () => number;
  /** The subscriptions whose next payment is due from one day to another, `YYYY-MM-DD`. */
  readonly renewals: (from: string, to: string) => number;
  /** At most so many due dates, in some days, of the subscriptions whose period is a number of days. */
  readonly dueEveryFewDays: (days: number) => number;
  readonly auditEntries: () => number;
  readonly auditEntriesOf: (subscriptionId: string) => number;
  /** Entries of deleted subscriptions that are not purged yet: a page of the trail walks past them. */
  readonly removedEntries: () => number;
  /** At least the entries, and the payments themselves, of payments of such subscriptions: lists walk past them, too. */
  readonly removedPaymentEntries: () => number;
  readonly removedPayments: () => number;
  readonly payments: () => number;
  readonly reminders: () => number;
  readonly deliveries: () => number;
}

/** A kind of read: how it is carried out, and how much it walks. */
export interface ReadKind<Read> {
  /** Carries out a read of an owner; the same on the event loop and in the read worker. */
  readonly find: (sources: ReadSources, ownerId: number, read: Read) => Found;
  /** The most rows that the read may walk. A row with which it computes counts several times. */
  readonly walk: (read: Read, rows: OwnerRows) => number;
}

// Counting ends here, so that its cost does not grow with the owner.
const countMax = rowsOnLoopMax + 1;

// How long a count is used: few writes happen in that time.
const millisecondsRemembered = 10_000;
// Bounds the memory: an entry takes about 100 bytes.
const countsRemembered = 10_000;

interface Counted {
  readonly rows: number;
  readonly at: number;
}

/** The rows that a page of a list walks that follows the index of its order until the page is full. */
export function rowsUntilEndOf({ limit, offset }: Page): number {
  return offset + limit;
}

/** Gives a function that counts the rows of an owner; those of a table, or of a span of days, at most once in ten seconds. */
export function countRowsOf(counts: Store['rowCounts'], clock: Pick<Clock, 'monotonicMilliseconds'>) {
  const subscriptions = remember(clock);
  const auditEntries = remember(clock);
  const payments = remember(clock);
  const renewals = remember(clock);
  const deliveries = remember(clock);
  const dueDates = remember(clock);

  return function rowsOf(ownerId: number): OwnerRows {
    return {
      subscriptions: () => subscriptions(ownerId, () => counts.subscriptions(ownerId, countMax)),
      renewals: (from, to) => renewals(`${ownerId} ${from} ${to}`, () => counts.renewals(ownerId, from, to, countMax)),
      dueEveryFewDays: (days) => dueDates(`${ownerId} ${days}`, () => counts.dueEveryFewDays(ownerId, days, countMax)),
      auditEntries: () => auditEntries(ownerId, () => counts.auditEntries(ownerId, countMax)),
      auditEntriesOf: (subscriptionId) => counts.auditEntriesOf(ownerId, subscriptionId, countMax),
      removedEntries: () => counts.removedEntries(ownerId, countMax),
      removedPaymentEntries: () => counts.removedPaymentEntries(ownerId, countMax),
      removedPayments: () => counts.removedPayments(ownerId, countMax),
      payments: () => payments(ownerId, () => counts.payments(ownerId, countMax)),
      reminders: () => counts.reminders(ownerId, countMax),
      deliveries: () => deliveries(ownerId, () => counts.deliveries(ownerId, countMax)),
    };
  };
}

function remember(clock: Pick<Clock, 'monotonicMilliseconds'>) {
  const counted = new Map<number | string, Counted>();
  return function rowsOf(key: number | string, count: () => number): number {
    const now = clock.monotonicMilliseconds();
    const known = counted.get(key);
    if (known !== undefined && now - known.at < millisecondsRemembered) return known.rows;
    if (counted.size >= countsRemembered) counted.clear();
    const rows = count();
    counted.set(key, { rows, at: now });
    return rows;
  };
}
