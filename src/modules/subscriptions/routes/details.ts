import { Elysia } from 'elysia';
import { dayOfInstant } from '../../../core/billing/days.ts';
import { access, reads, writes, type AccessServices } from '../../../core/http/access.ts';
import { refuseUnwantedBody } from '../../../core/http/pipeline/requestBody.ts';
import { inToolset, answers, forReading, onceConfirmed } from '../../../core/http/openapi/detail.ts';
import { answersOf, changing, deleting } from '../../../core/http/openapi/writeWords.ts';
import { deletedAnswer, storedAnswer, RecordAnswer } from '../../../core/http/responses/answers.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import { DetailsView, DetailFields } from '../detailModel.ts';
import { apiErrorOf, subscriptionNotFound } from '../errors.ts';
import { DetailsBody, SubscriptionPath, subscriptionsPath } from '../model.ts';
import { noDetails } from '../rules/details.ts';
import { refuseFaultyChanges, shownAt } from './changes.ts';
import { warnedChangeOf, warningsIn } from './warnings.ts';

// The example subscription is monthly, so it has no interval in months.
const exampleDetails = Object.fromEntries(
  Object.entries({ ...DetailFields.properties, noticeBy: DetailsView.properties.noticeBy }).map(
    ([name, { examples }]) => [name, name === 'everyMonths' ? null : (examples as readonly unknown[])[0]],
  ),
);

const records = answersOf('Details', DetailsView, exampleDetails, {
  one: 'details',
  missing: 'subscription_not_found',
});

/** The operations on the details of a subscription. */
export const detailRoutes = (services: RouteOptions & AccessServices) => {
  const { store, clock, timeZone } = services;
  const refuseFaultyChange = refuseFaultyChanges(store);
  return new Elysia({
    prefix: `${subscriptionsPath}/:id/details`,
    tags: ['Subscriptions'],
    detail: inToolset('subscriptions'),
    normalize: false,
  })
    .use(access(services))
    .get(
      '',
      ({ call, caller, params }) => {
        const today = dayOfInstant(instantOf(clock), timeZone);
        const view = store.subscriptions.findDetailsView(caller.ownerId, params.id, today);
        return new RecordAnswer(call, view, subscriptionNotFound);
      },
      {
        ...reads('read'),
        params: SubscriptionPath,
        detail: {
          operationId: 'getDetails',
          summary: 'Get the details of a subscription',
          description:
            'Reads what is kept beside the fields: notes, tags, url, payment method, end dates, notice, renewal rules.\n\nAll of them, with null or no tags where there is no value.',
          ...forReading({
            useWhen: 'You need only the details.',
            doNotUseWhen: 'You need the subscription, too: get it with include.',
          }),
          ...records.read(),
        },
      },
    )
    .patch(
      '',
      async ({ call, write, about, params, body }) => {
        const now = about();
        const change = { subscriptionId: params.id, patch: {}, details: body };
        const shows = shownAt(now.at, timeZone, 'details');
        const result = await write({ kind: 'subscription.update', ...change, shows }, now);
        return storedAnswer(call, result, () => apiErrorOf(result, {}), warningsIn(result));
      },
      {
        ...writes('write', 'json'),
        beforeHandle({ caller, request, params, query, body }) {
          refuseFaultyChange({ caller, request, params, query }, { patch: {}, details: body });
        },
        params: SubscriptionPath,
        body: DetailsBody,
        detail: {
          operationId: 'updateDetails',
          summary: 'Update the details of a subscription',
          description:
            'Changes only the details that you send; null clears one.\n\nOnly anchorDay and everyMonths change the next payment date. everyMonths needs a custom period: then the period is exactly so many calendar months. A change of lastPaymentDate, period or customDate clears anchorDay, and one of period or customDate clears everyMonths. After endsOn the subscription becomes cancelled. noticeBy follows from cancelBefore, termEndsOn, termMonths, noticePeriod and keepThrough.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed notes, tags, an end date, a period of months.',
            doNotUseWhen: 'The period or another field changes, too: batchSubscriptions does both at once.',
          }),
          ...answers(
            changing(
              warnedChangeOf('DetailsChange', DetailsView),
              { done: 'The updated details.', dryRun: 'A dry run: the details after the update.' },
              exampleDetails,
            ),
            'subscription_not_found',
          ),
        },
      },
    )
    .delete(
      '',
      async ({ call, write, about, params }) => {
        const now = about();
        const id = { subscriptionId: params.id };
        const today = dayOfInstant(now.at, timeZone);
        const result = await write({ kind: 'subscription.deleteDetails', ...id, today }, now);
        return deletedAnswer(call, result, () => apiErrorOf(result, {}));
      },
      {
        ...writes('write', 'ignored'),
        beforeHandle({ caller, request, params, query, body }) {
          refuseUnwantedBody({ body });
          refuseFaultyChange({ caller, request, params, query }, { patch: {}, details: noDetails });
        },
        params: SubscriptionPath,
        detail: {
          operationId: 'deleteDetails',
          summary: 'Clear all details of a subscription',
          description: 'Clears every detail. The subscription stays. It can be reverted.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed that all details go.',
            doNotUseWhen: 'Only some go: update those with null.',
          }),
          ...answers(
            deleting(
              'DetailsDeletion',
              DetailsView,
              { done: 'The details are cleared.', dryRun: 'A dry run: the details that would be cleared.' },
              exampleDetails,
            ),
            'too_many_entries',
            'invalid_field',
            'subscription_not_found',
          ),
        },
      },
    );
};
