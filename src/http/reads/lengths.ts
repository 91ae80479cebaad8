import { daysBetween } from '../../domain/billing/days.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../../runtime/system.ts';
import type { Read } from './reads.ts';

// The number of subscriptions with which a read takes about 5 ms on two slow cores. A summary counts along an index, but
// reads each renewal within its horizon.
// A search in the details reads up to 3 KiB of text for each record.
const rowsAtOnce = {
  filtered: 1400,
  searchedDetails: 250,
  duplicates: 800,
  optimizations: 400,
  summaryOfDay: 16_000,
  summaryOfYear: 2500,
};
// A forecast counts by arithmetic, so that its months matter little. A list of payments has each day of its range.
const duePaymentsAtOnce = { forecast: 1000, paymentsOfDay: 600, paymentsOfLongestRange: 350 };
// The number of payments with which their sums, or a list of those of one subscription, take so long.
const paymentsAtOnce = 2000;
// Skipped rows are not read. An owner with fewer rows than this has none behind such an offset.
const rowsSteppedOver = 50_000;
const rowsOfAnySmallOwner = 5000;
// The number of audit entries with which a read takes about 5 ms when it looks at each of them.
const entriesAtOnce = { filtered: 3000, priced: 500 };
const daysAYear = 365;
const daysOfLongestRange = 1100;

// How long a count is used: few writes happen in that time.
const millisecondsRemembered = 10_000;
// Bounds the memory: an entry takes about 100 bytes.
const ownersRemembered = 10_000;

interface Counted {
  readonly rows: number;
  readonly at: number;
}

/** Gives a function that says whether a read may take longer than about 5 ms, which is too long for the event loop. */
export function judgeLengths(rowsOfOwner: Store['rowsOfOwner'], clock: Pick<Clock, 'monotonicMilliseconds'>) {
  const subscriptionsMax = rowsAtOnce.summaryOfDay + 1;
  const countSubscriptions = remember((ownerId) => rowsOfOwner.subscriptions(ownerId, subscriptionsMax), clock);
  const countEntries = remember((ownerId) => rowsOfOwner.auditEntries(ownerId, rowsSteppedOver + 1), clock);
  const countFewEntries = remember((ownerId) => rowsOfOwner.auditEntries(ownerId, entriesAtOnce.filtered + 1), clock);
  const hasLongTrail = (ownerId: number, subscriptionId: string, entriesMax: number): boolean =>
    rowsOfOwner.auditEntriesOf(ownerId, subscriptionId, entriesMax + 1) > entriesMax;

  function isLongAudit(ownerId: number, { filters, page }: Extract<Read, { kind: 'audit' }>): boolean {
    if (page.offset > rowsSteppedOver && countEntries(ownerId) > rowsSteppedOver) return true;
    const { subscriptionId, since, until, ...others } = filters;
    const isOutsideIndex = subscriptionId !== undefined && (since ?? until) !== undefined;
    if (!isOutsideIndex && Object.keys(others).length === 0) return false;
    return subscriptionId === undefined
      ? countFewEntries(ownerId) > entriesAtOnce.filtered
      : hasLongTrail(ownerId, subscriptionId, entriesAtOnce.filtered);
  }

  const countPayments = remember((ownerId) => rowsOfOwner.payments(ownerId, paymentsAtOnce + 1), clock);

  return function mayBeLong(ownerId: number, read: Read): boolean {
    if (read.kind === 'audit') return isLongAudit(ownerId, read);
    if (read.kind === 'prices') return hasLongTrail(ownerId, read.subscriptionId, entriesAtOnce.priced);
    if (read.kind === 'priceChanges') return countFewEntries(ownerId) > entriesAtOnce.priced;
    if (read.kind === 'paymentsMade' || read.kind === 'spent')
      return growsWithPayments(read) && countPayments(ownerId) > paymentsAtOnce;
    const rowsMax = rowsMaxOf(read);
    return rowsMax !== undefined && countSubscriptions(ownerId) > rowsMax;
  };
}

/** The most subscriptions with which a read is short; undefined when their number does not matter. */
function rowsMaxOf(
  read: Exclude<Read, { kind: 'audit' | 'prices' | 'priceChanges' } | PaymentsRead>,
): number | undefined {
  switch (read.kind) {
    case 'list':
      return rowsMaxOfList(read);
    case 'summary':
      return summaryRowsMax(read.horizonDays);
    case 'duplicates':
      return rowsAtOnce.duplicates;
    case 'optimizations':
      return rowsAtOnce.optimizations;
    case 'paymentsToCome':
      return paymentsRowsMax(daysBetween(read.from, read.to));
    case 'forecast':
      return duePaymentsAtOnce.forecast;
  }
}

type PaymentsRead = Extract<Read, { kind: 'paymentsMade' | 'spent' }>;

/** Whether a read may read all payments of the owner; a list of all follows the index of its order until its page is full. */
function growsWithPayments(read: PaymentsRead): boolean {
  return read.kind === 'spent' || read.filters.subscriptionId !== undefined || read.page.offset > paymentsAtOnce;
}

/** A list follows the index of its order and stops when its page is full: after few rows, unless filters exclude most. */
function rowsMaxOfList({ filters, sort, page, include }: Extract<Read, { kind: 'list' }>): number | undefined {
  if (include !== undefined && filters.q !== undefined) return rowsAtOnce.searchedDetails;
  const { expiringBefore, ...others } = filters;
  const isInOrder = expiringBefore === undefined || sort.endsWith('nextPaymentDate');
  const isFiltered = !isInOrder || Object.keys(others).length > 0;
  if (isFiltered) return rowsAtOnce.filtered;
  return page.offset > rowsSteppedOver ? rowsOfAnySmallOwner : undefined;
}

function summaryRowsMax(horizonDays: number): number {
  return interpolated(rowsAtOnce.summaryOfDay, rowsAtOnce.summaryOfYear, horizonDays / daysAYear);
}

function paymentsRowsMax(days: number): number {
  const { paymentsOfDay, paymentsOfLongestRange } = duePaymentsAtOnce;
  return interpolated(paymentsOfDay, paymentsOfLongestRange, days / daysOfLongestRange);
}

/** The number of rows between two others whose time for a row lies at a share, 0 to 1, of the way between theirs. */
function interpolated(rowsOfShortest: number, rowsOfLongest: number, share: number): number {
  const timeOfRow = 1 / rowsOfShortest + (1 / rowsOfLongest - 1 / rowsOfShortest) * share;
  return Math.floor(1 / timeOfRow);
}

function remember(countRows: (ownerId: number) => number, clock: Pick<Clock, 'monotonicMilliseconds'>) {
  const counted = new Map<number, Counted>();
  return function rowsOf(ownerId: number): number {
    const now = clock.monotonicMilliseconds();
    const known = counted.get(ownerId);
    if (known !== undefined && now - known.at < millisecondsRemembered) return known.rows;
    if (counted.size >= ownersRemembered) counted.clear();
    const rows = countRows(ownerId);
    counted.set(ownerId, { rows, at: now });
    return rows;
  };
}
