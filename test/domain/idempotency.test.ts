import { describe, expect, test } from 'bun:test';
import { fingerprintOf, parseIdempotencyKey } from '../../src/domain/idempotency.ts';

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

  test('stands for method, path, query and body', () => {
    const all = [
      fingerprintOf('POST', '/a', '{}'),
      fingerprintOf('PATCH', '/a', '{}'),
      fingerprintOf('POST', '/b', '{}'),
      fingerprintOf('POST', '/a?dryRun=false', '{}'),
      fingerprintOf('POST', '/a', '{} '),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(fingerprintOf('POST', '/a', '{}')).toBe(all[0] ?? '');
    expect(all[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});
