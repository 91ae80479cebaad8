import { entityTagOf } from '../../../core/writer/entityTags.ts';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import { readRoute } from '../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { dataMembers, TaggedAnswer } from '../../../core/http/responses/answers.ts';
import { SubscriptionPath } from '../model.ts';
import { SubscriptionListQuery, SubscriptionQuery } from './schema.ts';
import { subscriptionNotFound } from './writeErrors.ts';

/** The operations that read subscriptions: list, get. */
export function subscriptionReadRoutes(options: RouteOptions): readonly Route[] {
  const { quota, store, clock, timeZone } = options;
  const today = () => dayOfInstant(instantOf(clock), timeZone);
  return [
    readRoute(
      options,
      {
        operationId: 'listSubscriptions',
        path: '/api/v1/subscriptions',
        preflight: 'preflightSubscriptions',
        scope: 'read',
        query: SubscriptionListQuery,
      },
      ({ limit, offset, sort, include, ...filters }) => {
        if (filters.q === '') delete filters.q;
        const included = include === undefined ? {} : { include: { detailsOn: today() } };
        return { kind: 'list', filters, sort, page: { limit, offset }, ...included };
      },
    ),
    route({
      operationId: 'getSubscription',
      method: 'GET',
      path: '/api/v1/subscriptions/:id',
      preflight: 'preflightSubscription',
      scope: 'read',
      params: SubscriptionPath,
      query: SubscriptionQuery,
      stages: [quota.charge],
      handle: ({ caller, params, query, request, requestId, set }) => {
        const id = params.id.toLowerCase();
        const view =
          query.include === undefined
            ? store.subscriptions.findView(caller.ownerId, id)
            : store.subscriptions.findDetailedView(caller.ownerId, id, today());
        if (view === undefined) throw subscriptionNotFound();
        return new TaggedAnswer({ request, requestId, set }, dataMembers(view), entityTagOf(view));
      },
    }),
  ];
}
