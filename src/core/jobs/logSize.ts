import { walBytes } from '../database/database.ts';
import type { Scheduler } from './scheduler.ts';

/** Options of the watch over the write-ahead log. */
export interface LogSizeOptions {
  readonly scheduler: Scheduler;
  readonly dataDirectory: string;
  /** Takes a log line at level warn. */
  readonly warn: (line: string) => void;
  /** Takes a log line at level info. */
  readonly logMade: (line: string) => void;
}

const everySeconds = 60;
// Four times what SQLite keeps of it, and half of what Litestream itself tolerates.
const warnedBytes = 256_000_000;

/**
 * Schedules a look at the write-ahead log each minute. While a read of the database does not end, SQLite cannot restart the log,
 * and it grows without bound. The warning is repeated whenever the size has doubled.
 */
export function scheduleLogSize({ scheduler, dataDirectory, warn, logMade }: LogSizeOptions) {
  let nextBytes = warnedBytes;

  const job = scheduler.schedule({
    timetable: { everySeconds },
    run() {
      const bytes = walBytes(dataDirectory);
      if (bytes >= nextBytes) {
        warn(explain(bytes));
        nextBytes = bytes * 2;
      } else if (bytes < warnedBytes && nextBytes > warnedBytes) {
        logMade('the write-ahead log is small again');
        nextBytes = warnedBytes;
      }
      return Promise.resolve(undefined);
    },
    onFailure: (error) => warn(`the size of the write-ahead log could not be read: ${String(error)}`),
  });

  return { begin: (): void => job.begin(everySeconds) };
}

function explain(bytes: number): string {
  return [
    `the write-ahead log duebook.db-wal has grown to ${Math.round(bytes / 1_000_000)} MB, because a read of the database has not ended`,
    'while a large database is backed up, that is normal',
    'if Litestream runs, look at its log and at the disk of its replica',
    'otherwise end the other program that has the database open, before the log fills the disk',
  ].join('; ');
}
