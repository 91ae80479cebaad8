import { entriesOfRequestMax } from '../audit/commands.ts';
import { entriesOfRenewDueMax, type RenewalCursor } from './commands.ts';
import { dayOfInstant } from '../../core/billing/days.ts';
import { millisecondsOf } from '../../core/billing/instants.ts';
import { instantOf, type Clock, type Randomness } from '../../core/runtime/system.ts';
import type { Store } from '../store.ts';
import type { WriteDoor } from '../../core/writer/queue.ts';
import type { JobRun, Scheduler } from '../../core/jobs/scheduler.ts';

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
  /** Takes a log line at level warn. */
  readonly warn: (line: string) => void;
  /** Takes a log line at level info, with fields. */
  readonly logMade: (line: string, fields: { readonly requestIds: string }) => void;
}

// Serves the first requests after a start first.
const firstSeconds = 1;
const retry = { firstSeconds: 60, longestSeconds: 3600 };
// Between two runs when the first has left a rest.
const restSeconds = 60;

/**
 * Schedules automatic renewals, planned prices, and the end of subscriptions whose last day is over: at the beginning of each day and, for
 * the days missed, at the start. What is stored says what is due, so a clock that is set back repeats nothing. After a long
 * time without a run, they wait until the clock has proved to be stable.
 */
export function scheduleRenewals(options: RenewalsOptions) {
  const { scheduler, timeZone, log } = options;
  const secondsToWait = distrustJumps(options);
  const job = scheduler.schedule({
    timetable: { at: '00:00', timeZone },
    retry,
    async run({ inPieces }) {
      const today = dayOfInstant(instantOf(options.clock), timeZone);
      if (!options.store.renewals.mayExist(today)) return undefined;
      const nextInSeconds = secondsToWait();
      if (nextInSeconds > 0) return { nextInSeconds };
      return (await renewAll(options, today, inPieces)) ? { nextInSeconds: restSeconds } : undefined;
    },
    onFailure: (error) => log(`automatic renewals failed: ${String(error)}`),
  });

  return {
    /** Renews what is due soon, and at the beginning of each day from then on. */
    begin: (): void => job.begin(firstSeconds),
  };
}

const daysTrusted = 45;
const millisecondsADay = 24 * 3600 * 1000;
// Services of time correct a wrong clock well within it.
const stableSecondsMin = 600;
// The wall clock and the monotonic clock run apart by less.
const driftMillisecondsMax = 60_000;

/**
 * Gives a function that says for how many seconds automatic renewals have to wait; 0 for none. If they have last run more than
 * 45 days ago, the server was off, or its clock is ahead: then nothing is done until the clock was not set for ten minutes.
 */
function distrustJumps({ clock, store, warn }: Pick<RenewalsOptions, 'clock' | 'store' | 'warn'>) {
  const aheadNow = () => clock.wallMilliseconds() - clock.monotonicMilliseconds();
  let [since, ahead, isTold] = [clock.monotonicMilliseconds(), aheadNow(), false];

  return function secondsToWait(): number {
    const now = clock.monotonicMilliseconds();
    if (Math.abs(aheadNow() - ahead) > driftMillisecondsMax) [since, ahead, isTold] = [now, aheadNow(), false];
    const lastRunAt = store.renewals.lastRunAt();
    if (lastRunAt === undefined) return 0;
    const days = Math.floor((clock.wallMilliseconds() - millisecondsOf(lastRunAt)) / millisecondsADay);
    const left = stableSecondsMin - (now - since) / 1000;
    if (days < daysTrusted || left <= 0) return 0;
    if (!isTold) warn(waiting(instantOf(clock), days));
    isTold = true;
    return left;
  };
}

function waiting(now: string, days: number): string {
  return (
    `automatic renewals wait for ten minutes: the clock shows ${now}, ${days} days after the last run. ` +
    'If that is wrong, set the clock now: otherwise the server records what is due by then'
  );
}

/** Returns whether a rest is left to the next run. */
async function renewAll(
  { writes, clock, randomness, timeZone, logMade }: RenewalsOptions,
  today: string,
  inPieces: JobRun['inPieces'],
): Promise<boolean> {
  const requestIds = [randomness.uuid()];
  let [payments, priced, ended, entries, isRestLeft] = [0, 0, 0, 0, false];
  let cursor: RenewalCursor | undefined;
  // Each command renews a few, so that writes of clients are executed in between.
  await inPieces(async () => {
    // All that a request has written can be reverted together.
    if (entries + entriesOfRenewDueMax > entriesOfRequestMax) {
      requestIds.unshift(randomness.uuid());
      entries = 0;
    }
    const [requestId = ''] = requestIds;
    const command = { kind: 'renewDue', at: instantOf(clock), requestId, today, timeZone } as const;
    const result = await writes.submit({ ...command, ...(cursor !== undefined && { cursor }) });
    payments += result.payments;
    priced += result.priced;
    ended += result.ended;
    entries += result.entries;
    isRestLeft ||= result.isRestLeft;
    cursor = result.cursor;
    return cursor !== undefined;
  });
  if (payments + priced + ended > 0) {
    const made = `payments recorded: ${payments}, subscriptions ended: ${ended}, amounts changed: ${priced}`;
    // The newest one may have written nothing.
    logMade(`automatic renewals: ${made}`, { requestIds: requestIds.slice(entries === 0 ? 1 : 0).join(' ') });
  }
  return isRestLeft;
}
