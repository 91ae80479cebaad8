import { Elysia } from 'elysia';
import { dayOfInstant } from '../../../domain/billing/periods.ts';
import { instantOf, type Clock } from '../../../runtime/system.ts';
import { describedAs } from '../../openapi/operationId.ts';
import type { AuthenticatedApi } from '../../pipeline/authenticatedApi.ts';
import type { Quota } from '../../pipeline/quota.ts';
import { decodeQuery } from '../../pipeline/requestQuery.ts';
import { ReadAnswer, type AnswerRead } from '../../reads/answers.ts';
import { SummaryQuery } from './schema.ts';
import { NoQuery } from '../subscriptions/schema.ts';

interface AnalyticsRouteOptions {
  readonly api: AuthenticatedApi;
  readonly quota: Quota;
  readonly answerRead: AnswerRead;
  readonly clock: Clock;
  /** The IANA time zone in which "today" is read. */
  readonly timeZone: string;
}

/** The operations that report on all of an owner's subscriptions: summary, duplicates, optimizations. */
export function analyticsRoutes({ api, quota, answerRead, clock, timeZone }: AnalyticsRouteOptions) {
  const noQuery = { query: NoQuery, transform: decodeQuery(NoQuery) };
  return new Elysia({ name: 'analytics', prefix: '/api/v1/analytics', normalize: false })
    .use(api)
    .get(
      '/summary',
      ({ caller, query: { horizonDays }, request, requestId, set }) => {
        const asOf = instantOf(clock);
        const today = dayOfInstant(asOf, timeZone);
        const read = { kind: 'summary', asOf, today, horizonDays } as const;
        return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
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
      ({ caller, request, requestId, set }) =>
        new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, { kind: 'duplicates' }),
      { ...noQuery, beforeHandle: quota.charge, ...describedAs('findDuplicateSubscriptions') },
    )
    .get(
      '/optimizations',
      ({ caller, request, requestId, set }) =>
        new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, { kind: 'optimizations' }),
      { ...noQuery, beforeHandle: quota.charge, ...describedAs('getOptimizationSuggestions') },
    );
}
