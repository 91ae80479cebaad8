import { Elysia } from 'elysia';
import { aboveAverageInCurrency, monthlyToAnnual, summarise } from '../domain/analytics.ts';
import { dayAfter, dayOfInstant } from '../domain/billing.ts';
import { entityTagOf } from '../domain/entityTag.ts';
import { amountOf } from '../domain/money.ts';
import type { Store } from '../store/store.ts';
import { instantOf, type Clock } from '../system.ts';
import { TaggedAnswer } from './dataAnswer.ts';
import { describedAs } from './openapi/operationId.ts';
import type { AuthenticatedApi } from './pipeline/authenticatedApi.ts';
import type { Quota } from './pipeline/quota.ts';
import { decodeQuery } from './pipeline/requestQuery.ts';
import { SummaryQuery } from './schemas/reports.ts';
import { NoQuery } from './schemas/subscription.ts';

interface AnalyticsRouteOptions {
  readonly api: AuthenticatedApi;
  readonly quota: Quota;
  readonly analytics: Store['analytics'];
  readonly clock: Clock;
  /** The IANA time zone in which "today" is read. */
  readonly timeZone: string;
}

/** The operations that report on all of an owner's subscriptions: summary, duplicates, optimizations. */
export function analyticsRoutes({ api, quota, analytics, clock, timeZone }: AnalyticsRouteOptions) {
  const noQuery = { query: NoQuery, transform: decodeQuery(NoQuery) };
  return new Elysia({ name: 'analytics', prefix: '/api/v1/analytics', normalize: false })
    .use(api)
    .get(
      '/summary',
      ({ caller, query: { horizonDays }, request, requestId, set }) => {
        const asOf = instantOf(clock);
        const today = dayOfInstant(asOf, timeZone);
        const figures = analytics.summaryFigures(caller.ownerId, today, dayAfter(today, horizonDays));
        const members = openJson({ summary: summarise({ asOf, today, horizonDays, ...figures }) });
        // The instant alone is no news: the tag is a weak one, over all but that.
        const entityTag = `W/${entityTagOf(members.replace(asOf, ''))}`;
        return new TaggedAnswer({ request, requestId, set }, members, entityTag);
      },
      {
        query: SummaryQuery,
        transform: decodeQuery(SummaryQuery),
        beforeHandle: quota.charge,
        ...describedAs('getSpendSummary'),
      },
    )
    .get(
      '/duplicates',
      ({ caller, request, requestId, set }) => {
        const duplicates = analytics.duplicates(caller.ownerId).map(viewDuplicateGroup);
        const members = openJson({ duplicates });
        return new TaggedAnswer({ request, requestId, set }, members, entityTagOf(members));
      },
      { ...noQuery, beforeHandle: quota.charge, ...describedAs('findDuplicateSubscriptions') },
    )
    .get(
      '/optimizations',
      ({ caller, request, requestId, set }) => {
        const { monthly, candidates, spend } = analytics.optimizationFigures(caller.ownerId);
        const optimizations = {
          monthlyToAnnual: monthlyToAnnual(monthly),
          aboveAverageInCurrency: aboveAverageInCurrency(candidates, spend),
        };
        const members = openJson({ optimizations });
        return new TaggedAnswer({ request, requestId, set }, members, entityTagOf(members));
      },
      { ...noQuery, beforeHandle: quota.charge, ...describedAs('getOptimizationSuggestions') },
    );
}

/** An object as JSON, but for the brace that ends it. */
function openJson(object: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(object).slice(0, -1);
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
