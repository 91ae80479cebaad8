import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { keepsRule, storedOf } from '../../../src/core/fields/define.ts';
import { Label } from '../../../src/core/fields/fieldTypes.ts';
import { LabelList, Name } from '../../../src/core/fields/textTypes.ts';
import { storedValuesOf, type FieldTable } from '../../../src/core/fields/fieldTable.ts';

const fields = {
  reference: { kind: 'label', isNullable: true, isTrimmed: true, lengthMax: 40, example: 'K-1' },
  labels: { kind: 'labels', isNullable: true, isTrimmed: true, itemsMax: 3, lengthMax: 9, example: ['a'] },
  text: { kind: 'text', isNullable: true, lengthMax: 40, example: 'a' },
} as const satisfies FieldTable;

describe('what is stored of a sent field', () => {
  test('has no white space around it where the row says that it is trimmed, and all of it elsewhere', () => {
    const stored = storedValuesOf(fields, { reference: '  K-1 ', labels: [' a', 'b c '], text: ' x\n' });
    expect(stored).toEqual({ reference: 'K-1', labels: ['a', 'b c'], text: ' x\n' });
  });

  test('is null after null, and a list without labels', () => {
    expect(storedValuesOf(fields, { reference: null, labels: null })).toEqual({ reference: null, labels: [] });
  });
});

test('each kind of label is stored without white space around it: its check does not count that', () => {
  const names = { maxLength: 3 };
  const body = Type.Object({ name: Name(names), label: Label(names), tags: LabelList({ maxItems: 1, items: names }) });
  const sent = { name: ' abc ', label: '\u00a0abc', tags: ['abc '] };
  expect(Object.entries(body.properties).every(([name, field]) => keepsRule(field, sent[name as 'name']))).toBeTrue();
  expect(storedOf(body, sent)).toEqual({ name: 'abc', label: 'abc', tags: ['abc'] });
});
