import { aboveAverageInCurrency, monthlyToAnnual, summarise } from '../../domain/analytics/analytics.ts';
import { dayAfter } from '../../domain/billing/days.ts';
import { entityTagOf } from '../../commands/entityTags.ts';
import { amountOf } from '../../domain/billing/money.ts';
import type { Page, Paged } from '../../store/sqlite/page.ts';
import type { Store } from '../../store/store.ts';
import { viewForecast, viewPayments, type ForecastRead, type PaymentsRead } from './duePayments.ts';
import type { Sort, SubscriptionFilters } from '../../store/entities/subscriptions.ts';

/** A read whose duration grows with the data of the owner, as plain data that can be sent to the read worker. */
export type Read =
  | {
      readonly kind: 'list';
      readonly filters: SubscriptionFilters;
      readonly sort: Sort;
      readonly page: Page;
    }
  | AuditRead
  | SummaryRead
  | PaymentsRead
  | ForecastRead
  | { readonly kind: 'duplicates' }
  | { readonly kind: 'optimizations' };

interface AuditRead {
  readonly kind: 'audit';
  readonly subscriptionId: string | undefined;
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

/** The result of a read: the body up to its request id, `{"data":…`, and its ETag. */
export interface Found {
  readonly membersJson: string;
  readonly entityTag: string;
}

/** The parts of the store that reads use. */
export type ReadSources = Pick<Store, 'subscriptions' | 'analytics' | 'auditTrail' | 'duePayments'>;

/** Gives a function that carries out reads of one owner; the same on the event loop and in the read worker. */
export function findIn({ subscriptions, analytics, auditTrail, duePayments }: ReadSources) {
  function list(ownerId: number, { filters, sort, page }: Extract<Read, { kind: 'list' }>): Found {
    const { items, hasMore } = subscriptions.list(ownerId, filters, sort, page);
    const others = { pagination: { limit: page.limit, offset: page.offset, hasMore }, query: { sort, filters } };
    return tagged(openListJson(items, others));
  }

  function audit(ownerId: number, { subscriptionId, page }: AuditRead): Found | Promise<Found> {
    const listed = auditTrail.list(ownerId, subscriptionId, page);
    const found = ({ items, hasMore }: Paged<string>) =>
      tagged(openListJson(items, { pagination: { limit: page.limit, offset: page.offset, hasMore } }));
    return listed instanceof Promise ? listed.then(found) : found(listed);
  }

  function summary(ownerId: number, { asOf, today, horizonDays }: SummaryRead): Found {
    const figures = analytics.summaryFigures(ownerId, today, dayAfter(today, horizonDays));
    const membersJson = openJson({ summary: summarise({ asOf, today, horizonDays, ...figures }) });
    return taggedWithoutInstant(membersJson, asOf);
  }

  function optimizations(ownerId: number): Found {
    const { monthly, candidates, spend } = analytics.optimizationFigures(ownerId);
    const found = {
      monthlyToAnnual: monthlyToAnnual(monthly),
      aboveAverageInCurrency: aboveAverageInCurrency(candidates, spend),
    };
    return tagged(openJson({ optimizations: found }));
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
        return optimizations(ownerId);
      case 'payments':
        return tagged(openJson(viewPayments(duePayments, ownerId, read)));
      case 'forecast':
        return taggedWithoutInstant(openJson(viewForecast(duePayments, ownerId, read)), read.asOf);
    }
  };
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
