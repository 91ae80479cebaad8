import { changeMilliseconds } from '../../modules/deliveries/rules/delivery.ts';
import { instantAt, type Clock } from '../runtime/system.ts';
import type { Store, WriteDoor } from '../../modules/store.ts';
import type { Scheduler } from './scheduler.ts';

/** Options of the cleanup. */
export interface CleanupOptions {
  readonly scheduler: Scheduler;
  readonly store: Pick<Store, 'areOutcomesOutside'>;
  readonly writes: WriteDoor;
  readonly wallMilliseconds: Clock['wallMilliseconds'];
  /** The instant, ISO 8601 UTC, since which outcomes are stored now. */
  readonly keptSince: () => string;
  /** The latest instant that this process may have stored with an outcome, ISO 8601 UTC. */
  readonly stampedUntil: () => string;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
}

const outcomesEverySeconds = 3600;
const messagesEverySeconds = 3600;
const messagesKeptMilliseconds = 450 * 24 * 3600 * 1000;

/**
 * Schedules the deletion of expired idempotency keys, at the start and every hour, and of old messages, every hour. From the second run on, outcomes with a time in the future, from a clock that was wrong, start to
 * expire.
 */
export function scheduleCleanup(options: CleanupOptions) {
  const { scheduler, store, writes, keptSince, stampedUntil, log } = options;
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

  const outcomes = scheduler.schedule({
    timetable: { everySeconds: outcomesEverySeconds },
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
  const messages = schedulePurges(options);
  return {
    /** Starts with a run of each, but for the messages: they need not be deleted at once. */
    begin(): void {
      outcomes.begin();
      messages.begin(messagesEverySeconds);
    },
  };
}

/** Schedules the deletion of old messages. */
function schedulePurges({ scheduler, writes, wallMilliseconds, log }: CleanupOptions) {
  return scheduler.schedule({
    timetable: { everySeconds: messagesEverySeconds },
    async run() {
      const since = (milliseconds: number) => instantAt(wallMilliseconds() - milliseconds);
      const old = { before: since(messagesKeptMilliseconds), dataBefore: since(changeMilliseconds) };
      await writes.submit({ kind: 'delivery.purge', ...old });
      return undefined;
    },
    onFailure: (error) => log(`the cleanup of old messages failed: ${String(error)}`),
  });
}
