import { describe, expect, test } from 'bun:test';
import { fingerprintOf, parseIdempotencyKey } from '../../../../src/core/http/pipeline/writeOptions.ts';

describe('an idempotency key', () => {
  test.each([
    ['"8e03978e-40d5"', '8e03978e-40d5'],
    ['8e03978e-40d5', '8e03978e-40d5'],
    ['a:b/c,d!~', 'a:b/c,d!~'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ])('is read: %s', (header, key) => {
    expect(parseIdempotencyKey(header)).toBe(key);
  });

  test.each([
    '',
    '""',
    '"',
    'a b',
    '"a b"',
    '"a',
    'a"',
    '"a", "b"',
    'a, b',
    String.raw`"a\b"`,
    'ü',
    '\u007f',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
  ])('is not guessed at: %j', (header) => {
    expect(parseIdempotencyKey(header)).toBeUndefined();
  });
});

describe('the fingerprint of a request', () => {
  test('stands for method, path, query and what the body says', () => {
    const all = [
      fingerprintOf('POST', '/a', {}),
      fingerprintOf('PATCH', '/a', {}),
      fingerprintOf('POST', '/b', {}),
      fingerprintOf('POST', '/a?dryRun=false', {}),
      fingerprintOf('POST', '/a', undefined),
      fingerprintOf('POST', '/a', '{}'),
      fingerprintOf('POST', '/a', { a: 1 }),
      fingerprintOf('POST', '/a', { a: '1' }),
      fingerprintOf('POST', '/a', { a: null }),
      fingerprintOf('POST', '/a', { a: [1, 2] }),
      fingerprintOf('POST', '/a', { a: [2, 1] }),
      fingerprintOf('POST', '/a', { a: { b: 1 } }),
      fingerprintOf('POST', '/a', { 'a":{"b': 1 }),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(fingerprintOf('POST', '/a', {})).toBe(all[0] ?? '');
    expect(all[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  test('knows no order of names, at any depth', () => {
    const one = JSON.parse('{"a":[{"x":1,"y":{"c":1,"d":2}}],"__proto__":{"k":1,"l":2}}') as unknown;
    const other = JSON.parse('{"__proto__":{"l":2,"k":1},"a":[{"y":{"d":2,"c":1},"x":1}]}') as unknown;
    expect(fingerprintOf('POST', '/a', other)).toBe(fingerprintOf('POST', '/a', one));
  });
});
