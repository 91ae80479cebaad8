import type { RenewalIds } from '../commands.ts';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { hundredthsOf } from '../../../core/billing/money.ts';
import { isPaidTooLate, type PaymentMade } from '../rules/renewal.ts';
import { instantOf, type Randomness } from '../../../core/runtime/system.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { optionalBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { withDryRun } from '../../../core/http/pipeline/writeOptions.ts';
import { storedAnswer } from '../../../core/http/responses/answers.ts';
import { WriteQuery } from '../../../core/fields/queries.ts';
import { paidTooLate } from './renewalErrors.ts';
import { RenewalBody, SubscriptionPath } from '../model.ts';
import { warningsIn } from './warnings.ts';
import { apiErrorOf } from './writeErrors.ts';
import { subscriptionOrigins } from './writeRoutes.ts';

/** The operation that records payments of a subscription. */
export function renewalRoutes({ quota, writes, clock, randomness, timeZone }: RouteOptions): readonly Route[] {
  const originOf = subscriptionOrigins(clock);
  const dayOf = (instant: string) => dayOfInstant(instant, timeZone);
  return [
    route({
      operationId: 'renewSubscription',
      method: 'POST',
      path: '/api/v1/subscriptions/:id/renew',
      scope: 'write',
      params: SubscriptionPath,
      query: WriteQuery,
      body: optionalBody(RenewalBody),
      stages: [
        ({ body }) => refusePaidTooLate(body, dayOf(instantOf(clock))),
        refuseSeveralRescheduled,
        ({ caller, set, body: { payments = 1 } }) =>
          quota.chargeMany({ caller, set }, { counted: payments, unit: 'payment' }),
      ],
      handle: async ({ caller, params, body, query, requestId, set, writeOptions }) => {
        const { payments = 1 } = body;
        const about = { ...originOf(caller, requestId, params.id), ...withDryRun(writeOptions, query) };
        const renewals = renewalIds(payments, randomness);
        const made = { payment: paymentOf(body), today: dayOf(about.at) };
        const result = await writes.submit({ ...about, ...made, renewals, kind: 'subscription.renew' });
        return storedAnswer({ set, requestId }, result, () => apiErrorOf(result, {}), 200, warningsIn(result));
      },
    }),
  ];
}

/**
 * Refuses a payment in the future, whatever is stored.
 *
 * @throws {ApiError} when it was made after tomorrow
 */
export function refusePaidTooLate({ paidOn }: { readonly paidOn?: string }, today: string): void {
  if (paidOn !== undefined && isPaidTooLate(paidOn, today)) throw paidTooLate(today);
}

function refuseSeveralRescheduled({ body: { payments = 1, reschedule } }: { readonly body: RenewalBody }): void {
  if (payments === 1 || reschedule !== true) return;
  throw new ApiError('invalid_field', {
    field: 'reschedule',
    message: 'reschedule is only allowed for one payment.',
    suggestedFix: 'Remove reschedule, or remove payments and send each payment with its own paidOn.',
  });
}

/** Makes the ids of some payments and of their audit entries. */
export function renewalIds(count: number, randomness: Pick<Randomness, 'uuid'>): readonly RenewalIds[] {
  return Array.from({ length: count }, () => ({ auditEntryId: randomness.uuid(), paymentId: randomness.uuid() }));
}

/** The payment that a body describes. */
export function paymentOf({ dueOn, paidOn, amount, reschedule }: Omit<RenewalBody, 'payments'>): PaymentMade {
  const amountHundredths = amount === undefined ? undefined : hundredthsOf(amount);
  return {
    ...(dueOn !== undefined && { dueOn }),
    ...(paidOn !== undefined && { paidOn }),
    ...(amountHundredths !== undefined && { amountHundredths }),
    ...(reschedule !== undefined && { reschedule }),
  };
}
