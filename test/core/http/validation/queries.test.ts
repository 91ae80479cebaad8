import { Type } from '@sinclair/typebox';
import { expect, test } from 'bun:test';
import { explainQuery } from '../../../../src/core/http/validation/faults.ts';
import { keepsRule } from '../../../../src/core/fields/define.ts';
import { pageParametersUpTo } from '../../../../src/core/fields/queries.ts';

const query = Type.Object(pageParametersUpTo(1000, 100), { additionalProperties: false });

test('§1.5: a list with pages of up to 1000 records accepts a limit of 1 to 1000, and takes 100 by default', () => {
  const { limit } = query.properties;
  expect([0, 1, 100, 1000, 1001].map((value) => keepsRule(limit, value))).toEqual([false, true, true, true, false]);
  expect(limit['default']).toBe(100);
  const { errorCode, details } = explainQuery(query, { limit: 1001 });
  expect([errorCode, details.field, details.suggestedFix]).toEqual([
    'invalid_pagination',
    'limit',
    'Send a whole number from 1 to 1000.',
  ]);
});
