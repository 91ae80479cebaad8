import { describe, expect, test } from 'bun:test';
import { nameOfKey, rowAfter, typedKeys } from '../../src/web/shell/keys.ts';
import { findEntries, searchableEntries } from '../../src/web/shell/paletteEntries.ts';

describe('shortcuts', () => {
  const known = ['n', 'g o', 'g s', 'Ctrl+K'];

  test('of two keys are complete with the second one', () => {
    expect(typedKeys('g', undefined, known)).toEqual({ first: 'g' });
    expect(typedKeys('o', 'g', known)).toEqual({ complete: 'g o' });
    expect(typedKeys('o', undefined, known)).toEqual({});
  });

  test('are single keys when no other key comes before', () => {
    expect(typedKeys('n', undefined, known)).toEqual({ complete: 'n' });
    expect(typedKeys('n', 'g', known)).toEqual({});
  });

  test('with Ctrl or ⌘ are the same, and a key with Alt, or Ctrl with Shift, is none', () => {
    const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    expect(nameOfKey({ ...plain, key: 'n' })).toBe('n');
    expect(nameOfKey({ ...plain, key: 'k', ctrlKey: true })).toBe('Ctrl+K');
    expect(nameOfKey({ ...plain, key: 'k', metaKey: true })).toBe('Ctrl+K');
    expect(nameOfKey({ ...plain, key: '@', ctrlKey: true, altKey: true })).toBeUndefined();
    expect(nameOfKey({ ...plain, key: 'Z', ctrlKey: true, shiftKey: true })).toBeUndefined();
    expect(nameOfKey({ ...plain, key: '?', shiftKey: true })).toBe('?');
  });
});

describe('the row that j and k lead to', () => {
  test('is the next or the previous one, and none beyond the ends', () => {
    expect([rowAfter(1, 1, 1, 5), rowAfter(1, 1, -1, 5)]).toEqual([2, 0]);
    expect([rowAfter(4, 4, 1, 5), rowAfter(0, 0, -1, 5)]).toEqual([4, 0]);
  });

  test('is the first one at first', () => {
    expect([rowAfter(undefined, -1, 1, 5), rowAfter(undefined, -1, -1, 5)]).toEqual([0, 0]);
  });

  test('is the one that took the place of a row that has gone', () => {
    expect([rowAfter(undefined, 2, 1, 5), rowAfter(undefined, 2, -1, 5)]).toEqual([2, 1]);
    expect(rowAfter(undefined, 4, 1, 4)).toBe(3);
  });

  test('does not exist in an empty list', () => {
    expect(rowAfter(undefined, -1, 1, 0)).toBe(-1);
  });
});

describe('the command palette', () => {
  const entry = (text: string, note: string, isOffered = false) => ({
    id: text,
    text,
    note,
    isOffered,
    run: () => undefined,
  });
  const entries = searchableEntries([
    entry('Overview', 'Page', true),
    entry('Paid: Netflix', '€15.99'),
    entry('Netflix', '€15.99 monthly'),
    entry('Ökostrom', '€80.00 monthly'),
  ]);
  const found = (query: string, most = 10) => findEntries(entries, query, most).map(({ text }) => text);

  test('offers pages and actions before anything is typed', () => {
    expect(found('')).toEqual(['Overview']);
    expect(found('  ')).toEqual(['Overview']);
  });

  test('finds by each word, without regard to case and accents, first what begins so', () => {
    expect(found('NET')).toEqual(['Netflix', 'Paid: Netflix']);
    expect(found('flix paid')).toEqual(['Paid: Netflix']);
    expect(found('okostrom')).toEqual(['Ökostrom']);
    expect(found('oekostrom')).toEqual(['Ökostrom']);
    expect(found('monthly', 1)).toEqual(['Netflix']);
    expect(found('nothing')).toEqual([]);
  });
});
