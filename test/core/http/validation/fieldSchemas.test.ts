import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, test } from 'bun:test';
import {
  defaultOf,
  writableOf,
  type DraftOf,
  type FieldTable,
  type StoredValueOf,
  type ViewOf,
} from '../../../../src/core/fields/fieldTable.ts';
import { answerSchemaOf, bodyPropertiesOf, fieldSchemaOf } from '../../../../src/core/fields/fieldSchemas.ts';

const noteFields = {
  id: { kind: 'uuid', isServerManaged: true, example: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77' },
  notes: { kind: 'text', isNullable: true, lengthMax: 10, example: 'a\nb' },
  url: { kind: 'url', isNullable: true, lengthMax: 2000, example: 'https://example.com/account' },
  tags: { kind: 'labels', isNullable: true, itemsMax: 2, lengthMax: 4, example: ['home'] },
  everyMonths: { kind: 'count', isNullable: true, min: 2, max: 60, example: 3 },
  endsOn: { kind: 'day', isNullable: true, example: '2026-12-31' },
  autoRenew: { kind: 'flag', isNullable: true, example: true },
  level: { kind: 'count', isRequired: true, min: 1, max: 5, example: 1 },
} as const satisfies FieldTable;

type Fields = typeof noteFields;

const body = Type.Object(bodyPropertiesOf(noteFields), { additionalProperties: false });
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const whole: DraftOf<Fields> = {
  notes: 'a\nb',
  url: 'https://example.com/',
  tags: ['home', 'tv'],
  everyMonths: 3,
  endsOn: '2026-12-31',
  autoRenew: false,
  level: 1,
};
const cleared: DraftOf<Fields> = {
  notes: null,
  url: null,
  tags: null,
  everyMonths: null,
  endsOn: null,
  autoRenew: null,
  level: 1,
};
const emptyView: ViewOf<Fields> = {
  id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
  ...cleared,
  notes: null,
  url: null,
  tags: [],
  everyMonths: null,
  endsOn: null,
  autoRenew: null,
};

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
    expect(ajv.validate(answerSchemaOf(noteFields), JSON.parse(JSON.stringify(view)))).toBe(isValid);
  });

  test('is writable, and without a value is null; a list of labels is empty', () => {
    expect(writableOf(noteFields)).toEqual(['notes', 'url', 'tags', 'everyMonths', 'endsOn', 'autoRenew', 'level']);
    const values = Object.values<FieldTable[string]>(noteFields).map(defaultOf);
    expect(values).toEqual([undefined, null, null, [], null, null, null, undefined]);
  });

  test('has types that say the same', () => {
    const tags: StoredValueOf<Fields['tags']> = [];
    const notes: StoredValueOf<Fields['notes']> = null;
    // @ts-expect-error A list of labels is never null.
    const noTags: ViewOf<Fields>['tags'] = null;
    // @ts-expect-error A required field is never null.
    const noLevel: DraftOf<Fields>['level'] = null;
    const sent: Static<typeof body> = whole;
    expect([tags, notes, noTags, noLevel, sent]).toEqual([[], null, null, null, whole]);
  });

  test('may not be a choice, whose described words would lack null', () => {
    const fields = {
      status: { kind: 'choice', isNullable: true, words: ['on', 'off'], example: 'on' },
    } as const satisfies FieldTable;
    expect(() => fieldSchemaOf(fields, 'status')).toThrow(TypeError);
  });
});
