import type { RenewalCursor } from '../commands/renewDue.ts';
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
        await renewAll(options, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      return undefined;
    },
    onFailure: (error) => log(`automatic renewals failed: ${String(error)}`),
  });

  return {
    /** Renews what is due after a delay, and at the beginning of each day from then on. */
    begin: (delaySeconds = 0): void => job.begin(delaySeconds),
  };
}

async function renewAll(options: RenewalsOptions, signal: AbortSignal): Promise<void> {
  const { store, writes, clock, randomness, timeZone, logMade } = options;
  const today = dayOfInstant(instantOf(clock), timeZone);
  if (!store.renewals.mayExist(today)) return;
  const requestId = randomness.uuid();
  let [payments, ended] = [0, 0];
  let cursor: RenewalCursor | undefined;
  do {
    // Each command renews a few, so that writes of clients are executed in between.
    const command = { kind: 'renewDue', at: instantOf(clock), requestId, today, timeZone } as const;
    const result = await writes.submit({ ...command, ...(cursor !== undefined && { cursor }) });
    payments += result.payments;
    ended += result.ended;
    cursor = result.cursor;
  } while (cursor !== undefined && !signal.aborted);
  if (payments + ended > 0)
    logMade(`automatic renewals: payments recorded: ${payments}, subscriptions ended: ${ended}`);
}
