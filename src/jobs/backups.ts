import { readdir } from 'node:fs/promises';
import { runInWorker } from '../store/workers/runInWorker.ts';
import type { BackupRequest, BackupTarget } from '../store/backup/backup.ts';
import { backupsAmong, backupTimeOf } from '../store/backup/names.ts';
import type { BackupAnswer } from '../store/backup/worker.ts';
import { messageOf } from '../store/sqlite/databaseFile.ts';
import type { StartWorker } from '../store/workers/descriptors.ts';

/** What the making of backups beside a server needs. */
export interface BackupsOptions extends Pick<BackupRequest, 'files'> {
  readonly dataDirectory: string;
  readonly target: Extract<BackupTarget, { folder: string }>;
  /** The time from one backup to the next; 0 for none but those that are asked for. */
  readonly everySeconds: number;
  /** Where the code of the thread is: `backup/worker.ts`, or what the bundler has made of it. */
  readonly workerUrl: URL;
  /** How the thread is started; plainly unless given. */
  readonly startWorker?: StartWorker | undefined;
  /** The time, in milliseconds since 1970, and on a clock that only goes forward. */
  readonly wallMilliseconds: () => number;
  readonly monotonicMilliseconds: () => number;
  /** Calls an action some milliseconds later, and gives what calls it off. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
  /** The same, for what went well. */
  readonly logMade: (line: string) => void;
}

/** What became of the backups so far. */
export interface BackupsState {
  /** When the last one that succeeded was begun, in milliseconds since 1970; undefined when none is known of. */
  readonly lastBackupAt: number | undefined;
  /** Whether the last one that was tried failed. */
  readonly lastBackupFailed: boolean;
  /** How many have failed since the start. */
  readonly failures: number;
}

const second = 1000;
const minute = 60 * second;
// One that is due at the start lets the first requests go before.
const firstMilliseconds = 5 * second;
const pauseAfterFailureMilliseconds = 15 * minute;
// Timers of many days overflow.
const napMillisecondsMax = 60 * minute;
const closingMillisecondsMax = 1000;

/** Makes backups now and then and when asked, one at a time, each in a thread that lives no longer than that. */
export function scheduleBackups(options: BackupsOptions) {
  const everyMilliseconds = options.everySeconds * second;
  let state: BackupsState = { lastBackupAt: undefined, lastBackupFailed: false, failures: 0 };
  let making: Promise<void> | undefined;
  let [isWantedAgain, isClosing] = [false, false];
  let callOff = (): void => undefined;

  async function make(): Promise<void> {
    const madeAt = await makeOne(options);
    state = stateAfter(state, madeAt);
    if (!isWantedAgain || isClosing) return;
    isWantedAgain = false;
    await make();
  }

  /** Makes one now; when one is being made, another after it, since what was written meanwhile is not in the first. */
  function request(): void {
    if (making !== undefined) return void (isWantedAgain = true);
    callOff();
    making = makeAndPlan();
  }

  async function makeAndPlan(): Promise<void> {
    await make();
    making = undefined;
    requestAfter(state.lastBackupFailed ? pauseAfterFailureMilliseconds : everyMilliseconds);
  }

  function requestAfter(milliseconds: number): void {
    if (everyMilliseconds === 0 || isClosing) return;
    callOff = afterLong(options, Math.min(milliseconds, everyMilliseconds), request);
  }

  return {
    /** Begins to make backups, as far after the newest one that is there as is due; none unless they have a time. */
    async begin(): Promise<void> {
      if (everyMilliseconds === 0) return;
      const lastBackupAt = await newestIn(options.target.folder);
      if (making !== undefined) return;
      state = { ...state, lastBackupAt };
      const left = lastBackupAt === undefined ? 0 : lastBackupAt + everyMilliseconds - options.wallMilliseconds();
      requestAfter(Math.max(left, firstMilliseconds));
    },

    request,

    /** What became of the last backups. */
    state: (): BackupsState => state,

    /** Whether backups are made by themselves, or one that was asked for was tried. */
    isConfigured: (): boolean => everyMilliseconds > 0 || state.lastBackupAt !== undefined || state.lastBackupFailed,

    /** When the newest backup was begun, also one that somebody else has made; in milliseconds since 1970. */
    lastBackupAt: (): Promise<number | undefined> => newestIn(options.target.folder, state.lastBackupAt),

    /** Makes no more. One that is nearly done is waited for; what another leaves, the next backup removes. */
    async close(): Promise<void> {
      isClosing = true;
      callOff();
      await Promise.race([making, Bun.sleep(closingMillisecondsMax)]);
    },
  };
}

/** Makes a backup, and gives when it was begun, in milliseconds since 1970; undefined when it failed. */
async function makeOne({ dataDirectory, target, files, ...options }: BackupsOptions): Promise<number | undefined> {
  const wallMilliseconds = options.wallMilliseconds();
  const request: BackupRequest = { dataDirectory, target, wallMilliseconds, files };
  const { workerUrl, startWorker } = options;
  const answer = await runInWorker<BackupAnswer>(workerUrl, request, startWorker).catch((error: unknown) => ({
    failure: `the backup to ${target.folder} failed: ${messageOf(error)}`,
  }));
  if ('made' in answer) options.logMade(`backed up to ${answer.made.path}`);
  else options.log(answer.failure);
  return 'made' in answer ? wallMilliseconds : undefined;
}

function stateAfter(state: BackupsState, madeAt: number | undefined): BackupsState {
  if (madeAt === undefined) return { ...state, lastBackupFailed: true, failures: state.failures + 1 };
  return { ...state, lastBackupFailed: false, lastBackupAt: madeAt };
}

/** As `after`, but for any number of days. */
function afterLong(
  options: Pick<BackupsOptions, 'monotonicMilliseconds' | 'after'>,
  milliseconds: number,
  action: () => void,
): () => void {
  const dueAt = options.monotonicMilliseconds() + milliseconds;
  let callOff = (): void => undefined;
  const wait = (): void => {
    const left = dueAt - options.monotonicMilliseconds();
    if (left <= 0) action();
    else callOff = options.after(Math.min(left, napMillisecondsMax), wait);
  };
  wait();
  return () => callOff();
}

/** When the newest backup of a folder was begun, in milliseconds since 1970, unless a newer one is known of. */
async function newestIn(folder: string, known = Number.NEGATIVE_INFINITY): Promise<number | undefined> {
  const names = await readdir(folder).catch(() => []);
  const newest = Math.max(backupTimeOf(backupsAmong(names).at(-1) ?? '') ?? known, known);
  return newest === Number.NEGATIVE_INFINITY ? undefined : newest;
}
