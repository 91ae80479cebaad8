import { Type } from '@sinclair/typebox';
import { instantBefore, storedInstantFromDay } from '../../../core/billing/instants.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import { readRoute } from '../../../core/http/recordRoutes.ts';
import { ReadAnswer } from '../../../core/http/reads/answers.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { DayOrInstant } from '../../../core/fields/fieldTypes.ts';
import { NoQuery, pageParameters } from '../../../core/fields/queries.ts';
import { SubscriptionPath } from '../../subscriptions/model.ts';
import { subscriptionNotFound } from '../../subscriptions/errors.ts';

const PriceChangesQuery = Type.Object(
  {
    ...pageParameters,
    since: Type.Optional(
      DayOrInstant({ description: 'Only changes from this day or date-time on. Default: 365 days before now.' }),
    ),
  },
  { additionalProperties: false },
);

const daysShown = 365;

/** The operations on prices in the past: those of one subscription, and the changes of all. */
export function priceRoutes(options: RouteOptions): readonly Route[] {
  const { quota, store, find, clock, timeZone } = options;
  return [
    route({
      operationId: 'listPrices',
      method: 'GET',
      path: '/api/v1/subscriptions/:id/prices',
      scope: 'read',
      params: SubscriptionPath,
      query: NoQuery,
      stages: [quota.charge],
      handle: ({ caller, params, request, requestId, set }) => {
        const subscriptionId = params.id.toLowerCase();
        if (store.subscriptions.findView(caller.ownerId, subscriptionId) === undefined) throw subscriptionNotFound();
        const read = { kind: 'prices', subscriptionId } as const;
        return new ReadAnswer(find, { request, requestId, set }, caller.ownerId, read);
      },
    }),
    readRoute(
      options,
      {
        operationId: 'listPriceChanges',
        path: '/api/v1/analytics/price-changes',
        scope: 'read',
        query: PriceChangesQuery,
      },
      ({ limit, offset, since }) => {
        const from =
          since === undefined ? instantBefore(instantOf(clock), daysShown) : storedInstantFromDay(since, timeZone);
        return { kind: 'priceChanges', since: from, page: { limit, offset } };
      },
    ),
  ];
}
