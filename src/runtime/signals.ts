import type { Clock } from './system.ts';

/** The signals that ask the program to stop, and the exit code by which a shell knows that one has ended it at once. */
export const stopSignals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

// For one Ctrl-C the terminal sends a signal and npm a second one: only what comes later comes from an impatient person.
const onePressMilliseconds = 500;

/**
 * Understands signals: the first asks the program to stop in good order, one that comes later ends it at once.
 *
 * @param exitImmediately ends the process with an exit code; what was acknowledged is on the disk by then
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
