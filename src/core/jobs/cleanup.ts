import type { findOutcomesOutside } from '../writer/idempotencyStore.ts';
import type { WriteDoor } from '../writer/queue.ts';
import type { Scheduler } from './scheduler.ts';

/** Options of the cleanup. */
export interface CleanupOptions {
  readonly scheduler: Scheduler;
  readonly store: { readonly areOutcomesOutside: ReturnType<typeof findOutcomesOutside> };
  readonly writes: WriteDoor;
  /** The instant, ISO 8601 UTC, since which outcomes are stored now. */
  readonly keptSince: () => string;
  /** The latest instant that this process may have stored with an outcome, ISO 8601 UTC. */
  readonly stampedUntil: () => string;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
}

const everySeconds = 3600;

/**
 * Schedules the deletion of expired idempotency keys, at the start and every hour. From the second run on, outcomes with a time in the
 * future, from a clock that was wrong, start to expire.
 */
export function scheduleCleanup({ scheduler, store, writes, keptSince, stampedUntil, log }: CleanupOptions) {
  let isFirst = true;

  function spanNow() {
    // The clock may not be set yet at the start: an instant in the future may be correct.
    return isFirst ? { keptSince: keptSince() } : { keptSince: keptSince(), stampedUntil: stampedUntil() };
  }

  async function forgetSome(): Promise<boolean> {
    const span = spanNow();
    if (!store.areOutcomesOutside(span.keptSince, span.stampedUntil)) return false;
    await writes.submit({ kind: 'forget', ...span });
    return true;
  }

  return scheduler.schedule({
    timetable: { everySeconds },
    async run({ inPieces }) {
      try {
        await inPieces(forgetSome);
      } finally {
        isFirst = false;
      }
      return undefined;
    },
    onFailure: (error) => log(`the cleanup of old idempotency keys failed: ${String(error)}`),
  });
}
