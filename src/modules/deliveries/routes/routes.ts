import type { ClientResult } from '../../commands.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { ignoredBody, refuseUnwantedBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import { storedAnswer } from '../../../core/http/responses/answers.ts';
import { sharedErrorOf, staleMessage } from '../../../core/http/responses/writeErrors.ts';
import { WriteQuery } from '../../../core/fields/queries.ts';
import { commandsAt, readRoute } from '../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { deliveries, DeliveryListQuery } from './schema.ts';

const { path } = deliveries;

/** The operations on deliveries: list, retry. */
export function deliveryRoutes(options: RouteOptions): readonly Route[] {
  const { quota, writes } = options;
  const aboutOf = commandsAt(options);
  return [
    readRoute(
      options,
      { operationId: 'listDeliveries', path, scope: 'read', query: DeliveryListQuery },
      ({ limit, offset, state, channelId }) => {
        const filters = {
          ...(state !== undefined && { state }),
          ...(channelId !== undefined && { channelId: channelId.toLowerCase() }),
        };
        return { kind: 'deliveries', filters, page: { limit, offset } };
      },
    ),
    route({
      operationId: 'retryDelivery',
      method: 'POST',
      path: `${path}/:id/retry`,
      scope: 'write',
      params: deliveries.Path,
      query: WriteQuery,
      body: ignoredBody,
      stages: [refuseUnwantedBody, quota.charge],
      handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
        const about = aboutOf({ caller, requestId, query, writeOptions });
        const result = await writes.submit({ ...about, kind: 'delivery.retry', deliveryId: params.id.toLowerCase() });
        return storedAnswer({ set, requestId }, result, () => deliveryErrorOf(result), 200);
      },
    }),
  ];
}

const whenStale = staleMessage('The delivery has');

function deliveryErrorOf(result: ClientResult): ApiError {
  const shared = sharedErrorOf(result, false, whenStale);
  if (shared !== undefined) return shared;
  if (result.outcome === 'notFailed') {
    return new ApiError('delivery_not_failed', {
      message: `The delivery has not failed: it is ${result.state}.`,
      suggestedFix:
        'Retry deliveries that failed, were skipped with channelOff or notDue, or are changes of the last 30 days that were skipped with missed.',
    });
  }
  if (result.outcome === 'channelOff')
    return new ApiError('channel_disabled', { suggestedFix: 'Enable the channel of the delivery first.' });
  return deliveries.notFound();
}
