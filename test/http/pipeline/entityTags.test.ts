import { describe, expect, test } from 'bun:test';
import { entityTagOf, matchesStrongly } from '../../../src/commands/entityTags.ts';
import { matchesWeakly, parseEntityTags } from '../../../src/http/pipeline/entityTags.ts';

describe('an entity tag', () => {
  test('is the same for the same text, another one for another, and in the form of a strong one', () => {
    expect(entityTagOf('{"a":1}')).toBe(entityTagOf('{"a":1}'));
    expect(entityTagOf('{"a":1}')).not.toBe(entityTagOf('{"a":2}'));
    for (const text of ['', 'ü', '😀']) expect(entityTagOf(text)).toMatch(/^"[0-9a-f]+"$/);
  });

  test.each([
    ['"a"', ['"a"']],
    [' "a" , W/"b","c,d" ', ['"a"', 'W/"b"', '"c,d"']],
    ['a', []],
    ['', []],
    ['*', '*'],
    [' * ', '*'],
    ['"*"', ['"*"']],
    ['"unfinished', []],
  ] as const)('is read out of a header: %s', (header, tags) => {
    expect(parseEntityTags(header)).toEqual(tags);
  });

  test.each([
    ['"a"', true, true],
    ['"b", "a"', true, true],
    ['W/"a"', false, true],
    ['"b"', false, false],
    ['*', true, true],
    ['a', false, false],
    ['"A"', false, false],
  ])('%s matches "a" strongly: %p, weakly: %p', (header, strongly, weakly) => {
    const tags = parseEntityTags(header);
    expect([matchesStrongly(tags, '"a"'), matchesWeakly(tags, '"a"')]).toEqual([strongly, weakly]);
  });

  test('that is weak matches itself weakly, never strongly', () => {
    const tags = parseEntityTags('W/"a"');
    expect([matchesStrongly(tags, 'W/"a"'), matchesWeakly(tags, 'W/"a"')]).toEqual([false, true]);
  });
});
