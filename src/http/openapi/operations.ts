import type { DocumentDecoration } from 'elysia';
import { describePreflight } from './operation.ts';
import { reportOperations } from '../api/analytics/operations.ts';
import { safeWriteOperations } from '../api/batch/operations.ts';
import { subscriptionOperations } from '../api/subscriptions/operations.ts';

const operations = { ...subscriptionOperations, ...safeWriteOperations, ...reportOperations };

/** The name of an operation in the OpenAPI document. */
export type OperationId = keyof typeof operations | `preflight${string}`;

/** The part of the OpenAPI document that describes the operation of a route. */
export function descriptionOf(operationId: OperationId, path: string): DocumentDecoration {
  return isDescribed(operationId) ? operations[operationId] : describePreflight(path, operationId);
}

function isDescribed(operationId: OperationId): operationId is keyof typeof operations {
  return operationId in operations;
}
