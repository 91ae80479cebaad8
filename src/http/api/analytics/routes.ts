import { dayOfInstant } from '../../../domain/billing/days.ts';
import { instantOf, type Clock } from '../../../runtime/system.ts';
import type { Quota } from '../../pipeline/rateLimiter.ts';
import { route, type Route } from '../../pipeline/route.ts';
import { ReadAnswer, type AnswerRead } from '../../reads/answers.ts';
import { NoQuery } from '../../validation/queries.ts';
import { SummaryQuery } from './schema.ts';

interface AnalyticsRouteOptions {
  readonly quota: Quota;
  readonly answerRead: AnswerRead;
  readonly clock: Clock;
  /** The IANA time zone of "today". */
  readonly timeZone: string;
}

/** The operations that report on all subscriptions of an owner: summary, duplicates, optimizations. */
export function analyticsRoutes({ quota, answerRead, clock, timeZone }: AnalyticsRouteOptions): readonly Route[] {
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
      handle: ({ caller, request, requestId, set }) =>
        new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, { kind: 'optimizations' }),
    }),
  ];
}
