import type { Page } from '../../store/sqlite/page.ts';
import type { Included, Sort, SubscriptionFilters } from '../../store/entities/subscriptions.ts';
import { foundPage } from './found.ts';
import type { ReadKind } from './readKind.ts';

/** A page of the subscriptions. */
export interface ListRead {
  readonly kind: 'list';
  readonly filters: SubscriptionFilters;
  readonly sort: Sort;
  readonly page: Page;
  readonly include?: Included;
}

// The number of subscriptions with which a list takes about 5 ms. A search in the details reads up to 3 KiB of text for
// each record.
const rowsAtOnce = { filtered: 1400, searchedDetails: 250 };
// Skipped rows are not read. An owner with fewer rows than this has none behind such an offset.
const rowsSteppedOver = 50_000;
const rowsOfAnySmallOwner = 5000;

/** The list of subscriptions. */
export const list: ReadKind<ListRead> = {
  find({ subscriptions }, ownerId, { filters, sort, page, include }) {
    return foundPage(subscriptions.list(ownerId, filters, sort, page, include), page, { query: { sort, filters } });
  },

  isLong(read, { haveMoreSubscriptions }) {
    const rowsMax = rowsMaxOf(read);
    return rowsMax !== undefined && haveMoreSubscriptions(rowsMax);
  },
};

/** A list follows the index of its order and stops when its page is full: after few rows, unless filters exclude most. */
function rowsMaxOf({ filters, sort, page, include }: ListRead): number | undefined {
  if (include !== undefined && filters.q !== undefined) return rowsAtOnce.searchedDetails;
  const { expiringBefore, ...others } = filters;
  const isInOrder = expiringBefore === undefined || sort.endsWith('nextPaymentDate');
  const isFiltered = !isInOrder || Object.keys(others).length > 0;
  if (isFiltered) return rowsAtOnce.filtered;
  return page.offset > rowsSteppedOver ? rowsOfAnySmallOwner : undefined;
}
