import { Type } from '@sinclair/typebox';
import { describe, expect, test } from 'bun:test';
import { keepsRule, nullable, storedOf } from '../../../src/core/fields/define.ts';
import { Label } from '../../../src/core/fields/fieldTypes.ts';
import { LabelList, MultilineText, Name } from '../../../src/core/fields/textTypes.ts';

const bounds = { maxLength: 4 };
const body = Type.Object({
  name: Name(bounds),
  reference: nullable(Label(bounds)),
  labels: nullable(LabelList({ maxItems: 3, items: bounds })),
  text: nullable(MultilineText(bounds)),
});

describe('what is stored of a sent field', () => {
  test('has no white space around labels, whose checks do not count it, and all of it in texts', () => {
    const sent = { name: ' abcd ', reference: '\u00a0 K-1 ', labels: [' a', 'bc d '], text: ' x\n' };
    for (const [name, field] of Object.entries(body.properties))
      expect([name, keepsRule(field, sent[name as keyof typeof sent])]).toEqual([name, true]);
    expect(storedOf(body, sent)).toEqual({ name: 'abcd', reference: 'K-1', labels: ['a', 'bc d'], text: ' x\n' });
  });

  test('is null after null, and a list without labels', () => {
    const cleared: object = { reference: null, labels: null };
    expect(storedOf(body, cleared)).toEqual({ reference: null, labels: [] });
  });
});
