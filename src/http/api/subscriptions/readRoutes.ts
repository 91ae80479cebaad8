import { entityTagOf } from '../../../commands/entityTags.ts';
import { dayOfInstant } from '../../../domain/billing/days.ts';
import { instantOf } from '../../../runtime/system.ts';
import { route, type Route } from '../../pipeline/route.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { ReadAnswer } from '../../reads/answers.ts';
import { dataMembers, TaggedAnswer } from '../../responses/answers.ts';
import { SubscriptionListQuery, SubscriptionPath, SubscriptionQuery } from './schema.ts';
import { subscriptionNotFound } from './writeErrors.ts';

/** The operations that read subscriptions: list, get. */
export function subscriptionReadRoutes({ quota, store, answerRead, clock, timeZone }: RouteOptions): readonly Route[] {
  const today = () => dayOfInstant(instantOf(clock), timeZone);
  return [
    route({
      operationId: 'listSubscriptions',
      method: 'GET',
      path: '/api/v1/subscriptions',
      preflight: 'preflightSubscriptions',
      scope: 'read',
      query: SubscriptionListQuery,
      stages: [quota.charge],
      handle: ({ caller, query: { limit, offset, sort, include, ...filters }, request, requestId, set }) => {
        if (filters.q === '') delete filters.q;
        const included = include === undefined ? {} : { include: { detailsOn: today() } };
        const read = { kind: 'list', filters, sort, page: { limit, offset }, ...included } as const;
        return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
      },
    }),
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
