import { earliestMilliseconds } from '../rules/delivery.ts';
import { instantOf, settlesWithin } from '../../../core/runtime/system.ts';
import type { Store } from '../../store.ts';
import { createDeliverySender, type DeliverySenderOptions } from './sender.ts';
import { watchCommits } from '../../../core/jobs/otherProcesses.ts';
import type { Scheduler } from '../../../core/jobs/scheduler.ts';

/** Options of the deliveries. */
export interface DeliveriesOptions extends DeliverySenderOptions {
  readonly scheduler: Scheduler;
  readonly store: Pick<Store, 'deliveryWork' | 'reminderPlan'>;
}

// Serves the first requests after a start first.
const firstSeconds = 2;
const everySeconds = 60;
const retry = { firstSeconds: 60, longestSeconds: 600 };
// So that the minute has certainly begun.
const marginMilliseconds = 100;
const millisecondsAMinute = 60_000;
// A change is sent so soon after its write; those of several writes need one search.
const soonMilliseconds = 300;
// Most messages take less; the whole stop takes nine seconds at most.
const stopMillisecondsMax = 5000;

/**
 * Schedules the deliveries: each minute, the reminders that are due are stored as messages, and what is due is sent; changes soon after
 * their write. What is stored says what is left to do, so a crash loses nothing.
 */
export function scheduleDeliveries(options: DeliveriesOptions) {
  const { scheduler, store, clock, log } = options;
  const sender = createDeliverySender(options);
  const otherProcesses = watchCommits(clock, store.deliveryWork.countCommits, noteWrites);
  let [hasBegun, cancelSoon]: [boolean, (() => void) | undefined] = [false, undefined];
  const job = scheduler.schedule({
    timetable: { everySeconds },
    retry,
    async run() {
      try {
        await planReminders(options);
      } finally {
        sender.sendDue();
      }
      const sinceMinute = clock.wallMilliseconds() % millisecondsAMinute;
      return { nextInSeconds: (millisecondsAMinute - sinceMinute + marginMilliseconds) / 1000 };
    },
    onFailure: (error) => log(`the reminders could not be planned: ${String(error)}`),
  });

  function noteWrites(): void {
    if (!hasBegun) return;
    cancelSoon ??= clock.after(soonMilliseconds, () => {
      cancelSoon = undefined;
      sender.sendDue();
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
      await settlesWithin(clock, stopMillisecondsMax, sender.stop());
    },
  };
}

/** Stores what is due of each owner. */
async function planReminders({ store: { reminderPlan }, writes, clock, timeZone }: DeliveriesOptions): Promise<void> {
  // A machine without a battery clock starts in the past: it would take all that comes for what was planned before.
  if (clock.wallMilliseconds() < earliestMilliseconds) return;
  const time = { until: instantOf(clock), timeZone };
  for (const ownerId of reminderPlan.dueOwners(time)) await writes.submit({ kind: 'delivery.plan', ownerId, ...time });
}
