import { dayOfInstant } from '../../../domain/billing/days.ts';
import { instantOf } from '../../../runtime/system.ts';
import { route, type Route } from '../../pipeline/route.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { ReadAnswer } from '../../reads/answers.ts';
import { NoQuery } from '../../validation/queries.ts';
import { paymentRangeOf } from './limits.ts';
import { DeadlinesQuery, ForecastQuery, PaymentsQuery, SummaryQuery } from './schema.ts';

/** The operations that report on all subscriptions of an owner: summary, duplicates, optimizations, due payments, deadlines. */
export function analyticsRoutes(options: RouteOptions): readonly Route[] {
  const { quota, answerRead, clock, timeZone, currencies } = options;
  return [
    route({
      operationId: 'getSpendSummary',
      method: 'GET',
      path: '/api/v1/analytics/summary',
      scope: 'read',
      query: SummaryQuery,
      stages: [quota.charge],
      handle: ({ caller, query: { horizonDays }, request, requestId, set }) => {
        const asOf = instantOf(clock);
        const today = dayOfInstant(asOf, timeZone);
        const read = { kind: 'summary', asOf, today, horizonDays } as const;
        return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
      },
    }),
    route({
      operationId: 'findDuplicateSubscriptions',
      method: 'GET',
      path: '/api/v1/analytics/duplicates',
      scope: 'read',
      query: NoQuery,
      stages: [quota.charge],
      handle: ({ caller, request, requestId, set }) =>
        new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, { kind: 'duplicates' }),
    }),
    route({
      operationId: 'getOptimizationSuggestions',
      method: 'GET',
      path: '/api/v1/analytics/optimizations',
      scope: 'read',
      query: NoQuery,
      stages: [quota.charge],
      handle: ({ caller, request, requestId, set }) => {
        const read = { kind: 'optimizations', currencies: currencies.allowed } as const;
        return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
      },
    }),
    upcomingPayments(options),
    paymentForecast(options),
    deadlines(options),
  ];
}

function upcomingPayments({ quota, answerRead, clock, timeZone }: RouteOptions): Route {
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
      return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
    },
  });
}

function paymentForecast({ quota, answerRead, clock, timeZone }: RouteOptions): Route {
  return route({
    operationId: 'getForecast',
    method: 'GET',
    path: '/api/v1/analytics/forecast',
    scope: 'read',
    query: ForecastQuery,
    stages: [quota.charge],
    handle: ({ caller, query: { months }, request, requestId, set }) => {
      const asOf = instantOf(clock);
      const read = { kind: 'forecast', asOf, today: dayOfInstant(asOf, timeZone), months } as const;
      return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
    },
  });
}

function deadlines({ quota, answerRead, clock, timeZone }: RouteOptions): Route {
  return route({
    operationId: 'listDeadlines',
    method: 'GET',
    path: '/api/v1/analytics/deadlines',
    scope: 'read',
    query: DeadlinesQuery,
    stages: [quota.charge],
    handle: ({ caller, query: { days }, request, requestId, set }) => {
      const read = { kind: 'deadlines', today: dayOfInstant(instantOf(clock), timeZone), days } as const;
      return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
    },
  });
}
