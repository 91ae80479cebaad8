import type { RenewalCursor } from '../commands/service.ts';
import { dayOfInstant } from '../domain/billing/days.ts';
import { instantOf, type Clock, type Randomness } from '../runtime/system.ts';
import type { Store, WriteDoor } from '../store/store.ts';
import type { Scheduler } from './scheduler.ts';

/** Options of automatic renewals. */
export interface RenewalsOptions {
  readonly scheduler: Scheduler;
  readonly store: Pick<Store, 'renewals'>;
  readonly writes: WriteDoor;
  readonly clock: Clock;
  readonly randomness: Pick<Randomness, 'uuid'>;
  /** The IANA time zone of days. */
  readonly timeZone: string;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
  /** Takes a log line at level info. */
  readonly logMade: (line: string) => void;
}

const retry = { firstSeconds: 60, longestSeconds: 3600 };
// Between two runs when the first has left a rest.
const restSeconds = 60;

/**
 * Schedules automatic renewals and the end of subscriptions whose last day is over: at the beginning of each day and, for
 * the days missed, at the start. What is stored says what is due, so a clock that is set back repeats nothing.
 */
export function scheduleRenewals(options: RenewalsOptions) {
  const { scheduler, timeZone, log } = options;
  const job = scheduler.schedule({
    timetable: { at: '00:00', timeZone },
    retry,
    async run({ signal }) {
      try {
        const isRestLeft = await renewAll(options, signal);
        return isRestLeft ? { nextInSeconds: restSeconds } : undefined;
      } catch (error) {
        if (!signal.aborted) throw error;
        return undefined;
      }
    },
    onFailure: (error) => log(`automatic renewals failed: ${String(error)}`),
  });

  return {
    /** Renews what is due after a delay, and at the beginning of each day from then on. */
    begin: (delaySeconds = 0): void => job.begin(delaySeconds),
  };
}

/** Returns whether a rest is left to the next run. */
async function renewAll(options: RenewalsOptions, signal: AbortSignal): Promise<boolean> {
  const { store, writes, clock, randomness, timeZone, logMade } = options;
  const today = dayOfInstant(instantOf(clock), timeZone);
  if (!store.renewals.mayExist(today)) return false;
  const requestId = randomness.uuid();
  let [payments, ended, isRestLeft] = [0, 0, false];
  let cursor: RenewalCursor | undefined;
  do {
    const began = clock.monotonicMilliseconds();
    // Each command renews a few, so that writes of clients are executed in between.
    const command = { kind: 'renewDue', at: instantOf(clock), requestId, today, timeZone } as const;
    const result = await writes.submit({ ...command, ...(cursor !== undefined && { cursor }) });
    payments += result.payments;
    ended += result.ended;
    isRestLeft ||= result.isRestLeft;
    cursor = result.cursor;
    // For as long as the command took, the writer belongs to clients alone.
    if (cursor !== undefined) await pause(clock, clock.monotonicMilliseconds() - began, signal);
  } while (cursor !== undefined && !signal.aborted);
  if (payments + ended > 0)
    logMade(`automatic renewals: payments recorded: ${payments}, subscriptions ended: ${ended}`);
  return isRestLeft;
}

/** Waits for so many milliseconds, or until the signal is aborted. */
async function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const cancel = clock.after(milliseconds, end);
  signal.addEventListener('abort', end);
  await promise;
  signal.removeEventListener('abort', end);
  cancel();
}
