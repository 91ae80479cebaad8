import type { Page } from '../../store/sqlite/page.ts';
import type { Included, Sort, SubscriptionFilters } from '../../store/entities/subscriptions.ts';
import { foundPage } from './found.ts';
import { rowsOfComputedRow, rowsUntilEndOf, type ReadKind } from './walks.ts';

/** A page of the subscriptions. */
export interface ListRead {
  readonly kind: 'list';
  readonly filters: SubscriptionFilters;
  readonly sort: Sort;
  readonly page: Page;
  readonly include?: Included;
}

/** The list of subscriptions. */
export const list: ReadKind<ListRead> = {
  find({ subscriptions }, ownerId, { filters, sort, page, include }) {
    return foundPage(subscriptions.list(ownerId, filters, sort, page, include), page, { query: { sort, filters } });
  },

  /** It follows the index of its order until its page is full, which filters may delay until the last row. */
  walk({ filters, sort, page, include }, { subscriptions }) {
    // The notes and tags of a record have up to 3 KiB.
    if (include !== undefined && filters.q !== undefined) return subscriptions() * rowsOfComputedRow;
    const { expiringBefore, ...others } = filters;
    const isInOrder = expiringBefore === undefined || sort.endsWith('nextPaymentDate');
    return isInOrder && Object.keys(others).length === 0 ? rowsUntilEndOf(page) : subscriptions();
  },
};
