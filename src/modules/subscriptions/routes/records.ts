import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import { access, reads, writes, type AccessServices } from '../../../core/http/access.ts';
import {
  answerOf,
  exactly,
  isDryRun,
  pagination,
  requestId as requestIdOf,
} from '../../../core/http/openapi/components.ts';
import { inToolset, answers, forReading, onceConfirmed, withPreflight } from '../../../core/http/openapi/detail.ts';
import { taggedAnswer } from '../../../core/http/openapi/words.ts';
import { changing, deleting } from '../../../core/http/openapi/writeWords.ts';
import {
  createdAnswer,
  deletedAnswer,
  storedAnswer,
  PageAnswer,
  RecordAnswer,
} from '../../../core/http/responses/answers.ts';
import { unexpectedIfMatch } from '../../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import { apiErrorOf, explainRelation, subscriptionNotFound } from '../errors.ts';
import {
  exampleSubscription,
  Subscription,
  subscriptionBodies,
  SubscriptionPath,
  subscriptionsPath,
} from '../model.ts';
import { faultInDraft } from '../rules/subscription.ts';
import { refuseFaultyChanges, shownAt, restrictionOn } from './changes.ts';
import { idsIn } from '../store/without.ts';
import { SortOrder, SubscriptionListQuery, SubscriptionQuery, UpdateQuery } from './queries.ts';
import { exampleWarning, warnedChangeOf, warnings, warningsIn } from './warnings.ts';

const subscriptionAnswer = answerOf('SubscriptionAnswer', Subscription);

const filters = Type.Partial(
  Type.Omit(SubscriptionListQuery, ['limit', 'offset', 'sort', 'without'], { additionalProperties: false }),
  { additionalProperties: false, description: 'The applied filters.' },
);

const subscriptionPage = named(
  'SubscriptionPage',
  exactly({
    data: Type.Array(Subscription),
    pagination,
    query: exactly({ sort: SortOrder, filters }),
    requestId: requestIdOf,
  }),
);

const subscriptionPreview = named(
  'SubscriptionPreview',
  exactly({ data: Subscription, dryRun: isDryRun, warnings, requestId: requestIdOf }),
);

/**
 * The answer to an update. A dry run has the same status as a real update, so one schema has the members of both: some
 * clients take the first of several schemas.
 */
export const subscriptionChange = warnedChangeOf('SubscriptionChange', Subscription);

const fixForIfMatch =
  'To change a recorded subscription, use PATCH /api/v1/subscriptions/{id}; to record a new one, remove If-Match.';

/** The operations on subscriptions themselves. */
export const subscriptionRoutes = (services: RouteOptions & AccessServices) => {
  const { store, clock, randomness, timeZone, currencies } = services;
  const bodies = subscriptionBodies(currencies);
  const refuseFaultyChange = refuseFaultyChanges(store);
  const today = () => dayOfInstant(instantOf(clock), timeZone);
  return new Elysia({
    prefix: subscriptionsPath,
    tags: ['Subscriptions'],
    detail: inToolset('subscriptions'),
    normalize: false,
  })
    .use(access(services))
    .get(
      '',
      ({ call, caller, query: { limit, offset, sort, include, without, ...wanted } }) => {
        const page = { limit, offset };
        const { q, ...others } = wanted;
        const sought = q === '' ? others : wanted;
        const included = include === undefined ? undefined : { detailsOn: today() };
        const restricted = without === undefined ? sought : { ...sought, without: idsIn(without) };
        const listed = store.subscriptions.list(caller.ownerId, restricted, sort, page, included);
        return new PageAnswer(call, listed, page, { query: { sort, filters: sought } });
      },
      {
        ...reads('read', SubscriptionListQuery),
        detail: {
          operationId: 'listSubscriptions',
          summary: 'List subscriptions',
          description:
            'Lists the subscriptions that match all filters, newest first.\n\nOnly those of the owner of the key.',
          ...withPreflight('preflightSubscriptions'),
          ...forReading({
            useWhen: 'You need to see subscriptions, or the id of one.',
            doNotUseWhen: 'You want totals or duplicates: other operations compute them.',
          }),
          ...answers(
            taggedAnswer(subscriptionPage, 'One page of subscriptions.', {
              data: [exampleSubscription],
              pagination: { limit: 50, offset: 0, hasMore: false },
              query: { sort: '-createdAt', filters: { status: 'active' } },
            }),
          ),
        },
      },
    )
    .post(
      '',
      async ({ call, write, body }) => {
        const result = await write({ kind: 'subscription.create', subscriptionId: randomness.uuid(), draft: body });
        return createdAnswer(call, result, () => apiErrorOf(result, body), warningsIn(result));
      },
      {
        ...writes('write', 'json'),
        beforeHandle({ body, ifMatch }) {
          if (ifMatch !== undefined) throw unexpectedIfMatch(fixForIfMatch);
          const fault = faultInDraft(body);
          if (fault !== undefined) throw explainRelation(fault, body);
        },
        body: bodies.draft,
        detail: {
          operationId: 'createSubscription',
          summary: 'Create a subscription',
          description:
            'Records a subscription. Its next payment date is one period after lastPaymentDate, and advances only with a renewal.\n\nThe server sets the id and computes that date; record each payment with renewSubscription, or let the preferences do it.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed name, price, period and last payment.',
            doNotUseWhen: 'It may already be recorded: list with q first.',
          }),
          ...answers(
            {
              requestHeaders: ['Idempotency-Key'],
              success: {
                status: 201,
                isTagged: true,
                description: 'The stored subscription.',
                schema: subscriptionAnswer,
                example: { data: exampleSubscription },
              },
              dryRun: {
                description: 'A dry run: the subscription that would be stored. Its id is not kept.',
                schema: subscriptionPreview,
                example: { data: exampleSubscription, dryRun: true, warnings: [exampleWarning] },
              },
            },
            'unexpected_if_match',
            'too_many_subscriptions',
            'subscription_not_found',
          ),
        },
      },
    )
    .get(
      '/:id',
      ({ call, caller, params, query }) => {
        const view =
          query.include === undefined
            ? store.subscriptions.findView(caller.ownerId, params.id)
            : store.subscriptions.findDetailedView(caller.ownerId, params.id, today());
        return new RecordAnswer(call, view, subscriptionNotFound);
      },
      {
        ...reads('read', SubscriptionQuery),
        params: SubscriptionPath,
        detail: {
          operationId: 'getSubscription',
          summary: 'Get a subscription',
          description: 'Reads one subscription.\n\nOnly one of the owner of the key.',
          ...withPreflight('preflightSubscription'),
          ...forReading({
            useWhen: 'You know the id and need the present state.',
            doNotUseWhen: 'You do not know the id: list the subscriptions.',
          }),
          ...answers(
            taggedAnswer(subscriptionAnswer, 'The subscription.', { data: exampleSubscription }),
            'subscription_not_found',
          ),
        },
      },
    )
    .patch(
      '/:id',
      async ({ call, write, about, params, query, body }) => {
        const now = about();
        const shown = query.include === undefined ? {} : { shows: shownAt(now.at, timeZone, 'both') };
        const change = { subscriptionId: params.id, patch: body, ...restrictionOn(body, currencies) };
        const result = await write({ kind: 'subscription.update', ...change, ...shown }, now);
        return storedAnswer(call, result, () => apiErrorOf(result, body), warningsIn(result));
      },
      {
        scope: 'write',
        takes: 'json',
        write: true,
        beforeHandle({ caller, request, params, query, body }) {
          refuseFaultyChange({ caller, request, params, query }, { patch: body, details: {} });
        },
        quota: true,
        params: SubscriptionPath,
        query: UpdateQuery,
        body: bodies.patch,
        detail: {
          operationId: 'updateSubscription',
          summary: 'Update a subscription',
          description:
            'Changes only the fields that you send. The next payment date changes only with lastPaymentDate, period or customDate.\n\nPausing, resuming and cancelling are changes of status. Moving to a monthly or yearly period clears customDate.',
          ...onceConfirmed('medium to high', {
            useWhen: 'The user has confirmed a change, such as a new price.',
            doNotUseWhen: 'You have not seen the present state: read it first.',
          }),
          ...answers(
            changing(
              subscriptionChange,
              { done: 'The updated subscription.', dryRun: 'A dry run: the subscription after the update.' },
              { ...exampleSubscription, status: 'paused' },
            ),
            'subscription_not_found',
          ),
        },
      },
    )
    .delete(
      '/:id',
      async ({ call, write, params }) => {
        const result = await write({ kind: 'subscription.delete', subscriptionId: params.id });
        return deletedAnswer(call, result, () => apiErrorOf(result, {}));
      },
      {
        ...writes('write', 'ignored'),
        params: SubscriptionPath,
        detail: {
          operationId: 'deleteSubscription',
          summary: 'Delete a subscription permanently',
          description: 'Removes the subscription and its audit history. It cannot be undone.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed the permanent deletion.',
            doNotUseWhen: 'The user may come back: cancel or pause it.',
          }),
          ...answers(
            deleting(
              'Deletion',
              Subscription,
              { done: 'The subscription is deleted.', dryRun: 'A dry run: the subscription that would be deleted.' },
              exampleSubscription,
            ),
            'subscription_not_found',
          ),
        },
      },
    );
};
