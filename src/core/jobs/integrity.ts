import { findingsMax } from '../database/integrity.ts';
import type { IntegrityAnswer, IntegrityTask } from '../health/integrityCheck.ts';
import { databaseBytes } from '../database/database.ts';
import { runInWorker } from '../workers/startWorker.ts';
import type { Scheduler } from './scheduler.ts';

/** Options of the integrity checks that a server runs. */
export interface IntegrityJobOptions extends IntegrityTask {
  readonly scheduler: Scheduler;
  /** The code of the worker that checks, or what the bundler has made of it. */
  readonly workerUrl: URL;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
}

const minute = 60;
const hour = 60 * minute;
// Serves the first requests after a start first; the check of a large database waits an hour.
const firstSeconds = { small: 2, large: hour };
const largeBytes = 64 * 1024 * 1024;
const everySeconds = 24 * hour;
const damagedSeconds = hour;
const retry = { firstSeconds: 5 * minute, longestSeconds: 5 * minute };
const findingsLogged = 5;

/** Schedules checks of the whole database, soon after the start and once a day. Each runs in a worker of its own. */
export function scheduleIntegrityChecks(options: IntegrityJobOptions) {
  const { scheduler, dataDirectory, files, workerUrl, log } = options;
  let found: IntegrityAnswer | undefined;

  const job = scheduler.schedule({
    timetable: { everySeconds },
    retry,
    async run() {
      const task: IntegrityTask = { dataDirectory, files };
      found = await runInWorker<IntegrityAnswer>(workerUrl, task);
      const { damage, staleRows } = found;
      const isDamaged = damage.length > 0;
      report('the database is damaged', damage);
      if (isDamaged) log('the database is damaged: stop the server, and restore a backup with "duebook restore FILE"');
      report('another program has changed the database', staleRows);
      return isDamaged ? { nextInSeconds: damagedSeconds } : undefined;
    },
    onFailure: (error) => log(`the integrity check could not read the database: ${String(error)}`),
  });

  function report(what: string, findings: readonly string[]): void {
    for (const finding of findings.slice(0, findingsLogged)) log(`${what}: ${finding}`);
    if (findings.length > findingsLogged) {
      const number = findings.length < findingsMax ? findings.length : `at least ${findingsMax}`;
      log(`${what}: ${number} findings in all; "duebook check" lists them`);
    }
  }

  return {
    /** Checks soon, and once a day from then on. */
    begin(): void {
      job.begin(databaseBytes(dataDirectory) > largeBytes ? firstSeconds.large : firstSeconds.small);
    },

    /** Whether the last check found damage; false until the first check has ended. */
    isDamaged: (): boolean => found !== undefined && found.damage.length > 0,

    /** What the last check found; undefined until the first one has ended. */
    found: (): IntegrityAnswer | undefined => found,
  };
}
