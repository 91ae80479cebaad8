import { aboveAverageInCurrency, monthlyToAnnual, summarise } from '../../domain/analytics/analytics.ts';
import { dayAfter } from '../../domain/billing/days.ts';
import { entityTagOf } from '../../commands/entityTags.ts';
import { amountOf } from '../../domain/billing/money.ts';
import { sumSpent } from '../../domain/payments/spent.ts';
import type { PaymentFilters } from '../../store/entities/payments.ts';
import type { Page, Paged } from '../../store/sqlite/page.ts';
import type { AuditFilters } from '../../store/trail/filters.ts';
import type { PriceChange } from '../../store/reports/prices.ts';
import type { Store } from '../../store/store.ts';
import { viewForecast, viewPayments, type ForecastRead, type PaymentsToComeRead } from './duePayments.ts';
import { viewPrice, viewPriceChange } from './priceViews.ts';
import type { Included, Sort, SubscriptionFilters } from '../../store/entities/subscriptions.ts';

/** A read whose duration grows with the data of the owner, as plain data that can be sent to the read worker. */
export type Read =
  | {
      readonly kind: 'list';
      readonly filters: SubscriptionFilters;
      readonly sort: Sort;
      readonly page: Page;
      readonly include?: Included;
    }
  | AuditRead
  | SummaryRead
  | PaymentsToComeRead
  | ForecastRead
  | PaymentsMadeRead
  | SpentRead
  | { readonly kind: 'duplicates' }
  | { readonly kind: 'optimizations' }
  | { readonly kind: 'prices'; readonly subscriptionId: string }
  | PriceChangesRead;

interface AuditRead {
  readonly kind: 'audit';
  readonly filters: AuditFilters;
  readonly page: Page;
}

interface PriceChangesRead {
  readonly kind: 'priceChanges';
  /** ISO 8601 UTC. */
  readonly since: string;
  readonly page: Page;
}

interface SummaryRead {
  readonly kind: 'summary';
  /** ISO 8601 UTC. */
  readonly asOf: string;
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly horizonDays: number;
}

interface PaymentsMadeRead {
  readonly kind: 'paymentsMade';
  readonly filters: PaymentFilters;
  readonly page: Page;
}

interface SpentRead {
  readonly kind: 'spent';
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** The result of a read: the body up to its request id, `{"data":…`, and its ETag. */
export interface Found {
  readonly membersJson: string;
  readonly entityTag: string;
}

/** The parts of the store that reads use. */
export type ReadSources = Pick<
  Store,
  'subscriptions' | 'analytics' | 'auditTrail' | 'prices' | 'payments' | 'duePayments'
>;

/** Gives a function that carries out reads of one owner; the same on the event loop and in the read worker. */
export function findIn({ subscriptions, analytics, auditTrail, prices, payments, duePayments }: ReadSources) {
  function list(ownerId: number, { filters, sort, page, include }: Extract<Read, { kind: 'list' }>): Found {
    const { items, hasMore } = subscriptions.list(ownerId, filters, sort, page, include);
    const others = { pagination: { limit: page.limit, offset: page.offset, hasMore }, query: { sort, filters } };
    return tagged(openListJson(items, others));
  }

  function audit(ownerId: number, { filters, page }: AuditRead): Found | Promise<Found> {
    const listed = auditTrail.list(ownerId, filters, page);
    return listed instanceof Promise ? listed.then((later) => pageOf(later, page)) : pageOf(listed, page);
  }

  function summary(ownerId: number, { asOf, today, horizonDays }: SummaryRead): Found {
    const figures = analytics.summaryFigures(ownerId, today, dayAfter(today, horizonDays));
    const membersJson = openJson({ summary: summarise({ asOf, today, horizonDays, ...figures }) });
    return taggedWithoutInstant(membersJson, asOf);
  }

  return function find(ownerId: number, read: Read): Found | Promise<Found> {
    switch (read.kind) {
      case 'list':
        return list(ownerId, read);
      case 'audit':
        return audit(ownerId, read);
      case 'summary':
        return summary(ownerId, read);
      case 'duplicates':
        return tagged(openJson({ duplicates: analytics.duplicates(ownerId).map(viewDuplicateGroup) }));
      case 'optimizations':
        return tagged(openJson({ optimizations: viewOptimizations(analytics.optimizationFigures(ownerId)) }));
      case 'paymentsToCome':
        return tagged(openJson(viewPayments(duePayments, ownerId, read)));
      case 'forecast':
        return taggedWithoutInstant(openJson(viewForecast(duePayments, ownerId, read)), read.asOf);
      case 'prices':
        return tagged(openJson({ prices: prices.history(ownerId, read.subscriptionId).map(viewPrice) }));
      case 'priceChanges':
        return changedPrices(prices.changesSince(ownerId, read.since), read.page);
      case 'paymentsMade':
        return pageOf(payments.list(ownerId, read.filters, read.page), read.page);
      case 'spent':
        return tagged(openJson({ spent: sumSpent(read, payments.spent(ownerId, read.from, read.to)) }));
    }
  };
}

function changedPrices(changes: readonly PriceChange[], page: Page): Found {
  const behind = page.offset + page.limit;
  const items = changes.slice(page.offset, behind).map((change) => JSON.stringify(viewPriceChange(change)));
  return pageOf({ items, hasMore: changes.length > behind }, page);
}

function viewOptimizations({ monthly, candidates, spend }: OptimizationFigures) {
  return {
    monthlyToAnnual: monthlyToAnnual(monthly),
    aboveAverageInCurrency: aboveAverageInCurrency(candidates, spend),
  };
}

/** A page of items that are JSON texts. */
function pageOf({ items, hasMore }: Paged<string>, { limit, offset }: Page): Found {
  return tagged(openListJson(items, { pagination: { limit, offset, hasMore } }));
}

function tagged(membersJson: string): Found {
  return { membersJson, entityTag: entityTagOf(membersJson) };
}

/** A weak ETag that leaves out the instant of the report, because that alone is no change. */
function taggedWithoutInstant(membersJson: string, asOf: string): Found {
  return { membersJson, entityTag: `W/${entityTagOf(membersJson.replace(asOf, ''))}` };
}

/** An object as JSON, without its closing brace. */
function openJson(object: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(object).slice(0, -1);
}

/** A list of items that are JSON texts, with other members, as JSON without its closing brace. */
function openListJson(items: readonly string[], others: Readonly<Record<string, unknown>>): string {
  return `{"data":[${items.join(',')}],${openJson(others).slice(1)}`;
}

type OptimizationFigures = ReturnType<Store['analytics']['optimizationFigures']>;

type DuplicateGroup = ReturnType<Store['analytics']['duplicates']>[number];

function viewDuplicateGroup([normalizedName, members]: DuplicateGroup) {
  const subscriptions = members.map(({ id, name, category, amountHundredths, currency, period, status }) => ({
    id,
    name,
    category,
    amount: amountOf(amountHundredths),
    currency,
    period,
    status,
  }));
  return { normalizedName, subscriptions };
}
