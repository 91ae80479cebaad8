import { dayOfInstant } from '../../../domain/billing/days.ts';
import { instantOf } from '../../../runtime/system.ts';
import { route, type Route } from '../../pipeline/route.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { ReadAnswer } from '../../reads/answers.ts';
import { ApiError } from '../../errors/apiError.ts';
import { PaymentListQuery, SpentQuery } from './schema.ts';
import { onePaymentRoutes } from './writeRoutes.ts';

/** The operations on payments made: list, sum, and those on one payment. */
export function paymentRoutes(options: RouteOptions): readonly Route[] {
  const { quota, answerRead, clock, timeZone } = options;
  const daysOf = (query: Days) => spentDays(query, dayOfInstant(instantOf(clock), timeZone));
  // Without a return value: Elysia then composes a synchronous handler.
  function refuseReversedSpan({ query }: { readonly query: Days }): void {
    refuseReversed(daysOf(query));
  }
  return [
    route({
      operationId: 'listPayments',
      method: 'GET',
      path: '/api/v1/payments',
      scope: 'read',
      query: PaymentListQuery,
      stages: [refuseReversedDays, quota.charge],
      handle: ({ caller, query: { limit, offset, subscriptionId, ...days }, request, requestId, set }) => {
        const filters = { ...days, ...ofSubscription(subscriptionId) };
        const read = { kind: 'paymentsMade', filters, page: { limit, offset } } as const;
        return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
      },
    }),
    route({
      operationId: 'getSpent',
      method: 'GET',
      path: '/api/v1/analytics/spent',
      scope: 'read',
      query: SpentQuery,
      stages: [refuseReversedSpan, quota.charge],
      handle: ({ caller, query, request, requestId, set }) => {
        const read = { kind: 'spent', ...daysOf(query), ...ofSubscription(query.subscriptionId) } as const;
        return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
      },
    }),
    ...onePaymentRoutes(options),
  ];
}

function ofSubscription(subscriptionId: string | undefined): { readonly subscriptionId?: string } {
  return subscriptionId === undefined ? {} : { subscriptionId: subscriptionId.toLowerCase() };
}

interface Days {
  readonly from?: string;
  readonly to?: string;
}

/** The days of the report: by default from the beginning of the year of the last day, and until today. */
function spentDays({ from, to }: Days, today: string): Required<Days> {
  const last = to ?? today;
  return { from: from ?? `${last.slice(0, 4)}-01-01`, to: last };
}

function refuseReversedDays({ query }: { readonly query: Days }): void {
  refuseReversed(query);
}

function refuseReversed({ from, to }: Days): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw new ApiError('invalid_query', {
    field: 'from',
    message: `from (${from}) is after to (${to}).`,
    suggestedFix: `Send a from that is not after ${to}, or a later to.`,
  });
}
