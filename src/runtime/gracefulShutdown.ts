import { settlesWithin } from './deadline.ts';
import type { Clock } from './system.ts';

// Longer than any honest request takes; and in all shorter than the ten seconds that containers are given to stop.
const drainMillisecondsMax = 8000;
const stopMillisecondsMax = 9000;

interface Server {
  stop(cutsOff: boolean): Promise<void>;
}

/** Begins to stop, and gives the steps of it. However clients and disks behave, both together take no longer than 9 s. */
export function beginGracefulShutdown(clock: Clock) {
  const begunAt = clock.monotonicMilliseconds();
  const settlesBy = (millisecondsMax: number, work: Promise<void>) =>
    settlesWithin(clock, begunAt + millisecondsMax - clock.monotonicMilliseconds(), work);

  return {
    /** Lets a server answer what is in flight for 8 s; what is unfinished then is cut off. */
    async drain(server: Server): Promise<void> {
      await settlesBy(drainMillisecondsMax, server.stop(false));
      await settlesBy(stopMillisecondsMax, server.stop(true));
    },

    /** Whether the last work ends before the time is over; rejects when the work does. */
    waitFor: (work: Promise<void>): Promise<boolean> => settlesBy(stopMillisecondsMax, work),
  };
}
