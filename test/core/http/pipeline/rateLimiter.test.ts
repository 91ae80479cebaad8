import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { createRateLimiter } from '../../../../src/core/http/pipeline/rateLimiter.ts';
import { createTestClock } from '../../../support/clock.ts';

const start = '2026-06-16T12:00:00.000Z';

function createWindows(options: { limit?: number; windowSeconds?: number; keysMax?: number } = {}) {
  const clock = createTestClock(start);
  const windows = createRateLimiter({ limit: 2, windowSeconds: 60, keysMax: 1000, ...options }, clock);
  return { clock, windows };
}

describe('windows', () => {
  test('§4.3: a number and its text are different keys', () => {
    const { windows } = createWindows({ limit: 1 });
    windows.count(1);
    expect(windows.count('1').allowed).toBe(true);
  });

  test('forget a key whose attempts were all withdrawn, but not what a later window of it has counted', () => {
    const { clock, windows } = createWindows({ limit: 1 });
    windows.withdraw('a', windows.count('a'));
    expect(windows.size).toBe(0);
    const early = windows.count('a');
    clock.advance(60);
    windows.count('a');
    windows.withdraw('a', early);
    expect([windows.size, windows.count('a').allowed]).toEqual([1, false]);
  });

  test('§4.3: do what a plain list of every counted request would do, whatever happens in whatever order', () => {
    const limit = 3;
    const windowSeconds = 10;
    const step = fc.oneof(
      fc.record({ key: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ seconds: fc.integer({ min: 0, max: 15_000 }).map((milliseconds) => milliseconds / 1000) }),
      fc.record({ wall: fc.integer({ min: -100_000, max: 100_000 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { clock, windows } = createWindows({ limit, windowSeconds });
        const opened = new Map<string, { at: number; count: number }>();
        for (const taken of steps) {
          if ('seconds' in taken) clock.advance(taken.seconds);
          if ('wall' in taken) clock.setWall(new Date(clock.wallMilliseconds() + taken.wall).toISOString());
          if (!('key' in taken)) continue;
          const now = clock.monotonicMilliseconds();
          let window = opened.get(taken.key);
          if (window === undefined || now - window.at >= windowSeconds * 1000) window = { at: now, count: 0 };
          opened.set(taken.key, window);
          const allowed = window.count < limit;
          if (allowed) window.count += 1;
          const state = windows.count(taken.key);
          const left = (window.at + windowSeconds * 1000 - now) / 1000;
          expect(state).toMatchObject({ allowed, limit, remaining: limit - window.count });
          expect(state.retryAfterSeconds).toBeGreaterThanOrEqual(left);
          expect(state.retryAfterSeconds).toBeLessThan(left + 2);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('giving back', () => {
  test('makes room for one more request in the same window', () => {
    const { windows } = createWindows();
    windows.count('a');
    windows.giveBack(windows.count('a'));
    expect(windows.count('a')).toMatchObject({ allowed: true, remaining: 0 });
    expect(windows.count('a').allowed).toBe(false);
  });

  test('never makes a window allow more than its limit', () => {
    const { windows } = createWindows();
    const counted = windows.count('b');
    for (let times = 0; times < 3; times += 1) windows.giveBack(counted);
    expect(windows.count('b').remaining).toBe(1);
  });

  test('is none for a request that was refused', () => {
    const { windows } = createWindows({ limit: 1 });
    windows.count('a');
    windows.giveBack(windows.count('a'));
    expect(windows.count('a').allowed).toBe(false);
  });

  test('takes nothing off a later window of the same key: a limit of 100 allows 100 in each', () => {
    const { clock, windows } = createWindows({ limit: 100, windowSeconds: 60 });
    const countAll = () => Array.from({ length: 160 }, () => windows.count('a')).filter(({ allowed }) => allowed);
    const counted = countAll();
    clock.advance(60);
    expect(countAll()).toHaveLength(100);
    for (const state of counted.slice(0, 60)) windows.giveBack(state);
    expect(countAll()).toHaveLength(0);
    clock.advance(60);
    expect(countAll()).toHaveLength(100);
  });

  test('takes nothing off the window of a key that was forgotten for want of room', () => {
    const { windows } = createWindows({ limit: 1, keysMax: 1 });
    const counted = windows.count('a');
    windows.count('b');
    windows.count('a');
    windows.giveBack(counted);
    expect(windows.count('a').allowed).toBe(false);
  });
});

describe('the memory of windows', () => {
  test('§4.3: never holds more keys than it may, however many come', () => {
    const { clock, windows } = createWindows({ keysMax: 100 });
    for (let key = 0; key < 10_000; key += 1) {
      windows.count(key);
      expect(windows.size).toBeLessThanOrEqual(100);
      clock.advance(0.001);
    }
    expect(windows.size).toBe(100);
  });

  test('§4.4: when it is full, the key whose window is oldest is forgotten, and no other', () => {
    const { clock, windows } = createWindows({ keysMax: 3, limit: 1 });
    for (const key of ['a', 'b', 'c']) {
      windows.count(key);
      clock.advance(1);
    }
    // Asking again does not make a window younger.
    expect(windows.count('a').allowed).toBe(false);
    windows.count('d');
    expect(windows.count('b').allowed).toBe(false);
    expect(windows.count('c').allowed).toBe(false);
    expect(windows.count('d').allowed).toBe(false);
    expect(windows.count('a').allowed).toBe(true);
  });

  test('§4.3: lets go of windows that are over', () => {
    const { clock, windows } = createWindows({ keysMax: 1000 });
    for (let key = 0; key < 500; key += 1) windows.count(key);
    clock.advance(60);
    windows.count('new');
    expect(windows.size).toBe(1);
  });

  test('§4.3: a key that comes back after its window is the youngest again', () => {
    const { clock, windows } = createWindows({ keysMax: 2, limit: 1 });
    windows.count('a');
    clock.advance(60);
    windows.count('b');
    clock.advance(1);
    windows.count('a');
    windows.count('c');
    expect(windows.count('a').allowed).toBe(false);
    expect(windows.size).toBe(2);
  });
});
