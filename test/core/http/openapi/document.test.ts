import { expect, test } from 'bun:test';
import { componentMark } from '../../../../src/core/fields/schemaMarks.ts';
import { withAnswered, withBriefAnswers, withComponents } from '../../../../src/core/http/openapi/document.ts';

/** A document in which a schema stands 2⁴⁰ times, and is one object. */
function repeating(): object {
  let shared: object = { type: 'object', examples: [1], [componentMark]: 'schemas/Shared' };
  for (let depth = 0; depth < 40; depth += 1) shared = { properties: { left: shared, right: shared } };
  return { paths: { responses: shared, requestBody: shared } };
}

interface Nested {
  readonly $ref?: string;
  readonly examples?: readonly number[];
  readonly properties?: { readonly left: Nested; readonly right: Nested };
}
type Repeating = { readonly paths: Readonly<Record<'responses' | 'requestBody', Nested>> };

const deepest = (one: Nested): Nested => (one.properties === undefined ? one : deepest(one.properties.right));

const changes: readonly [string, (document: object) => object, object, readonly number[] | undefined][] = [
  ['parts become components', withComponents, { $ref: '#/components/schemas/Shared' }, undefined],
  ['answers become brief', withBriefAnswers, { type: 'object' }, [1]],
  ['answers get another schema', (one: object) => withAnswered(one, 'Shared', () => ({})), {}, [1]],
];

test.each(changes)('what routes share is read once when %s', (_, change, answered, examples) => {
  const { paths } = change(repeating()) as Repeating;
  expect(deepest(paths.responses)).toMatchObject(answered);
  expect([deepest(paths.responses).examples, deepest(paths.requestBody).examples]).toEqual([undefined, examples]);
});
