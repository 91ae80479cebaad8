import { expect, test } from 'bun:test';
import { entityWords } from '../../../src/http/docs/entities.ts';
import { operationsOf } from '../../../src/http/openapi/operations.ts';
import { startService } from '../../support/service.ts';

const service = await startService();

// The document of a route without words is an error, so no test of the document passes then.
test('the OpenAPI document has no words for an operation that no route declares', () => {
  const paths: Readonly<Record<string, Readonly<Record<string, object>>>> = service.document.paths;
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  const ids = described.flatMap((operation) => ('operationId' in operation ? [String(operation.operationId)] : []));
  expect(ids.filter((id) => !id.startsWith('preflight')).sort()).toEqual(
    Array.from(operationsOf(entityWords).keys()).sort(),
  );
});
