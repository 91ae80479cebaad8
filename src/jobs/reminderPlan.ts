import type { PlanCursor } from '../commands/delivery.ts';
import { earliestMilliseconds } from '../domain/reminders/delivery.ts';
import { instantAt, type Clock } from '../runtime/system.ts';
import type { Store, WriteDoor } from '../store/store.ts';
import type { TimesSearched } from '../store/writer/deliveryPlan.ts';
import type { JobRun } from './scheduler.ts';

/** What planning needs. */
interface PlanOptions {
  readonly store: Pick<Store, 'reminderTimes'>;
  readonly writes: WriteDoor;
  readonly clock: Pick<Clock, 'wallMilliseconds'>;
  /** The IANA time zone of days and times. */
  readonly timeZone: string;
}

/**
 * Stores the reminders that are due as deliveries, some with each command.
 *
 * @param onPiece called after each of these
 */
export async function planReminders(
  options: PlanOptions,
  inPieces: JobRun['inPieces'],
  onPiece: () => void,
): Promise<void> {
  const { writes, clock, timeZone } = options;
  const now = clock.wallMilliseconds();
  // A machine without a battery clock starts in the past: it would take all that comes for what was planned before.
  if (now < earliestMilliseconds) return;
  if (!(await isAnyDue(options, inPieces, now))) return;
  let cursor: PlanCursor | undefined;
  await inPieces(async () => {
    const command = { kind: 'delivery.plan', until: instantAt(now), timeZone } as const;
    const result = await writes.submit({ ...command, ...(cursor !== undefined && { cursor }) });
    cursor = result.cursor;
    onPiece();
    return cursor !== undefined;
  });
}

/** Whether a reminder may be due. The search runs on the event loop: with many rules, requests are answered in between. */
async function isAnyDue({ store, timeZone }: PlanOptions, inPieces: JobRun['inPieces'], now: number): Promise<boolean> {
  let searched: TimesSearched = { hasCome: false, lastRule: undefined };
  await inPieces(() => {
    searched = store.reminderTimes.search(now, timeZone, searched.lastRule);
    return Promise.resolve(!searched.hasCome && searched.lastRule !== undefined);
  });
  return searched.hasCome;
}
