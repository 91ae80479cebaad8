import { expect, test } from 'bun:test';
import { operations as words } from '../../../src/http/openapi/operations.ts';
import { startService } from '../../support/service.ts';

const service = await startService();

// A route without words is a type error.
test('the OpenAPI document has no words for an operation that no route declares', () => {
  const paths: Readonly<Record<string, Readonly<Record<string, object>>>> = service.document.paths;
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  const ids = described.flatMap((operation) => ('operationId' in operation ? [String(operation.operationId)] : []));
  expect(ids.filter((id) => !id.startsWith('preflight')).sort()).toEqual(Object.keys(words).sort());
});
