import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { trackWallSpan } from '../../../src/core/runtime/system.ts';
import { createTestClock } from '../../support/clock.ts';

const seconds = 100;
const start = '2026-06-16T12:00:00.000Z';
const startMilliseconds = Date.parse(start);

function createSpan() {
  const clock = createTestClock(start);
  return { clock, span: trackWallSpan(clock, seconds) };
}

describe('the span of what the wall clock showed', () => {
  test('is the time up to now while the clock is not set, also before the process began', () => {
    const { clock, span } = createSpan();
    expect([span.earliest(), span.latest()]).toEqual([startMilliseconds - 100_000, startMilliseconds]);
    clock.advance(1000);
    expect([span.earliest(), span.latest()]).toEqual([startMilliseconds + 900_000, startMilliseconds + 1_000_000]);
  });

  test('reaches back to a year that the clock showed before it was set, and no longer than the span', () => {
    const { clock, span } = createSpan();
    clock.setWall('1970-01-01T00:00:00.000Z');
    expect(span.earliest()).toBe(-100_000);
    clock.setWall(start);
    expect(span.earliest()).toBe(0);
    clock.advance(50);
    expect(span.earliest()).toBe(0);
    clock.advance(51);
    expect(span.earliest()).toBe(startMilliseconds + 1000);
  });

  test('reaches forward to a year that the clock showed before it was set back', () => {
    const { clock, span } = createSpan();
    clock.setWall('2038-01-01T00:00:00.000Z');
    expect(span.latest()).toBe(Date.parse('2038-01-01T00:00:00.000Z'));
    clock.setWall(start);
    expect(span.latest()).toBe(Date.parse('2038-01-01T00:00:00.000Z'));
    clock.advance(50);
    expect(span.latest()).toBe(Date.parse('2038-01-01T00:00:00.000Z'));
    clock.advance(51);
    expect(span.latest()).toBe(startMilliseconds + 101_000);
  });

  test('holds every instant that was stamped within it to the second, however often the clock is set', () => {
    // A clock that is set by no more than a second counts as one that drifts.
    const drift = 1000;
    const step = fc.record({
      seconds: fc.integer({ min: 0, max: 40 }),
      wall: fc.option(fc.integer({ min: 0, max: 4_000_000_000 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const { clock, span } = createSpan();
        const stamps: { readonly at: number; readonly wall: number }[] = [];
        for (const { seconds: passed, wall } of steps) {
          clock.advance(passed);
          if (wall !== null) clock.setWall(new Date(wall * 1000).toISOString());
          const [earliest, latest, now] = [span.earliest(), span.latest(), clock.monotonicMilliseconds()];
          stamps.push({ at: now, wall: clock.wallMilliseconds() });
          const within = stamps.filter(({ at }) => at >= now - seconds * 1000).map((stamp) => stamp.wall);
          expect(Math.min(...within)).toBeGreaterThanOrEqual(earliest - drift);
          expect(Math.max(...within)).toBeLessThanOrEqual(latest + drift);
        }
        // And is as long as it should be once the clock is not set any more.
        clock.advance(seconds + 1);
        span.latest();
        clock.advance(seconds + 1);
        expect(span.latest() - span.earliest()).toBe(seconds * 1000);
      }),
      { numRuns: 200 },
    );
  });
});
