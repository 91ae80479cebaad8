import { entityTagOf } from '../../../commands/entityTags.ts';
import { dayOfInstant } from '../../../domain/billing/days.ts';
import { instantOf } from '../../../runtime/system.ts';
import { ignoredBody, jsonBody, refuseUnwantedBody } from '../../pipeline/requestBody.ts';
import { route, type Route } from '../../pipeline/route.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { withDryRun } from '../../pipeline/writeOptions.ts';
import { originsAt } from '../../pipeline/writeOrigins.ts';
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
  const originOf = originsAt(clock);
  const dayOf = (instant: string) => dayOfInstant(instant, timeZone);
  return route({
    operationId: 'updatePayment',
    method: 'PATCH',
    path,
    scope: 'write',
    params: PaymentPath,
    query: WriteQuery,
    body: jsonBody(PaymentPatchBody),
    stages: [({ body }) => refusePaidTooLate(body, dayOf(instantOf(clock)))],
    handle: async ({ caller, params, body, query, requestId, set, writeOptions }) => {
      const refund = quota.chargeRefundably({ caller, set });
      const about = { ...originOf(caller, requestId), ...withDryRun(writeOptions, query) };
      const ids = { auditEntryId: randomness.uuid(), paymentId: params.id.toLowerCase() };
      const change = { patch: body, today: dayOf(about.at) };
      const result = await writes.submit({ ...about, ...ids, ...change, kind: 'payment.update' });
      // A fault against the stored payment does not count, like that of a renewal.
      if (result.outcome === 'notCorrected') refund();
      return storedAnswer({ set, requestId }, result, () => paymentErrorOf(result), 200);
    },
  });
}

function removal({ quota, writes, clock, randomness }: RouteOptions): Route {
  const originOf = originsAt(clock);
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
      const about = { ...originOf(caller, requestId), ...withDryRun(writeOptions, query) };
      const ids = { auditEntryId: randomness.uuid(), paymentId: params.id.toLowerCase() };
      const result = await writes.submit({ ...about, ...ids, kind: 'payment.delete' });
      return deletedAnswer({ set, requestId }, result, () => paymentErrorOf(result));
    },
  });
}
