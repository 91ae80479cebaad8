import { pauseThread, systemClock, type Clock } from '../runtime/system.ts';
import { isBusy } from './storageErrors.ts';

/** How long a connection waits for a lock that another one holds, in milliseconds. */
export const busyTimeoutMilliseconds = 2000;

const pauseMilliseconds = 20;

/** The clock and the pause between two attempts. */
interface Waiting extends Pick<Clock, 'monotonicMilliseconds'> {
  readonly sleep: (milliseconds: number) => void;
}

// The real clock: workers open databases too, and cannot receive one.
const realWaiting: Waiting = { ...systemClock, sleep: pauseThread };

/**
 * Retries an action while another connection holds the database, for two seconds by default. SQLite itself does not
 * wait for a database whose journal mode another process is changing, as at its first start.
 *
 * @throws the error of the last attempt
 */
export function retryWhileBusy<Result>(
  action: () => Result,
  millisecondsMax = busyTimeoutMilliseconds,
  { monotonicMilliseconds, sleep }: Waiting = realWaiting,
): Result {
  let givenUpAt: number | undefined;
  for (;;) {
    try {
      return action();
    } catch (error) {
      // Counted from the first failure: an action may have taken long before that, for example an upgrade.
      givenUpAt ??= monotonicMilliseconds() + millisecondsMax;
      if (!isBusy(error) || monotonicMilliseconds() >= givenUpAt) throw error;
      sleep(pauseMilliseconds);
    }
  }
}
