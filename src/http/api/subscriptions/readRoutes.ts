import { Elysia } from 'elysia';
import { entityTagOf } from '../../../commands/entityTags.ts';
import type { Store } from '../../../store/store.ts';
import { dataMembers, TaggedAnswer } from '../../responses/data.ts';
import { describedAs } from '../../openapi/operationId.ts';
import type { AuthenticatedApi } from '../../pipeline/authenticatedApi.ts';
import type { Quota } from '../../pipeline/quota.ts';
import { decodeQuery } from '../../pipeline/requestQuery.ts';
import { ReadAnswer, type AnswerRead } from '../../reads/answers.ts';
import { NoQuery, SubscriptionListQuery, SubscriptionPath } from './schema.ts';
import { subscriptionNotFound } from '../../responses/writes.ts';

interface SubscriptionRouteOptions {
  readonly api: AuthenticatedApi;
  readonly quota: Quota;
  readonly store: Pick<Store, 'subscriptions'>;
  readonly answerRead: AnswerRead;
}

const noQuery = { query: NoQuery, transform: decodeQuery(NoQuery) };

/** The operations that read subscriptions: list, get. */
export function subscriptionReadRoutes({ api, quota, store, answerRead }: SubscriptionRouteOptions) {
  return new Elysia({ name: 'subscription-reads', prefix: '/api/v1/subscriptions', normalize: false })
    .use(api)
    .get(
      '',
      ({ caller, query: { limit, offset, sort, ...filters }, request, requestId, set }) => {
        if (filters.q === '') delete filters.q;
        const read = { kind: 'list', filters, sort, page: { limit, offset } } as const;
        return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
      },
      {
        query: SubscriptionListQuery,
        transform: decodeQuery(SubscriptionListQuery),
        beforeHandle: quota.charge,
        ...describedAs('listSubscriptions'),
      },
    )
    .get(
      '/:id',
      ({ caller, params, request, requestId, set }) => {
        const view = store.subscriptions.findView(caller.ownerId, params.id.toLowerCase());
        if (view === undefined) throw subscriptionNotFound();
        return new TaggedAnswer({ request, requestId, set }, dataMembers(view), entityTagOf(view));
      },
      { ...noQuery, params: SubscriptionPath, beforeHandle: quota.charge, ...describedAs('getSubscription') },
    );
}
