import { describe, expect, test } from 'bun:test';
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
