import type { Store, WriteDoor } from '../store/store.ts';
import type { Scheduler } from './scheduler.ts';

/** Options of the expiry of idempotency keys. */
export interface IdempotencyExpiryOptions {
  readonly scheduler: Scheduler;
  readonly store: Pick<Store, 'areOutcomesOutside'>;
  readonly writes: WriteDoor;
  /** The instant, ISO 8601 UTC, since which outcomes are kept now. */
  readonly keptSince: () => string;
  /** The latest instant with which this process can have stamped an outcome, ISO 8601 UTC. */
  readonly stampedUntil: () => string;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
}

const everySeconds = 3600;

/**
 * Schedules the removal of expired idempotency keys, at the start and every hour: a deleted subscription must not live on
 * in a stored outcome for as long as no other key comes. From the second run on, outcomes that a wrong clock stamped with
 * a future time begin to expire.
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
    // At the start the clock may not have been set yet: a time after the one that it shows may be right.
    return isFirst ? { keptSince: keptSince() } : { keptSince: keptSince(), stampedUntil: stampedUntil() };
  }

  async function removeExpired({ signal }: { readonly signal: AbortSignal }): Promise<undefined> {
    try {
      for (let span = spanNow(); !signal.aborted; span = spanNow()) {
        if (!store.areOutcomesOutside(span.keptSince, span.stampedUntil)) break;
        // Each command removes a few, so that the writes of clients come between.
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
