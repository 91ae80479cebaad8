import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, test } from 'bun:test';
import { answeredOf, defaultsOf, nullable } from '../../../src/core/fields/define.ts';
import { CalendarDay, Flag, WholeNumber } from '../../../src/core/fields/fieldTypes.ts';
import { labelItems, LabelList, MultilineText, WebAddress } from '../../../src/core/fields/textTypes.ts';

const tags = LabelList({ maxItems: 2, items: labelItems(4) });
const body = Type.Object(
  {
    notes: Type.Optional(nullable(MultilineText({ maxLength: 10 }))),
    url: Type.Optional(nullable(WebAddress())),
    tags: Type.Optional(nullable(tags)),
    everyMonths: Type.Optional(nullable(WholeNumber({ minimum: 2, maximum: 60 }))),
    endsOn: Type.Optional(nullable(CalendarDay({ description: 'The last day.', examples: ['2026-12-31'] }))),
    autoRenew: Type.Optional(nullable(Flag())),
    level: WholeNumber({ minimum: 1, maximum: 5 }),
  },
  { additionalProperties: false },
);
const answer = Type.Object({ ...answeredOf(body), tags }, { additionalProperties: false });

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const whole: Static<typeof body> = {
  notes: 'a\nb',
  url: 'https://example.com/',
  tags: ['home', 'tv'],
  everyMonths: 3,
  endsOn: '2026-12-31',
  autoRenew: false,
  level: 1,
};
const cleared: Static<typeof body> = {
  notes: null,
  url: null,
  tags: null,
  everyMonths: null,
  endsOn: null,
  autoRenew: null,
  level: 1,
};
const emptyView: Static<typeof answer> = { ...cleared, tags: [] } as Static<typeof answer>;

describe('a nullable field', () => {
  test.each([
    ['every field', whole, true],
    ['null in every nullable field', cleared, true],
    ['required fields alone', { level: 1 }, true],
    ['null in a required field', { level: null }, false],
    ['a number out of its range', { ...whole, everyMonths: 61 }, false],
    ['too many labels', { ...whole, tags: ['a', 'b', 'c'] }, false],
    ['a text that is too long', { ...whole, notes: 'x'.repeat(11) }, false],
    ['an address without a scheme', { ...whole, url: 'example.com' }, false],
  ])('a body with %s: the check and the described schema agree', (_, sent, isValid) => {
    expect(Value.Check(body, sent)).toBe(isValid);
    expect(ajv.validate(body, sent)).toBe(isValid);
  });

  test.each([
    ['values', { ...emptyView, ...whole }, true],
    ['null in every nullable field, and no labels', emptyView, true],
    ['null instead of a list of labels', { ...emptyView, tags: null }, false],
    ['a nullable field missing', { ...emptyView, notes: undefined }, false],
  ])('an answer with %s: the described schema is exact', (_, view, isValid) => {
    expect(ajv.validate(answer, JSON.parse(JSON.stringify(view)))).toBe(isValid);
  });

  test('without a value is null; a list of labels is empty; one that is required has no default', () => {
    const nothing = { notes: null, url: null, tags: [], everyMonths: null, endsOn: null, autoRenew: null };
    expect(defaultsOf(body)).toEqual(nothing);
  });

  test('is described in the body alone, and not again in the answer', () => {
    expect(body.properties.endsOn).toMatchObject({ description: 'The last day.', examples: ['2026-12-31'] });
    expect(Object.keys(answer.properties.endsOn)).not.toContainAnyValues(['description', 'examples']);
  });

  test('has types that say the same', () => {
    // @ts-expect-error A list of labels of an answer is never null.
    const noTags: Static<typeof answer>['tags'] = null;
    // @ts-expect-error A required field is never null.
    const noLevel: Static<typeof body>['level'] = null;
    const notes: Static<typeof answer>['notes'] = null;
    expect([notes, noTags, noLevel]).toEqual([null, null, null]);
  });
});
