import { isBusy } from './storageFault.ts';

/** How long a connection waits for a lock that another one holds, in milliseconds. */
export const busyTimeoutMilliseconds = 2000;

const pauseMilliseconds = 20;

/**
 * Tries an action again while another connection holds the database, for two seconds unless told otherwise. SQLite does
 * not wait itself for a database whose journal another process is changing just now, as at its first start.
 *
 * @throws what the last try threw
 */
export function whenNotBusy<Result>(action: () => Result, millisecondsMax = busyTimeoutMilliseconds): Result {
  for (let attemptsLeft = millisecondsMax / pauseMilliseconds; ; attemptsLeft -= 1) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || attemptsLeft <= 0) throw error;
      Bun.sleepSync(pauseMilliseconds);
    }
  }
}
