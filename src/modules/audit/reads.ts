import { changePercent, type PriceEntry } from '../prices/rules.ts';
import type { PriceChange } from '../prices/store.ts';
import type { Page } from '../../core/database/page.ts';
import type { ActivityFilters } from './store/activity.ts';
import type { AuditFilters } from './store/auditTrail.ts';
import { found, foundPage, type Finder } from '../../core/http/reads/found.ts';

/** A page of the audit trail. */
export interface AuditRead {
  readonly kind: 'audit';
  readonly filters: AuditFilters;
  readonly page: Page;
  /** Whether each entry says who made the change. */
  readonly withActors: boolean;
}

/** A page of the activity. */
export interface ActivityRead {
  readonly kind: 'activity';
  readonly filters: ActivityFilters;
  readonly page: Page;
}

/** The price history of a subscription. */
export interface PricesRead {
  readonly kind: 'prices';
  readonly subscriptionId: string;
}

/** A page of the changes of prices. */
export interface PriceChangesRead {
  readonly kind: 'priceChanges';
  /** ISO 8601 UTC. */
  readonly since: string;
  readonly page: Page;
}

/** The audit trail. */
export const audit: Finder<AuditRead> = ({ auditTrail }, ownerId, { filters, page, withActors }) =>
  foundPage(auditTrail.list(ownerId, filters, page, withActors), page);

/** The activity: the audit trail of all entities. Each of its reads follows an index until its page is full. */
export const activity: Finder<ActivityRead> = (sources, ownerId, { filters, page }) =>
  foundPage(sources.activity.list(ownerId, filters, page), page);

/** The price history of a subscription, from its audit trail. */
export const prices: Finder<PricesRead> = (sources, ownerId, { subscriptionId }) =>
  found({ prices: sources.prices.history(ownerId, subscriptionId).map(viewPrice) });

/** The changes of prices, from the audit trail. */
export const priceChanges: Finder<PriceChangesRead> = (sources, ownerId, { since, page }) => {
  const changes = sources.prices.changesSince(ownerId, since);
  const end = page.offset + page.limit;
  const items = changes.slice(page.offset, end).map((change) => JSON.stringify(viewPriceChange(change)));
  return foundPage({ items, hasMore: changes.length > end }, page);
};

function viewPrice({ since, price, previousAmount }: PriceEntry) {
  // JSON leaves out what is undefined.
  const percent = previousAmount === undefined ? undefined : changePercent(previousAmount, price.amount);
  return { since, ...price, changePercent: percent };
}

function viewPriceChange(change: PriceChange) {
  const { subscriptionId, name, previousAmount } = change;
  const { since, ...present } = viewPrice(change);
  return { subscriptionId, name, since, previousAmount, ...present };
}
