import { changeMilliseconds } from '../domain/reminders/delivery.ts';
import { instantAt, settlesWithin, type Clock } from '../runtime/system.ts';
import type { Store } from '../store/store.ts';
import { createChannelSenders, type ChannelSendersOptions } from './channelSenders.ts';
import { watchCommits } from './otherProcesses.ts';
import { planReminders } from './reminderPlan.ts';
import type { JobRun } from './scheduler.ts';

/** Options of the deliveries. */
export interface DeliveriesOptions extends ChannelSendersOptions {
  readonly store: Pick<Store, 'deliveryWork' | 'reminderTimes'>;
}

// Serves the first requests after a start first.
const firstSeconds = 2;
const everySeconds = 60;
const retry = { firstSeconds: 60, longestSeconds: 600 };
// So that the minute has certainly begun.
const marginMilliseconds = 100;
const millisecondsAMinute = 60_000;
const keptMilliseconds = 450 * 24 * 3600 * 1000;
// The clock is corrected by less, and by more only soon after a start.
const [jumpMilliseconds, steadyMilliseconds] = [5 * 60_000, 3600_000];
// A change is sent so soon after its write; those of several writes need one search.
const soonMilliseconds = 300;
// Most messages take less; the whole stop takes nine seconds at most.
const stopMillisecondsMax = 5000;

/**
 * Schedules the deliveries: each minute, the reminders that are due become deliveries, and what is to be sent is sent, one message at a
 * time to each channel; changes soon after their write. What is stored says what is left to do, so a crash loses nothing.
 */
export function scheduleDeliveries(options: DeliveriesOptions) {
  const { scheduler, clock, log } = options;
  const senders = createChannelSenders(options, noteWrites);
  const otherProcesses = watchCommits(clock, options.store.deliveryWork.countCommits, noteWrites);
  const isClockSteady = watchClock(clock);
  let [hasBegun, cancelSoon]: [boolean, (() => void) | undefined] = [false, undefined];
  const job = scheduler.schedule({
    timetable: { everySeconds },
    retry,
    async run({ inPieces }) {
      try {
        // A plan of many subscriptions takes a while.
        await planReminders(options, inPieces, () => senders.sendSoon());
      } finally {
        senders.sendSoon();
      }
      if (isClockSteady()) await purge(options, inPieces);
      return { nextInSeconds: secondsToNextMinute(clock) };
    },
    onFailure: (error) => log(`the reminders could not be planned: ${String(error)}`),
  });

  function noteWrites(): void {
    if (!hasBegun) return;
    cancelSoon ??= clock.after(soonMilliseconds, () => {
      cancelSoon = undefined;
      senders.sendSoon();
    });
  }

  return {
    /** Sends what is due soon, and each minute from then on. */
    begin(): void {
      hasBegun = true;
      job.begin(firstSeconds);
      otherProcesses.begin();
    },

    /** Something was written: perhaps a change that webhooks get. */
    noteWrites,

    /** Starts no further message, and waits a moment for those that are being sent, before the writes are closed. */
    async end(): Promise<void> {
      hasBegun = false;
      cancelSoon?.();
      otherProcesses.end();
      job.stop();
      await settlesWithin(clock, stopMillisecondsMax, senders.stop());
    },
  };
}

async function purge({ store, writes, clock }: DeliveriesOptions, inPieces: JobRun['inPieces']): Promise<void> {
  const now = clock.wallMilliseconds();
  const old = { before: instantAt(now - keptMilliseconds), dataBefore: instantAt(now - changeMilliseconds) };
  if (!store.deliveryWork.isAnyOld(old)) return;
  await inPieces(async () => (await writes.submit({ kind: 'delivery.purge', ...old })).isMore);
}

/** Creates a function that tells whether the wall clock has not jumped for an hour: one that is ahead must not delete anything. */
function watchClock(clock: Clock): () => boolean {
  const offsetNow = () => clock.wallMilliseconds() - clock.monotonicMilliseconds();
  let [offset, since] = [offsetNow(), clock.monotonicMilliseconds()];
  return function isClockSteady(): boolean {
    const now = clock.monotonicMilliseconds();
    if (Math.abs(offsetNow() - offset) > jumpMilliseconds) [offset, since] = [offsetNow(), now];
    return now - since >= steadyMilliseconds;
  };
}

function secondsToNextMinute(clock: Clock): number {
  const sinceMinute = clock.wallMilliseconds() % millisecondsAMinute;
  return (millisecondsAMinute - sinceMinute + marginMilliseconds) / 1000;
}
