import type { ClientResult } from '../../../commands/commands.ts';
import { ApiError } from '../../errors/apiError.ts';
import { ignoredBody, refuseUnwantedBody } from '../../pipeline/requestBody.ts';
import { route, type Route } from '../../pipeline/route.ts';
import { withDryRun } from '../../pipeline/writeOptions.ts';
import { originsAt } from '../../pipeline/writeOrigins.ts';
import { ReadAnswer } from '../../reads/answers.ts';
import { storedAnswer } from '../../responses/answers.ts';
import { sharedErrorOf, staleMessages } from '../../responses/writeErrors.ts';
import { WriteQuery } from '../../validation/queries.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { DeliveryListQuery, DeliveryPath } from './schema.ts';

const path = '/api/v1/deliveries';

/** The operations on deliveries: list, retry. */
export function deliveryRoutes(options: RouteOptions): readonly Route[] {
  return [list(options), retry(options)];
}

function list({ quota, answerRead }: RouteOptions): Route {
  return route({
    operationId: 'listDeliveries',
    method: 'GET',
    path,
    scope: 'read',
    query: DeliveryListQuery,
    stages: [quota.charge],
    handle: ({ caller, query: { limit, offset, state, channelId }, request, requestId, set }) => {
      const filters = {
        ...(state !== undefined && { state }),
        ...(channelId !== undefined && { channelId: channelId.toLowerCase() }),
      };
      const read = { kind: 'deliveries', filters, page: { limit, offset } } as const;
      return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
    },
  });
}

function retry({ quota, writes, clock, randomness }: RouteOptions): Route {
  const originOf = originsAt(clock);
  return route({
    operationId: 'retryDelivery',
    method: 'POST',
    path: `${path}/:id/retry`,
    scope: 'write',
    params: DeliveryPath,
    query: WriteQuery,
    body: ignoredBody,
    stages: [refuseUnwantedBody, quota.charge],
    handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
      const about = { ...originOf(caller, requestId), ...withDryRun(writeOptions, query) };
      const ids = { auditEntryId: randomness.uuid(), deliveryId: params.id.toLowerCase() };
      const result = await writes.submit({ ...about, ...ids, kind: 'delivery.retry' });
      return storedAnswer({ set, requestId }, result, () => deliveryErrorOf(result), 200);
    },
  });
}

const whenStale = staleMessages('The delivery has');

function deliveryErrorOf(result: ClientResult): ApiError {
  const shared = sharedErrorOf(result, false, whenStale);
  if (shared !== undefined) return shared;
  if (result.outcome === 'notFailed') {
    return new ApiError('delivery_not_failed', {
      message: `The delivery has not failed: it is ${result.state}.`,
      suggestedFix: 'Retry deliveries that failed, or were skipped with channelOff or notDue.',
    });
  }
  if (result.outcome === 'channelOff')
    return new ApiError('channel_disabled', { suggestedFix: 'Enable the channel of the delivery first.' });
  return new ApiError('delivery_not_found', {
    suggestedFix: `List the deliveries (GET ${path}) and take an id from there.`,
    forTools: { suggestedFix: 'Call listDeliveries and take an id from there.' },
  });
}
