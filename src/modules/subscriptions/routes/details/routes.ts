import { entityTagOf } from '../../../../core/writer/entityTags.ts';
import { dayOfInstant } from '../../../../core/billing/days.ts';
import type { DetailsPatch } from '../../detailModel.ts';
import { noDetails } from '../../rules/details.ts';
import { instantOf } from '../../../../core/runtime/system.ts';
import { ignoredBody, jsonBody, refuseUnwantedBody } from '../../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../../core/http/pipeline/route.ts';
import type { RouteOptions } from '../../../../core/http/routeOptions.ts';
import { withDryRun } from '../../../../core/http/pipeline/writeOptions.ts';
import { dataMembers, deletedAnswer, storedAnswer, TaggedAnswer } from '../../../../core/http/responses/answers.ts';
import { NoQuery, WriteQuery } from '../../../../core/fields/queries.ts';
import { DetailsBody, SubscriptionPath } from '../../model.ts';
import { warningsIn } from '../warnings.ts';
import { apiErrorOf, subscriptionNotFound } from '../writeErrors.ts';
import { subscriptionOrigins, refuseFaultyChanges, shownAt, type ChangeContext } from '../writeRoutes.ts';

const path = '/api/v1/subscriptions/:id/details';

/** The operations on the details of a subscription: get, update, delete. */
export function detailRoutes(options: RouteOptions): readonly Route[] {
  return [reading(options), update(options), deletion(options)];
}

function reading({ quota, store, clock, timeZone }: RouteOptions): Route {
  return route({
    operationId: 'getDetails',
    method: 'GET',
    path,
    scope: 'read',
    params: SubscriptionPath,
    query: NoQuery,
    stages: [quota.charge],
    handle: ({ caller, params, request, requestId, set }) => {
      const today = dayOfInstant(instantOf(clock), timeZone);
      const json = store.subscriptions.findDetailsView(caller.ownerId, params.id.toLowerCase(), today);
      if (json === undefined) throw subscriptionNotFound();
      return new TaggedAnswer({ request, requestId, set }, dataMembers(json), entityTagOf(json));
    },
  });
}

interface DetailsContext extends ChangeContext {
  readonly body: DetailsPatch;
}

function update({ quota, store, writes, clock, randomness, timeZone }: RouteOptions): Route {
  const originOf = subscriptionOrigins(clock);
  const refuseFaultyChange = refuseFaultyChanges(store);
  function refuseFaultyDetails({ caller, params, query, writeOptions, body: details }: DetailsContext): void {
    refuseFaultyChange({ caller, params, query, writeOptions }, { patch: {}, details });
  }
  return route({
    operationId: 'updateDetails',
    method: 'PATCH',
    path,
    scope: 'write',
    params: SubscriptionPath,
    query: WriteQuery,
    body: jsonBody(DetailsBody),
    stages: [refuseFaultyDetails, quota.charge],
    handle: async ({ caller, params, body, query, requestId, set, writeOptions }) => {
      const about = { ...originOf(caller, requestId, params.id), ...withDryRun(writeOptions, query) };
      const shows = shownAt(about.at, timeZone, 'details');
      const change = { auditEntryId: randomness.uuid(), patch: {}, details: body, shows };
      const result = await writes.submit({ ...about, ...change, kind: 'subscription.update' });
      return storedAnswer({ set, requestId }, result, () => apiErrorOf(result, {}), 200, warningsIn(result));
    },
  });
}

function deletion({ quota, store, writes, clock, randomness, timeZone }: RouteOptions): Route {
  const originOf = subscriptionOrigins(clock);
  const refuseFaultyChange = refuseFaultyChanges(store);
  function refuseFaultyDeletion({ caller, params, query, writeOptions }: ChangeContext): void {
    refuseFaultyChange({ caller, params, query, writeOptions }, { patch: {}, details: noDetails });
  }
  return route({
    operationId: 'deleteDetails',
    method: 'DELETE',
    path,
    scope: 'write',
    params: SubscriptionPath,
    query: WriteQuery,
    body: ignoredBody,
    stages: [refuseUnwantedBody, refuseFaultyDeletion, quota.charge],
    handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
      const about = { ...originOf(caller, requestId, params.id), ...withDryRun(writeOptions, query) };
      const ofDetails = { auditEntryId: randomness.uuid(), today: dayOfInstant(about.at, timeZone) };
      const result = await writes.submit({ ...about, ...ofDetails, kind: 'subscription.deleteDetails' });
      return deletedAnswer({ set, requestId }, result, () => apiErrorOf(result, {}));
    },
  });
}
