import type { Clock } from '../runtime/system.ts';
import { readUnreplicated } from '../store/health/unreplicated.ts';
import type { Scheduler } from './scheduler.ts';

/** Options of the watch over the replication. */
export interface ReplicationOptions extends Pick<Clock, 'monotonicMilliseconds'> {
  readonly scheduler: Scheduler;
  readonly dataDirectory: string;
  /** Takes a log line at level warn. */
  readonly warn: (line: string) => void;
  /** Takes a log line at level info. */
  readonly logMade: (line: string) => void;
}

const everySeconds = 60;
// Litestream keeps changes for about six minutes although the replica has them.
const failingMilliseconds = 15 * 60_000;

const explanation = [
  'Litestream has replicated nothing for 15 minutes, although the database has changed',
  'check that it runs and reaches the replica: its log says more, for example "journalctl --unit duebook-litestream"',
  'if you do not replicate any more, delete .duebook.db-litestream in the data directory',
].join('; ');

/** Schedules a look each minute at what Litestream, if it runs beside the server, still has to replicate. */
export function scheduleReplicationWatch(options: ReplicationOptions) {
  const { scheduler, dataDirectory, monotonicMilliseconds, warn, logMade } = options;
  let waiting: { readonly oldest: string; readonly since: number } | undefined;
  let isFailing: boolean | undefined;

  const job = scheduler.schedule({
    timetable: { everySeconds },
    async run() {
      const found = await readUnreplicated(dataDirectory);
      const now = monotonicMilliseconds();
      const oldest = found?.oldest;
      if (oldest === undefined) waiting = undefined;
      else if (waiting?.oldest !== oldest) waiting = { oldest, since: now };
      const fails = waiting !== undefined && now - waiting.since >= failingMilliseconds;
      if (fails && isFailing !== true) warn(explanation);
      if (!fails && isFailing === true) logMade('Litestream replicates again');
      isFailing = found === undefined ? undefined : fails;
      return undefined;
    },
    onFailure: (error) => warn(`the state of Litestream could not be read: ${String(error)}`),
  });

  return {
    begin: (): void => job.begin(everySeconds),
    /** Whether the replication has failed for 15 minutes; undefined when Litestream does not replicate the database. */
    isFailing: (): boolean | undefined => isFailing,
  };
}
