// Clients that were answered together come back one after the other. On a slow disk the next commit waits for them a
// little, or it would take the first alone and leave the others to the one after.
const commitShare = 0.1;
const millisecondsMin = 0.5;
const millisecondsMax = 2;

/** Decides when the next batch is sent: at once on a fast disk or for one client, a little later on a slow disk. */
export function createGroupCommitDelay(send: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let milliseconds = 0;

  function sendNow(): void {
    timer = undefined;
    send();
  }

  /** Sends when it is time. */
  function sendSoon(): void {
    if (timer !== undefined) return;
    if (milliseconds < millisecondsMin) sendNow();
    else timer = setTimeout(sendNow, milliseconds);
  }

  /** Learns from a batch how long the next one is to be gathered. */
  function learn(commands: number, commitMilliseconds: number): void {
    milliseconds = commands > 1 ? Math.min(commitMilliseconds * commitShare, millisecondsMax) : 0;
  }

  return { sendSoon, learn };
}
