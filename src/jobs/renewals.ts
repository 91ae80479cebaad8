import type { RenewalCursor } from '../commands/service.ts';
import { dayOfInstant } from '../domain/billing/days.ts';
import { instantOf, type Clock, type Randomness } from '../runtime/system.ts';
import type { Store, WriteDoor } from '../store/store.ts';
import type { JobRun, Scheduler } from './scheduler.ts';

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

// Serves the first requests after a start first.
const firstSeconds = 1;
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
    run: async ({ inPieces }) => ((await renewAll(options, inPieces)) ? { nextInSeconds: restSeconds } : undefined),
    onFailure: (error) => log(`automatic renewals failed: ${String(error)}`),
  });

  return {
    /** Renews what is due soon, and at the beginning of each day from then on. */
    begin: (): void => job.begin(firstSeconds),
  };
}

/** Returns whether a rest is left to the next run. */
async function renewAll(options: RenewalsOptions, inPieces: JobRun['inPieces']): Promise<boolean> {
  const { store, writes, clock, randomness, timeZone, logMade } = options;
  const today = dayOfInstant(instantOf(clock), timeZone);
  if (!store.renewals.mayExist(today)) return false;
  const requestId = randomness.uuid();
  let [payments, ended, isRestLeft] = [0, 0, false];
  let cursor: RenewalCursor | undefined;
  // Each command renews a few, so that writes of clients are executed in between.
  await inPieces(async () => {
    const command = { kind: 'renewDue', at: instantOf(clock), requestId, today, timeZone } as const;
    const result = await writes.submit({ ...command, ...(cursor !== undefined && { cursor }) });
    payments += result.payments;
    ended += result.ended;
    isRestLeft ||= result.isRestLeft;
    cursor = result.cursor;
    return cursor !== undefined;
  });
  if (payments + ended > 0)
    logMade(`automatic renewals: payments recorded: ${payments}, subscriptions ended: ${ended}`);
  return isRestLeft;
}
