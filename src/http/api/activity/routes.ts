import { route, type Route } from '../../pipeline/route.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { ReadAnswer } from '../../reads/answers.ts';
import { ActivityQuery } from './schema.ts';

/** The operation that lists what was changed, and by whom. */
export function activityRoutes({ quota, answerRead }: RouteOptions): readonly Route[] {
  return [
    route({
      operationId: 'listActivity',
      method: 'GET',
      path: '/api/v1/activity',
      scope: 'read',
      query: ActivityQuery,
      stages: [quota.charge],
      handle: ({ caller, query: { limit, offset, entityType, entityId }, request, requestId, set }) => {
        const filters = {
          ...(entityType !== undefined && { entityType }),
          ...(entityId !== undefined && { entityId: entityId.toLowerCase() }),
        };
        const read = { kind: 'activity', filters, page: { limit, offset } } as const;
        return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
      },
    }),
  ];
}
