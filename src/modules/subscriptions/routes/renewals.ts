import { Elysia } from 'elysia';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { hundredthsOf } from '../../../core/billing/money.ts';
import { BodyWriteQuery } from '../../../core/fields/queries.ts';
import { access, type AccessServices } from '../../../core/http/access.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { inToolset, answers, onceConfirmed } from '../../../core/http/openapi/detail.ts';
import { changing } from '../../../core/http/openapi/writeWords.ts';
import { storedAnswer } from '../../../core/http/responses/answers.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import { instantOf, type Randomness } from '../../../core/runtime/system.ts';
import type { RenewalIds } from '../commands.ts';
import { exampleSubscription, RenewalBody, SubscriptionPath, subscriptionsPath } from '../model.ts';
import { amountMissing, apiErrorOf, paidTooLate } from '../errors.ts';
import { isPaidTooLate, lacksAmount, type PaymentMade } from '../rules/renewal.ts';
import { subscriptionChange } from './records.ts';
import { warningsIn } from './warnings.ts';

/** The operation that records payments of a subscription. */
export const renewalRoutes = (services: RouteOptions & AccessServices) => {
  const { quota, clock, randomness, timeZone } = services;
  const dayOf = (instant: string) => dayOfInstant(instant, timeZone);
  return new Elysia({
    prefix: `${subscriptionsPath}/:id/renew`,
    tags: ['Subscriptions'],
    detail: inToolset('subscriptions'),
    normalize: false,
  })
    .use(access(services))
    .post(
      '',
      async ({ call, write, about, params, body }) => {
        const now = about();
        const id = { subscriptionId: params.id };
        const made = {
          payment: paymentOf(body),
          today: dayOf(now.at),
          renewals: renewalIds(body.payments ?? 1, randomness),
        };
        const result = await write({ kind: 'subscription.renew', ...id, ...made }, now);
        return storedAnswer(call, result, () => apiErrorOf(result, {}), warningsIn(result));
      },
      {
        scope: 'write',
        takes: 'optionalJson',
        write: true,
        beforeHandle({ caller, body, set }) {
          const { payments = 1, reschedule } = body;
          refusePaidTooLate(body, dayOf(instantOf(clock)));
          if (lacksAmount(body)) throw amountMissing();
          if (payments > 1 && reschedule === true) throw severalRescheduled();
          quota.chargeMany({ caller, set }, { counted: payments, unit: 'payment' });
        },
        params: SubscriptionPath,
        query: BodyWriteQuery,
        body: RenewalBody,
        detail: {
          operationId: 'renewSubscription',
          summary: 'Mark due payments as made',
          description:
            'Records that the next payment was made: it becomes the last payment, and the following due date the next one.\n\nThe day of the month is kept: 31 January, 28 February, 31 March. All fields are optional. Send dueOn as last read, so that a payment is not recorded twice; it is also how a payment is made early. With payments, so many due dates are paid at once, all of them or none; each gets a payment and an audit entry. With reschedule, the following due dates are counted from paidOn. The amount belongs to the payment; with fromNowOn, it also becomes the amount of the subscription.',
          ...onceConfirmed('medium', {
            useWhen:
              'The user has confirmed that a payment was made; if its amount is another one, ask whether it stays.',
            doNotUseWhen: 'The price or the schedule is wrong: update it.',
          }),
          ...answers(
            changing(
              subscriptionChange,
              { done: 'The renewed subscription.', dryRun: 'A dry run: the subscription after the renewal.' },
              { ...exampleSubscription, lastPaymentDate: '2026-07-15', nextPaymentDate: '2026-08-15' },
            ),
            'subscription_not_found',
            'not_active',
            'renewal_conflict',
            'not_due',
            'not_renewable',
            'too_many_payments',
          ),
        },
      },
    );
};

/**
 * Refuses a payment in the future, whatever is stored.
 *
 * @throws {ApiError} when it was made after tomorrow
 */
export function refusePaidTooLate({ paidOn }: { readonly paidOn?: string }, today: string): void {
  if (paidOn !== undefined && isPaidTooLate(paidOn, today)) throw paidTooLate(today);
}

function severalRescheduled(): ApiError {
  return new ApiError('invalid_field', {
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
export function paymentOf({
  dueOn,
  paidOn,
  amount,
  fromNowOn,
  reschedule,
}: Omit<RenewalBody, 'payments'>): PaymentMade {
  const amountHundredths = amount === undefined ? undefined : hundredthsOf(amount);
  return {
    ...(dueOn !== undefined && { dueOn }),
    ...(paidOn !== undefined && { paidOn }),
    ...(amountHundredths !== undefined && { amountHundredths }),
    ...(fromNowOn !== undefined && { fromNowOn }),
    ...(reschedule !== undefined && { reschedule }),
  };
}
