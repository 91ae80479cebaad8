import type { Scheduler } from '../../../core/jobs/scheduler.ts';
import { instantAt, type Clock } from '../../../core/runtime/system.ts';
import type { WriteDoor } from '../../../core/writer/queue.ts';
import { changeMilliseconds } from '../rules/delivery.ts';

/** Options of the deletion of old messages. */
interface PurgeOptions {
  readonly scheduler: Scheduler;
  readonly writes: WriteDoor;
  readonly wallMilliseconds: Clock['wallMilliseconds'];
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
}

const everySeconds = 3600;
const messagesKeptMilliseconds = 450 * 24 * 3600 * 1000;

/** Schedules the deletion of old messages, every hour. */
export function schedulePurges({ scheduler, writes, wallMilliseconds, log }: PurgeOptions) {
  const job = scheduler.schedule({
    timetable: { everySeconds },
    async run() {
      const since = (milliseconds: number) => instantAt(wallMilliseconds() - milliseconds);
      const old = { before: since(messagesKeptMilliseconds), dataBefore: since(changeMilliseconds) };
      await writes.submit({ kind: 'delivery.purge', ...old });
      return undefined;
    },
    onFailure: (error) => log(`the cleanup of old messages failed: ${String(error)}`),
  });
  return { begin: () => job.begin(everySeconds) };
}
