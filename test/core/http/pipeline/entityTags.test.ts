import { describe, expect, test } from 'bun:test';
import { entityTagOf, matchesRecord } from '../../../../src/core/writer/entityTags.ts';
import { isKnownTo, isVariantKnownTo, parseEntityTags } from '../../../../src/core/http/pipeline/entityTags.ts';

describe('an entity tag', () => {
  test('is the same for the same text, another one for another, and in the form of a strong one', () => {
    expect(entityTagOf('{"a":1}')).toBe(entityTagOf('{"a":1}'));
    expect(entityTagOf('{"a":1}')).not.toBe(entityTagOf('{"a":2}'));
    for (const text of ['', 'ü', '😀']) expect(entityTagOf(text)).toMatch(/^"[0-9a-f]+"$/);
  });

  test.each([
    ['"a"', ['"a"']],
    [' "a" , W/"b","c,d" ', ['"a"', 'W/"b"', '"c,d"']],
    [', "a",, "b" ,', ['"a"', '"b"']],
    ['*', '*'],
    [' * ', '*'],
    ['"*"', ['"*"']],
    ['""', ['""']],
    ['a', undefined],
    ['', undefined],
    [',', undefined],
    ['"unfinished', undefined],
    ['"a" b', undefined],
    ['"a" "b"', undefined],
    ['"a"W/"b"', undefined],
    ['b, "a"', undefined],
    ['"a", *', undefined],
    ["'a'", undefined],
    [String.raw`\"a\"`, undefined],
    ['W/a', undefined],
    ['w/"a"', undefined],
  ] as const)('is read out of a header, which has nothing else: %s', (header, tags) => {
    expect(parseEntityTags(header)).toEqual(tags);
  });

  /** What is sent for the tag `"a"`: whether it is that of the record, and whether that of this variant of a file. */
  const sent = [
    ['"a"', true, true],
    ['"b", "a"', true, true],
    ['W/"a"', true, true],
    ['"a-gzip"', true, false],
    ['"a;gzip"', true, false],
    ['"a--gzip"', true, false],
    ['"a-br"', true, false],
    ['"a-zstd"', true, false],
    ['"a-deflate"', true, false],
    ['W/"a-gzip"', true, false],
    ['*', true, true],
    ['"b"', false, false],
    ['"A"', false, false],
    ['"a-"', false, false],
    ['"a-gzip-"', false, false],
    ['"gzip"', false, false],
  ] as const;

  test.each(sent)('§8.2: %s stands for "a" of a record: %p, of a file: %p', (header, ofRecord, ofFile) => {
    const request = new Request('http://localhost/', { headers: { 'if-none-match': header } });
    const tags = parseEntityTags(header) ?? [];
    expect([matchesRecord(tags, '"a"'), isKnownTo(request, '"a"'), isVariantKnownTo(request, '"a"')]).toEqual([
      ofRecord,
      ofRecord,
      ofFile,
    ]);
  });

  test('that is weak, as that of a report, is known by itself', () => {
    for (const header of ['W/"a"', '"a"', 'x, W/"a"']) {
      expect(isKnownTo(new Request('http://localhost/', { headers: { 'if-none-match': header } }), 'W/"a"')).toBe(true);
    }
  });

  test('matches whatever changes by the clock alone, also with what a proxy adds', () => {
    for (const tag of ['"a.b"', 'W/"a.c"', '"a.c-gzip"']) expect(matchesRecord([tag], '"a.b"')).toBe(true);
    for (const tag of ['"a"', '"ab.b"', '"b.b-gzip"']) expect(matchesRecord([tag], '"a.b"')).toBe(false);
  });
});
