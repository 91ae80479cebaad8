import { pauseThread, systemClock, type Clock } from '../../runtime/system.ts';
import { isBusy } from './storageErrors.ts';

/** How long a connection waits for a lock that another one holds, in milliseconds. */
export const busyTimeoutMilliseconds = 2000;

const pauseMilliseconds = 20;

/** How the time passes between two tries. */
interface Waiting extends Pick<Clock, 'monotonicMilliseconds'> {
  readonly sleep: (milliseconds: number) => void;
}

// Databases are opened by threads, too, to which no clock can be handed on.
const realWaiting: Waiting = { ...systemClock, sleep: pauseThread };

/**
 * Tries an action again while another connection holds the database, for two seconds unless told otherwise. SQLite does
 * not wait itself for a database whose journal another process is changing just now, as at its first start.
 *
 * @throws what the last try threw
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
      // From the first time that it was held: what an action did before may have taken long, as an upgrade does.
      givenUpAt ??= monotonicMilliseconds() + millisecondsMax;
      if (!isBusy(error) || monotonicMilliseconds() >= givenUpAt) throw error;
      sleep(pauseMilliseconds);
    }
  }
}
