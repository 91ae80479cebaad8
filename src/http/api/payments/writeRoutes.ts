import { entityTagOf } from '../../../commands/entityTags.ts';
import { dayOfInstant } from '../../../domain/billing/days.ts';
import type { Principal } from '../../../domain/keys/principal.ts';
import { instantOf } from '../../../runtime/system.ts';
import { ignoredBody, jsonBody, refuseUnwantedBody } from '../../pipeline/requestBody.ts';
import { route, type Route } from '../../pipeline/route.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { withDryRun } from '../../pipeline/writeOptions.ts';
import { dataMembers, deletedAnswer, storedAnswer, TaggedAnswer } from '../../responses/answers.ts';
import { NoQuery, WriteQuery } from '../../validation/queries.ts';
import { refusePaidTooLate } from '../subscriptions/renewalRoutes.ts';
import { PaymentPatchBody, PaymentPath } from './schema.ts';
import { paymentErrorOf, paymentNotFound } from './writeErrors.ts';

const path = '/api/v1/payments/:id';

/** The operations on one payment: get, correct, remove. */
export function onePaymentRoutes(options: RouteOptions): readonly Route[] {
  return [reading(options), correction(options), removal(options)];
}

function reading({ quota, store }: RouteOptions): Route {
  return route({
    operationId: 'getPayment',
    method: 'GET',
    path,
    scope: 'read',
    params: PaymentPath,
    query: NoQuery,
    stages: [quota.charge],
    handle: ({ caller, params, request, requestId, set }) => {
      const view = store.payments.findView(caller.ownerId, params.id.toLowerCase());
      if (view === undefined) throw paymentNotFound();
      return new TaggedAnswer({ request, requestId, set }, dataMembers(view), entityTagOf(view));
    },
  });
}

function correction({ quota, writes, clock, randomness, timeZone }: RouteOptions): Route {
  const aboutOf = origins({ clock, randomness });
  return route({
    operationId: 'updatePayment',
    method: 'PATCH',
    path,
    scope: 'write',
    params: PaymentPath,
    query: WriteQuery,
    body: jsonBody(PaymentPatchBody),
    stages: [({ body }) => refusePaidTooLate(body, dayOfInstant(instantOf(clock), timeZone))],
    handle: async ({ caller, params, body, query, requestId, set, writeOptions }) => {
      const refund = quota.chargeRefundably({ caller, set });
      const about = { ...aboutOf(caller, requestId, params.id), ...withDryRun(writeOptions, query) };
      const today = dayOfInstant(about.at, timeZone);
      const result = await writes.submit({ ...about, kind: 'payment.update', patch: body, today });
      // A fault against the stored payment does not count, like that of a renewal.
      if (result.outcome === 'notCorrected') refund();
      return storedAnswer({ set, requestId }, result, () => paymentErrorOf(result), 200);
    },
  });
}

function removal({ quota, writes, clock, randomness }: RouteOptions): Route {
  const aboutOf = origins({ clock, randomness });
  return route({
    operationId: 'deletePayment',
    method: 'DELETE',
    path,
    scope: 'write',
    params: PaymentPath,
    query: WriteQuery,
    body: ignoredBody,
    stages: [refuseUnwantedBody, quota.charge],
    handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
      const about = { ...aboutOf(caller, requestId, params.id), ...withDryRun(writeOptions, query) };
      const result = await writes.submit({ ...about, kind: 'payment.delete' });
      return deletedAnswer({ set, requestId }, result, () => paymentErrorOf(result));
    },
  });
}

/** Gives a function for what each write says of itself: its actor, its time, its payment and its entry. */
function origins({ clock, randomness }: Pick<RouteOptions, 'clock' | 'randomness'>) {
  return (caller: Principal, requestId: string, id: string) => ({
    actor: { ...caller, requestId },
    at: instantOf(clock),
    auditEntryId: randomness.uuid(),
    paymentId: id.toLowerCase(),
  });
}
