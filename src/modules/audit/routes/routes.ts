import type { Static } from '@sinclair/typebox';
import { entriesOfRequestMax } from '../commands.ts';
import { contentTagOf } from '../../../core/writer/entityTags.ts';
import { storedInstantFromDay } from '../../../core/billing/instants.ts';
import type { AuditFilters } from '../store/auditTrail.ts';
import { noBody, refuseUnwantedBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import { commandsAt, readRoute } from '../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { storedAnswer, TaggedAnswer } from '../../../core/http/responses/answers.ts';
import { requestRevertErrorOf, revertErrorOf, type AllRevertWords } from './revertErrors.ts';
import { refuseIfMatch } from '../../../core/http/responses/writeErrors.ts';
import { originsAt, withDryRun } from '../../../core/http/pipeline/writeOptions.ts';
import { NoQuery, WriteQuery } from '../../../core/fields/queries.ts';
import { warningsIn } from '../../subscriptions/routes/warnings.ts';
import { AuditEntryPath, AuditQuery, RequestPath } from './schema.ts';

/** What the operations on the audit trail need. */
interface AuditRouteOptions extends RouteOptions {
  readonly revertWords: AllRevertWords;
}

/** The operations on the audit trail: read it, and revert an update. */
export function auditRoutes(options: AuditRouteOptions): readonly Route[] {
  const { quota, writes, timeZone, revertWords, currencies } = options;
  const aboutOf = commandsAt(options);
  return [
    readRoute(
      options,
      { operationId: 'listAuditLog', path: '/api/v1/audit', scope: 'read', query: AuditQuery },
      ({ limit, offset, include, ...asked }) => ({
        kind: 'audit',
        filters: filtersOf(asked, timeZone),
        page: { limit, offset },
        withActors: include === 'actor',
      }),
    ),
    route({
      operationId: 'revertAuditEntry',
      method: 'POST',
      path: '/api/v1/audit/:id/revert',
      scope: 'write',
      params: AuditEntryPath,
      query: WriteQuery,
      body: noBody,
      stages: [refuseUnwantedBody, quota.charge],
      handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
        const about = aboutOf({ caller, requestId, query, writeOptions });
        const revertedEntryId = params.id.toLowerCase();
        const result = await writes.submit({
          ...about,
          kind: 'audit.revert',
          revertedEntryId,
          currencies: currencies.allowed,
        });
        return storedAnswer(
          { set, requestId },
          result,
          () => revertErrorOf(result, revertWords),
          200,
          warningsIn(result),
        );
      },
    }),
    requestReversion(options),
  ];
}

/** The operation that reverts what one request changed. */
function requestReversion(options: AuditRouteOptions): Route {
  const { quota, writes, store, clock, revertWords, currencies } = options;
  const originOf = originsAt(clock);
  return route({
    operationId: 'revertRequest',
    method: 'POST',
    path: '/api/v1/requests/:id/revert',
    scope: 'write',
    params: RequestPath,
    query: WriteQuery,
    body: noBody,
    stages: [refuseUnwantedBody, refuseIfMatch, quota.charge],
    handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
      const revertedRequestId = params.id.toLowerCase();
      const entries = store.entriesOfRequest(caller.ownerId, revertedRequestId, entriesOfRequestMax);
      quota.chargeRecords({ caller, set }, entries.length);
      const about = { ...originOf(caller, requestId), ...withDryRun(writeOptions, query) };
      const command = { ...about, kind: 'audit.revertRequest', revertedRequestId } as const;
      const result = await writes.submit({ ...command, currencies: currencies.allowed });
      const answer = storedAnswer({ set, requestId }, result, () => requestRevertErrorOf(result, revertWords), 200);
      delete set.headers['etag'];
      return answer;
    },
  });
}

/** The operation with which a client sees whether anything has changed. */
export function revisionRoutes({ quota, store }: RouteOptions): readonly Route[] {
  return [
    route({
      operationId: 'getRevision',
      method: 'GET',
      path: '/api/v1/revision',
      scope: 'read',
      query: NoQuery,
      stages: [quota.charge],
      handle: ({ caller, request, requestId, set }) => {
        const membersJson = `{"revision":${store.revisionOf(caller.ownerId)}`;
        return new TaggedAnswer({ request, requestId, set }, membersJson, contentTagOf(membersJson));
      },
    }),
  ];
}

type AskedFilters = Omit<Static<typeof AuditQuery>, 'limit' | 'offset' | 'include'>;

/** The filters of a query in the form in which entries store their ids and instants. */
function filtersOf({ subscriptionId, action, apiKeyId, since, until }: AskedFilters, timeZone: string): AuditFilters {
  return {
    ...(subscriptionId !== undefined && { subscriptionId: subscriptionId.toLowerCase() }),
    ...(action !== undefined && { action }),
    ...(apiKeyId !== undefined && { apiKeyId: apiKeyId.toLowerCase() }),
    ...(since !== undefined && { since: storedInstantFromDay(since, timeZone) }),
    ...(until !== undefined && { until: storedInstantFromDay(until, timeZone) }),
  };
}
