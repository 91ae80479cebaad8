import type { Clock } from './system.ts';

/** The signals that request a stop, and the exit code of a process that such a signal has ended at once. */
export const stopSignals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

// For one Ctrl-C, the terminal sends a signal and npm sends another. Only a later signal is a second request.
const onePressMilliseconds = 500;

/**
 * Handles signals: the first requests a graceful shutdown, a later one ends the process at once.
 *
 * @param exitImmediately ends the process with an exit code; every acknowledged write is on the disk by then
 */
export function awaitStop(clock: Pick<Clock, 'monotonicMilliseconds'>, exitImmediately: (code: number) => void) {
  const { promise: stopRequested, resolve: requestStop } = Promise.withResolvers<void>();
  let requestedAt: number | undefined;

  function receive(signal: keyof typeof stopSignals): void {
    const now = clock.monotonicMilliseconds();
    if (requestedAt === undefined) {
      requestedAt = now;
      requestStop();
    } else if (now - requestedAt > onePressMilliseconds) {
      exitImmediately(stopSignals[signal]);
    }
  }

  return {
    /** Resolves at the first signal. */
    stopRequested,
    receive,
  };
}
