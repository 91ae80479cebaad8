import type { Clock } from '../runtime/system.ts';

const pauseMilliseconds = 60_000;

/**
 * Keeps which channels make no attempt for a minute, because their last one failed.
 *
 * @param onEnd called when a channel may try again
 */
export function createChannelPauses(clock: Clock, onEnd: () => void) {
  // The function ends the timer.
  const pausing = new Map<string, () => void>();
  let isStopped = false;
  return {
    begin(channelId: string): void {
      if (isStopped) return;
      const end = (): void => {
        pausing.delete(channelId);
        onEnd();
      };
      pausing.set(channelId, clock.after(pauseMilliseconds, end));
    },
    has: (channelId: string): boolean => pausing.has(channelId),
    /** Ends all timers, and starts no further one. */
    stop(): void {
      isStopped = true;
      for (const cancel of pausing.values()) cancel();
    },
  };
}
