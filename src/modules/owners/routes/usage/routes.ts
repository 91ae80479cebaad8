import type { OwnerLimits } from '../../../../core/writer/ownerLimits.ts';
import type { Route } from '../../../../core/http/pipeline/route.ts';
import { NoQuery } from '../../../../core/fields/queries.ts';
import { readRoute } from '../../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../../core/http/routeOptions.ts';

/** What the operation on usage needs. */
interface UsageRouteOptions extends RouteOptions {
  /** What owners may have. */
  readonly ownerLimits: OwnerLimits;
}

/** The operation with which an owner sees how much is stored, and how much may be. */
export function usageRoutes(options: UsageRouteOptions): readonly Route[] {
  const { ownerLimits: limits } = options;
  const operation = { operationId: 'getUsage', path: '/api/v1/usage', scope: 'read', query: NoQuery } as const;
  return [readRoute(options, operation, () => ({ kind: 'usage', limits }))];
}
