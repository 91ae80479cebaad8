import { expect, test } from 'bun:test';
import { analyticsOperations } from '../../../src/http/api/analytics/operations.ts';
import { auditOperations } from '../../../src/http/api/audit/operations.ts';
import { batchOperationWords } from '../../../src/http/api/batch/operations.ts';
import { subscriptionOperations } from '../../../src/http/api/subscriptions/operations.ts';
import { startService } from '../../support/service.ts';

const service = await startService();

// A route without words is a type error.
test('the OpenAPI document has no words for an operation that no route declares', () => {
  const words = { ...subscriptionOperations, ...batchOperationWords, ...analyticsOperations, ...auditOperations };
  const paths: Readonly<Record<string, Readonly<Record<string, object>>>> = service.document.paths;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const ids = operations.flatMap((operation) => ('operationId' in operation ? [String(operation.operationId)] : []));
  expect(ids.filter((id) => !id.startsWith('preflight')).sort()).toEqual(Object.keys(words).sort());
});
