import { dayOfInstant } from '../../../domain/billing/days.ts';
import { instantOf } from '../../../runtime/system.ts';
import { route, type Route } from '../../pipeline/route.ts';
import { readRoute } from '../recordRoutes.ts';
import { ReadAnswer } from '../../reads/answers.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { NoQuery } from '../../validation/queries.ts';
import { paymentRangeOf } from './limits.ts';
import { DeadlinesQuery, ForecastQuery, PaymentsQuery, SummaryQuery } from './schema.ts';

/** The operations that report on all subscriptions of an owner: summary, duplicates, optimizations, due payments, deadlines. */
export function analyticsRoutes(options: RouteOptions): readonly Route[] {
  const now = () => {
    const asOf = instantOf(options.clock);
    return { asOf, today: dayOfInstant(asOf, options.timeZone) };
  };
  return [
    readRoute(
      options,
      { operationId: 'getSpendSummary', path: '/api/v1/analytics/summary', scope: 'read', query: SummaryQuery },
      ({ horizonDays }) => ({ kind: 'summary', ...now(), horizonDays }),
    ),
    readRoute(
      options,
      {
        operationId: 'findDuplicateSubscriptions',
        path: '/api/v1/analytics/duplicates',
        scope: 'read',
        query: NoQuery,
      },
      () => ({ kind: 'duplicates' }),
    ),
    readRoute(
      options,
      {
        operationId: 'getOptimizationSuggestions',
        path: '/api/v1/analytics/optimizations',
        scope: 'read',
        query: NoQuery,
      },
      () => ({ kind: 'optimizations', currencies: options.currencies.allowed }),
    ),
    upcomingPayments(options),
    readRoute(
      options,
      { operationId: 'getForecast', path: '/api/v1/analytics/forecast', scope: 'read', query: ForecastQuery },
      ({ months }) => ({ kind: 'forecast', ...now(), months }),
    ),
    readRoute(
      options,
      { operationId: 'listDeadlines', path: '/api/v1/analytics/deadlines', scope: 'read', query: DeadlinesQuery },
      ({ days }) => ({ kind: 'deadlines', today: now().today, days }),
    ),
  ];
}

function upcomingPayments({ quota, find, clock, timeZone }: RouteOptions): Route {
  return route({
    operationId: 'listUpcomingPayments',
    method: 'GET',
    path: '/api/v1/analytics/payments',
    scope: 'read',
    query: PaymentsQuery,
    stages: [],
    handle: ({ caller, query, request, requestId, set }) => {
      const { limit, offset, include } = query;
      const today = dayOfInstant(instantOf(clock), timeZone);
      const range = paymentRangeOf(query, today);
      quota.charge({ caller, set });
      const withDeadlines = include === 'deadlines';
      const read = { kind: 'paymentsToCome', today, ...range, page: { limit, offset }, withDeadlines } as const;
      return new ReadAnswer(find, { request, requestId, set }, caller.ownerId, read);
    },
  });
}
