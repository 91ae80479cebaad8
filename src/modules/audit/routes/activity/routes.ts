import type { Route } from '../../../../core/http/pipeline/route.ts';
import { readRoute } from '../../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../../core/http/routeOptions.ts';
import { ActivityQuery } from './schema.ts';

/** The operation that lists what was changed, and by whom. */
export function activityRoutes(options: RouteOptions): readonly Route[] {
  return [
    readRoute(
      options,
      { operationId: 'listActivity', path: '/api/v1/activity', scope: 'read', query: ActivityQuery },
      ({ limit, offset, entityType, entityId }) => {
        const filters = {
          ...(entityType !== undefined && { entityType }),
          ...(entityId !== undefined && { entityId: entityId.toLowerCase() }),
        };
        return { kind: 'activity', filters, page: { limit, offset } };
      },
    ),
  ];
}
