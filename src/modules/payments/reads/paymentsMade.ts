import { sumSpent } from '../rules/spent.ts';
import type { PaymentFilters, SpentFilters } from '../store/payments.ts';
import type { Page } from '../../../core/database/page.ts';
import { found, foundPage, type Finder } from '../../../core/http/reads/found.ts';

/** A page of the payments made. */
export interface PaymentsMadeRead {
  readonly kind: 'paymentsMade';
  readonly filters: PaymentFilters;
  readonly page: Page;
}

/** The sums of the payments made in a range of days. */
export interface SpentRead extends SpentFilters {
  readonly kind: 'spent';
}

/** The list of payments made. That of all follows the index of its order until its page is full. */
export const paymentsMade: Finder<PaymentsMadeRead> = ({ payments }, ownerId, { filters, page }) =>
  foundPage(payments.list(ownerId, filters, page), page);

/** The sums of the payments made, by category, month and subscription. */
export const spent: Finder<SpentRead> = ({ payments }, ownerId, read) =>
  found({ spent: sumSpent(read, payments.spent(ownerId, read)) });
