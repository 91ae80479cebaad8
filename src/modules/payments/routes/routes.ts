import { dayOfInstant } from '../../../core/billing/days.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import { jsonBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import { commandsAt, deletionRoute, readRoute, recordRoute } from '../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { storedAnswer } from '../../../core/http/responses/answers.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { WriteQuery } from '../../../core/fields/queries.ts';
import { refusePaidTooLate } from '../../subscriptions/routes/renewals.ts';
import { PaymentListQuery, PaymentPatchBody, payments, SpentQuery } from './schema.ts';
import { paymentErrorOf } from './writeErrors.ts';

const { path } = payments;

/** The operations on payments made: list, sum, get, correct, remove. */
export function paymentRoutes(options: RouteOptions): readonly Route[] {
  const { store, writes, clock, timeZone } = options;
  const daysOf = (query: Days) => spentDays(query, dayOfInstant(instantOf(clock), timeZone));
  function refuseReversedSpan({ query }: { readonly query: Days }): void {
    refuseReversed({ query: daysOf(query) });
  }
  return [
    readRoute(
      options,
      {
        operationId: 'listPayments',
        path,
        scope: 'read',
        query: PaymentListQuery,
        refuse: refuseReversed,
      },
      ({ limit, offset, subscriptionId, ...days }) => {
        const filters = { ...days, ...ofSubscription(subscriptionId) };
        return { kind: 'paymentsMade', filters, page: { limit, offset } };
      },
    ),
    readRoute(
      options,
      {
        operationId: 'getSpent',
        path: '/api/v1/analytics/spent',
        scope: 'read',
        query: SpentQuery,
        refuse: refuseReversedSpan,
      },
      (query) => ({ kind: 'spent', ...daysOf(query), ...ofSubscription(query.subscriptionId) }),
    ),
    recordRoute(options, payments, { operationId: 'getPayment', scope: 'read' }, store.payments),
    correction(options),
    deletionRoute(
      options,
      payments,
      { operationId: 'deletePayment', scope: 'write' },
      (about, paymentId) => writes.submit({ ...about, kind: 'payment.delete', paymentId }),
      paymentErrorOf,
    ),
  ];
}

function correction(options: RouteOptions): Route {
  const { quota, writes, clock, timeZone } = options;
  const aboutOf = commandsAt(options);
  const dayOf = (instant: string) => dayOfInstant(instant, timeZone);
  return route({
    operationId: 'updatePayment',
    method: 'PATCH',
    path: `${path}/:id`,
    scope: 'write',
    params: payments.Path,
    query: WriteQuery,
    body: jsonBody(PaymentPatchBody),
    stages: [({ body }) => refusePaidTooLate(body, dayOf(instantOf(clock))), quota.charge],
    handle: async ({ caller, params, body, query, requestId, set, writeOptions }) => {
      const about = aboutOf({ caller, requestId, query, writeOptions });
      const change = { paymentId: params.id.toLowerCase(), patch: body, today: dayOf(about.at) };
      const result = await writes.submit({ ...about, ...change, kind: 'payment.update' });
      return storedAnswer({ set, requestId }, result, () => paymentErrorOf(result), 200);
    },
  });
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

function refuseReversed({ query: { from, to } }: { readonly query: Days }): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw new ApiError('invalid_query', {
    field: 'from',
    message: `from (${from}) is after to (${to}).`,
    suggestedFix: `Send a from that is not after ${to}, or a later to.`,
  });
}
