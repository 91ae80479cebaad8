import type { Database } from 'bun:sqlite';
import { systemClock, type Clock } from '../../runtime/system.ts';
import { guarded } from './statement.ts';

// Shorter than any other process needs to store a change and to report that it did.
const millisecondsMax = 1;

/** A snapshot that reads share. */
export type SharedReads = ReturnType<typeof shareReads>;

/**
 * Makes the reads of requests that arrive together see one snapshot of the database. They then take the lock of the
 * write-ahead log once, not for each statement; the lock costs more than most reads do.
 *
 * A snapshot ends before the server waits for further requests, when `end` is called, and when a request begins after a
 * millisecond. So a request sees each change that was reported before the request was sent.
 */
export function shareReads(database: Database, clock: Pick<Clock, 'monotonicMilliseconds'> = systemClock) {
  const begin = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  const forgetters: (() => void)[] = [];
  let [isOpen, isEnding, beganAt] = [false, false, 0];

  function endIfOpen(): void {
    if (!isOpen) return;
    isOpen = false;
    for (const forget of forgetters) forget();
    // A failed read may have ended the transaction already, which loses nothing.
    if (!database.inTransaction) return;
    try {
      commit.run();
    } catch {
      database.run('ROLLBACK');
    }
  }

  function endInTurn(): void {
    isEnding = false;
    endIfOpen();
  }

  function readAsOne(): void {
    const now = clock.monotonicMilliseconds();
    if (isOpen && now - beganAt < millisecondsMax && database.inTransaction) return;
    endIfOpen();
    guarded(() => begin.run());
    [isOpen, beganAt] = [true, now];
    if (isEnding) return;
    isEnding = true;
    setImmediate(endInTurn);
  }

  function onceInSnapshot<Value>(find: (key: string) => Value | undefined): (key: string) => Value | undefined {
    const known = new Map<string, Value>();
    forgetters.push(() => {
      if (known.size > 0) known.clear();
    });
    return function findOnce(key) {
      if (!isOpen || !database.inTransaction) return find(key);
      const before = known.get(key);
      if (before !== undefined) return before;
      const value = find(key);
      if (value !== undefined) known.set(key, value);
      return value;
    };
  }

  return {
    /** Makes all reads see one snapshot until the next task of the event loop at most. */
    readAsOne,
    /** Ends the snapshot: a change that it does not contain will be reported. */
    end: endIfOpen,
    /** Gives a function that finds each value once in a snapshot. It does not remember what is not found. */
    onceInSnapshot,
  };
}
