import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { instantBefore, storedInstantFrom } from '../../../src/core/billing/instants.ts';

describe('a date-time that a client sends', () => {
  test.each([
    ['2026-06-15T08:00:00Z', '2026-06-15T08:00:00.000Z'],
    ['2026-06-15t08:00:00z', '2026-06-15T08:00:00.000Z'],
    ['2026-06-15T08:00:00+05:30', '2026-06-15T02:30:00.000Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2026-06-15T08:00:00.1-01:00', '2026-06-15T09:00:00.100Z'],
    ['2026-06-15T08:00:00.123456789Z', '2026-06-15T08:00:00.124Z'],
    ['2026-06-15T08:00:00.123000000Z', '2026-06-15T08:00:00.123Z'],
    ['2026-12-31T23:59:59.999000001Z', '2027-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59-12:00', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00+12:00', '0000-01-01T00:00:00.000Z'],
  ])('§6.3: %s means %s', (dateTime, instant) => {
    expect(storedInstantFrom(dateTime)).toBe(instant);
  });

  test('§6.3: is compared with stored instants as the instants themselves are', () => {
    const anyMilliseconds = fc.integer({ min: 0, max: 4e12 });
    fc.assert(
      fc.property(anyMilliseconds, fc.integer({ min: -1439, max: 1439 }), fc.nat(2), (milliseconds, minutes, delta) => {
        const sign = minutes < 0 ? '-' : '+';
        const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
        const offset = `${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
        const sent = new Date(milliseconds + minutes * 60_000).toISOString().replace('Z', offset);
        const stored = new Date(milliseconds + delta - 1).toISOString();
        expect(stored >= storedInstantFrom(sent)).toBe(delta >= 1);
      }),
    );
  });
});

test('an instant some days before another has its form', () => {
  expect(instantBefore('2026-06-16T12:00:00.500Z', 365)).toBe('2025-06-16T12:00:00.500Z');
  expect(instantBefore('2024-03-01T00:00:00.000Z', 1)).toBe('2024-02-29T00:00:00.000Z');
});
