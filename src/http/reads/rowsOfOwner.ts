import type { Clock } from '../../runtime/system.ts';
import type { Store } from '../../store/store.ts';

/** Compares the numbers of an owner's rows with a limit. */
export interface RowsOfOwner {
  /** Whether the owner has more subscriptions than this. */
  readonly haveMoreSubscriptions: (than: number) => boolean;
  /** Whether the owner has more audit entries of subscriptions than this. */
  readonly haveMoreEntries: (than: number) => boolean;
  /** Whether one subscription has more audit entries than this. */
  readonly haveMoreEntriesOf: (subscriptionId: string, than: number) => boolean;
  /** Whether the owner has more payments than this. */
  readonly haveMorePayments: (than: number) => boolean;
}

// A count ends here, so that its cost does not grow with the owner. No limit of a read may be higher.
const rowsMax = { subscriptions: 16_001, auditEntries: 50_001, payments: 2001 };
const fewEntriesMax = 3001;

// How long a count is used: few writes happen in that time.
const millisecondsRemembered = 10_000;
// Bounds the memory: an entry takes about 100 bytes.
const ownersRemembered = 10_000;

interface Counted {
  readonly rows: number;
  readonly at: number;
}

/** Gives a function that counts the rows of an owner, at most once in ten seconds. */
export function countRowsOf(
  { subscriptions, auditEntries, auditEntriesOf, payments }: Store['rowsOfOwner'],
  clock: Pick<Clock, 'monotonicMilliseconds'>,
) {
  const countSubscriptions = remember((ownerId) => subscriptions(ownerId, rowsMax.subscriptions), clock);
  const countEntries = remember((ownerId) => auditEntries(ownerId, rowsMax.auditEntries), clock);
  const countFewEntries = remember((ownerId) => auditEntries(ownerId, fewEntriesMax), clock);
  const countPayments = remember((ownerId) => payments(ownerId, rowsMax.payments), clock);

  return function rowsOf(ownerId: number): RowsOfOwner {
    return {
      haveMoreSubscriptions: (than) => countSubscriptions(ownerId) > than,
      haveMoreEntries: (than) => (than < fewEntriesMax ? countFewEntries : countEntries)(ownerId) > than,
      haveMoreEntriesOf: (subscriptionId, than) => auditEntriesOf(ownerId, subscriptionId, than + 1) > than,
      haveMorePayments: (than) => countPayments(ownerId) > than,
    };
  };
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

/** The number of rows between two others whose time for a row lies at a share, 0 to 1, of the way between theirs. */
export function interpolated(rowsOfShortest: number, rowsOfLongest: number, share: number): number {
  const timeOfRow = 1 / rowsOfShortest + (1 / rowsOfLongest - 1 / rowsOfShortest) * share;
  return Math.floor(1 / timeOfRow);
}
