import { settlesWithin } from './deadline.ts';
import type { Clock } from './system.ts';

// Longer than any honest request takes. Together shorter than the ten seconds that a container has to stop.
const drainMillisecondsMax = 8000;
const stopMillisecondsMax = 9000;

interface Server {
  stop(cutsOff: boolean): Promise<void>;
}

/** Starts a graceful shutdown. Its two steps take at most 9 s together, even if clients or disks hang. */
export function beginGracefulShutdown(clock: Clock) {
  const begunAt = clock.monotonicMilliseconds();
  const settlesBy = (millisecondsMax: number, work: Promise<void>) =>
    settlesWithin(clock, begunAt + millisecondsMax - clock.monotonicMilliseconds(), work);

  return {
    /** Waits up to 8 s for the requests in flight, then cuts off the rest. */
    async drain(server: Server): Promise<void> {
      await settlesBy(drainMillisecondsMax, server.stop(false));
      await settlesBy(stopMillisecondsMax, server.stop(true));
    },

    /** Whether the last work ends in the time that is left; rejects when the work does. */
    waitFor: (work: Promise<void>): Promise<boolean> => settlesBy(stopMillisecondsMax, work),
  };
}
