import type { DocumentDecoration } from 'elysia';
import { activityOperations } from '../api/activity/operations.ts';
import { analyticsOperations } from '../api/analytics/operations.ts';
import { auditOperations } from '../api/audit/operations.ts';
import { batchOperationWords } from '../api/batch/operations.ts';
import { detailOperations } from '../api/details/operations.ts';
import { keyOperations } from '../api/keys/operations.ts';
import { priceOperations } from '../api/prices/operations.ts';
import { paymentOperations } from '../api/payments/operations.ts';
import { preferenceOperations } from '../api/preferences/operations.ts';
import { sessionOperations } from '../api/session/operations.ts';
import { subscriptionOperations } from '../api/subscriptions/operations.ts';
import { userOperations } from '../api/users/operations.ts';
import type { Route } from '../pipeline/route.ts';
import { describeOperation, describePreflight } from './operation.ts';

/** The words of every operation for the OpenAPI document, by name. */
export const operations = {
  ...sessionOperations,
  ...subscriptionOperations,
  ...detailOperations,
  ...batchOperationWords,
  ...analyticsOperations,
  ...priceOperations,
  ...auditOperations,
  ...paymentOperations,
  ...preferenceOperations,
  ...activityOperations,
  ...keyOperations,
  ...userOperations,
};

/** The name of an operation in the OpenAPI document. */
export type OperationId = keyof typeof operations;

/** The name of a preflight in the OpenAPI document. */
export type PreflightId = `preflight${string}`;

/** A route in the form that the OpenAPI plugin reads. */
interface DocumentedRoute {
  readonly method: string;
  readonly path: string;
  readonly hooks: object;
}

/** The routes of the OpenAPI document: the named preflights, then every operation. */
export function documentedRoutes(routes: readonly Route[]): readonly DocumentedRoute[] {
  const preflights = routes.flatMap(({ path, preflight }) =>
    preflight === undefined ? [] : [documented('OPTIONS', path, describePreflight(path, preflight))],
  );
  const described = routes.map((route) => {
    const { method, path, params, query } = route;
    return documented(method, path, describeOperation(route, operations[route.operationId]), { params, query });
  });
  return [...preflights, ...described];
}

function documented(method: string, path: string, detail: DocumentDecoration, schemas: object = {}): DocumentedRoute {
  return { method, path, hooks: { ...schemas, detail } };
}
