import type { Clock } from '../system.ts';

// Longer than any honest request takes; and in all shorter than the ten seconds that containers are given to stop.
const drainMillisecondsMax = 8000;
const stopMillisecondsMax = 9500;

interface Server {
  stop(cutsOff: boolean): Promise<void>;
}

/** Begins to stop, and gives the steps of it. However clients and disks behave, both together take no longer than 9.5 s. */
export function beginStop(clock: Clock) {
  const begunAt = clock.monotonicMilliseconds();
  const settlesBy = (millisecondsMax: number, work: Promise<void>) =>
    settlesWithin(clock, begunAt + millisecondsMax - clock.monotonicMilliseconds(), work);

  return {
    /** Lets a server answer what is in flight for 8 s; what is unfinished then is cut off. */
    async drain(server: Server): Promise<void> {
      await settlesBy(drainMillisecondsMax, server.stop(false));
      await settlesBy(stopMillisecondsMax, server.stop(true));
    },

    /** Waits for the storage to close; when that takes too long, tells the log and waits no more. */
    async closing(closed: Promise<void>, log: (line: string) => void): Promise<void> {
      if (await settlesBy(stopMillisecondsMax, closed)) return;
      log('the disk takes too long: the database is left as after a crash, and the next start puts it in order');
    },
  };
}

/** Whether some work ends within a time; rejects when the work does. */
async function settlesWithin(clock: Clock, milliseconds: number, work: Promise<void>): Promise<boolean> {
  const { promise: deadline, resolve } = Promise.withResolvers<boolean>();
  const callOff = clock.after(Math.max(0, milliseconds), () => resolve(false));
  try {
    return await Promise.race([work.then(() => true), deadline]);
  } finally {
    callOff();
  }
}
