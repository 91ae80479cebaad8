import { dayOfInstant } from '../../../core/billing/days.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import type { Route } from '../../../core/http/pipeline/route.ts';
import { readRoute } from '../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { NoQuery } from '../../../core/fields/queries.ts';
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

function upcomingPayments(options: RouteOptions): Route {
  const today = () => dayOfInstant(instantOf(options.clock), options.timeZone);
  return readRoute(
    options,
    {
      operationId: 'listUpcomingPayments',
      path: '/api/v1/analytics/payments',
      scope: 'read',
      query: PaymentsQuery,
      refuse: ({ query }) => void paymentRangeOf(query, today()),
    },
    ({ limit, offset, include, ...days }) => {
      const withDeadlines = include === 'deadlines';
      const range = { today: today(), ...paymentRangeOf(days, today()) };
      return { kind: 'paymentsToCome', ...range, page: { limit, offset }, withDeadlines };
    },
  );
}
