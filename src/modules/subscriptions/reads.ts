import type { Page } from '../../core/database/page.ts';
import type { Included, Sort, SubscriptionFilters } from './store/subscriptions.ts';
import { foundPage, type Finder } from '../../core/http/reads/found.ts';

/** A page of the subscriptions. */
export interface ListRead {
  readonly kind: 'list';
  readonly filters: SubscriptionFilters;
  readonly sort: Sort;
  readonly page: Page;
  readonly include?: Included;
}

/** The list of subscriptions. */
export const list: Finder<ListRead> = ({ subscriptions }, ownerId, { filters, sort, page, include }) => {
  return foundPage(subscriptions.list(ownerId, filters, sort, page, include), page, { query: { sort, filters } });
};
