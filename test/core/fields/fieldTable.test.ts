import { describe, expect, test } from 'bun:test';
import { storedValuesOf, type FieldTable } from '../../../src/core/fields/fieldTable.ts';
import { detailFields } from '../../../src/modules/subscriptions/detailModel.ts';
import { subscriptionFields } from '../../../src/modules/subscriptions/model.ts';

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

test('each label that a client may write is trimmed: its check counts the characters without white space around them', () => {
  const tables: readonly FieldTable[] = [subscriptionFields, detailFields];
  const rows = tables.flatMap((table) => Object.entries(table));
  const labels = rows.filter(([, { kind, isServerManaged }]) => /^(label|labels|name)$/.test(kind) && !isServerManaged);
  expect(labels.length).toBeGreaterThan(3);
  expect(labels.filter(([, { isTrimmed }]) => isTrimmed !== true)).toEqual([]);
});
