import { type Clock, settlesWithin } from './system.ts';

/** The signals that request a stop. */
export const stopSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** A signal that requests a stop. */
export type StopSignal = (typeof stopSignals)[number];

// For one Ctrl-C, the terminal sends a signal and npm sends another. Only a later signal is a second request.
const onePressMilliseconds = 500;

/**
 * Handles signals: the first requests a graceful shutdown, a later one ends the process at once.
 *
 * @param endImmediately ends the process by a signal; every acknowledged write is on the disk by then
 */
export function awaitStop(clock: Pick<Clock, 'monotonicMilliseconds'>, endImmediately: (signal: StopSignal) => void) {
  const { promise: stopRequested, resolve: requestStop } = Promise.withResolvers<void>();
  let requestedAt: number | undefined;

  function receive(signal: StopSignal): void {
    const now = clock.monotonicMilliseconds();
    if (requestedAt === undefined) {
      requestedAt = now;
      requestStop();
    } else if (now - requestedAt > onePressMilliseconds) {
      endImmediately(signal);
    }
  }

  return {
    /** Resolves at the first signal. */
    stopRequested,
    receive,
  };
}

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
