import { runInWorker } from '../store/workers/runInWorker.ts';
import { databaseBytes } from '../store/sqlite/database.ts';
import type { StartWorker } from '../store/workers/descriptors.ts';
import { findingsMax } from '../store/health/integrity.ts';
import type { IntegrityAnswer, IntegrityTask } from '../store/health/integrityWorker.ts';

/** What watching over a database needs. */
export interface IntegrityJobOptions extends IntegrityTask {
  /** Where the code of the thread is: `health/integrityWorker.ts`, or what the bundler has made of it. */
  readonly workerUrl: URL;
  /** How the thread is started; plainly unless given. */
  readonly startWorker?: StartWorker | undefined;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
  /** Calls an action some milliseconds later, and gives what calls it off. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
// The first requests after a start come first; a database that takes long to look through waits for a quieter hour.
const firstLookMilliseconds = 2 * second;
const firstLookAtLargeMilliseconds = hour;
const largeBytes = 64 * 1024 * 1024;
// After a look that found nothing, that found something, and that could not be taken.
const pauseMilliseconds = { sound: 24 * hour, damaged: hour, failed: 5 * minute };
const findingsLogged = 5;
const closingMillisecondsMax = 1000;

/** Looks through the whole database soon after it begins and once a day, in a thread that lives no longer than that. */
export function scheduleIntegrityChecks({
  dataDirectory,
  files,
  workerUrl,
  startWorker,
  log,
  after,
}: IntegrityJobOptions) {
  let isDamaged = false;
  let looking = Promise.resolve();
  let callOff = (): void => undefined;

  async function look(): Promise<void> {
    try {
      const question: IntegrityTask = { dataDirectory, files };
      const { damage, staleRows } = await runInWorker<IntegrityAnswer>(workerUrl, question, startWorker);
      isDamaged = damage.length > 0;
      report('the database is damaged', damage);
      if (isDamaged) log('the database is damaged: stop the server, and restore a backup with "duebook restore FILE"');
      report('another program has changed the database', staleRows);
      lookAfter(isDamaged ? pauseMilliseconds.damaged : pauseMilliseconds.sound);
    } catch (error) {
      log(`the database could not be looked through: ${String(error)}`);
      lookAfter(pauseMilliseconds.failed);
    }
  }

  function lookAfter(milliseconds: number): void {
    callOff = after(milliseconds, () => (looking = look()));
  }

  function report(what: string, findings: readonly string[]): void {
    for (const finding of findings.slice(0, findingsLogged)) log(`${what}: ${finding}`);
    if (findings.length > findingsLogged) {
      const number = findings.length < findingsMax ? findings.length : `at least ${findingsMax}`;
      log(`${what}: and so on, ${number} findings; "duebook check" lists them`);
    }
  }

  return {
    /** Looks soon, and from then on. */
    begin(): void {
      lookAfter(databaseBytes(dataDirectory) > largeBytes ? firstLookAtLargeMilliseconds : firstLookMilliseconds);
    },

    /** Whether the last look found damage; false until the first has ended. */
    isDamaged: (): boolean => isDamaged,

    /** Looks no more. A look that is nearly done is waited for: the last to leave the database folds its log in. */
    async close(): Promise<void> {
      callOff();
      await Promise.race([looking, Bun.sleep(closingMillisecondsMax)]);
      callOff();
    },
  };
}
