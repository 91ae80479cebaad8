import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { retryWhileBusy } from '../../../src/core/database/retryWhileBusy.ts';
import { failureFrom } from '../../support/failure.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

/** Two connections to one database, of which one holds it locked, and a clock that goes as slowly as each sleep says. */
function openLocked(sleepLastsTimes: number) {
  const path = join(temporaryDirectory(), 'some.db');
  const [holder, other] = [new Database(path), new Database(path)];
  holder.run('BEGIN EXCLUSIVE');
  const state = { now: 0, tries: 0 };
  const waiting = {
    monotonicMilliseconds: () => state.now,
    sleep: (milliseconds: number) => (state.now += milliseconds * sleepLastsTimes),
  };
  const tryOnce = () => {
    state.tries += 1;
    other.run('BEGIN EXCLUSIVE');
  };
  return { holder, state, waiting, tryOnce };
}

describe('an action on a database that another connection holds', () => {
  test.each([1, 5, 20])('is given up after two seconds, also where each sleep takes %d times as long', (times) => {
    const { state, waiting, tryOnce } = openLocked(times);
    expect(failureFrom(() => retryWhileBusy(tryOnce, 2000, waiting))).toContain('locked');
    expect(state.now).toBeWithin(2000, 2000 + 20 * times);
    expect(state.tries).toBe(1 + Math.ceil(100 / times));
  });

  test('is tried once more after a pause that was longer than all the time there is', () => {
    const { holder, waiting, tryOnce } = openLocked(1000);
    const letGo = (milliseconds: number) => {
      waiting.sleep(milliseconds);
      holder.run('ROLLBACK');
    };
    expect(failureFrom(() => retryWhileBusy(tryOnce, 2000, { ...waiting, sleep: letGo }))).toBeUndefined();
  });

  test('is tried again however long the first try took before it met the other', () => {
    const { holder, state, waiting, tryOnce } = openLocked(1);
    const workThenTry = () => {
      if (state.tries === 0) state.now += 60_000;
      else holder.run('ROLLBACK');
      tryOnce();
    };
    expect(failureFrom(() => retryWhileBusy(workThenTry, 2000, waiting))).toBeUndefined();
  });

  test('is attempted once when there is no time to retry', () => {
    const { state, waiting, tryOnce } = openLocked(1);
    expect(failureFrom(() => retryWhileBusy(tryOnce, 0, waiting))).toContain('locked');
    expect(state).toEqual({ now: 0, tries: 1 });
  });
});
