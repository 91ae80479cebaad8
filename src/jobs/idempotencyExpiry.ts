import type { Store, WriteDoor } from '../store/store.ts';
import type { Scheduler } from './scheduler.ts';

/** Options of the expiry of idempotency keys. */
export interface IdempotencyExpiryOptions {
  readonly scheduler: Scheduler;
  readonly store: Pick<Store, 'areOutcomesOutside'>;
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
 * Schedules the removal of expired idempotency keys, at the start and every hour, so that the data of a deleted
 * subscription does not stay in a stored outcome. From the second run on, outcomes with a time in the future, from a
 * clock that was wrong, start to expire.
 */
export function scheduleIdempotencyExpiry({
  scheduler,
  store,
  writes,
  keptSince,
  stampedUntil,
  log,
}: IdempotencyExpiryOptions) {
  let isFirst = true;

  function spanNow() {
    // The clock may not be set yet at the start: an instant in the future may be correct.
    return isFirst ? { keptSince: keptSince() } : { keptSince: keptSince(), stampedUntil: stampedUntil() };
  }

  async function removeExpired({ signal }: { readonly signal: AbortSignal }): Promise<undefined> {
    try {
      for (let span = spanNow(); !signal.aborted; span = spanNow()) {
        if (!store.areOutcomesOutside(span.keptSince, span.stampedUntil)) break;
        // Each command removes a few, so that writes of clients are executed in between.
        await writes.submit({ kind: 'forget', ...span });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      isFirst = false;
    }
  }

  const job = scheduler.schedule({
    timetable: { everySeconds },
    run: removeExpired,
    onFailure: (error) => log(`idempotency keys that are too old could not be removed: ${String(error)}`),
  });

  return {
    /** Removes expired keys now, and every hour from then on. */
    begin: (): void => job.begin(),
  };
}
