import type { Clock } from '../../runtime/system.ts';

// Clients that were answered together come back one after the other. On a slow disk the next commit waits for them a
// little, or it would take the first alone and leave the others to the one after.
const commitShare = 0.1;
const millisecondsMin = 0.5;
const millisecondsMax = 2;

/** Decides when the next batch is sent: at once on a fast disk or for one client, a little later on a slow disk. */
export function createGroupCommitDelay({ after }: Pick<Clock, 'after'>, send: () => void) {
  let isWaiting = false;
  let milliseconds = 0;

  function sendNow(): void {
    isWaiting = false;
    send();
  }

  /** Sends when it is time. */
  function sendSoon(): void {
    if (isWaiting) return;
    if (milliseconds < millisecondsMin) sendNow();
    else {
      isWaiting = true;
      after(milliseconds, sendNow);
    }
  }

  /** Learns from a batch how long the next one is to be gathered. */
  function learn(commands: number, commitMilliseconds: number): void {
    milliseconds = commands > 1 ? Math.min(commitMilliseconds * commitShare, millisecondsMax) : 0;
  }

  return { sendSoon, learn };
}
