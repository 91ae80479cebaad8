import type { BackupRequest, BackupTarget } from '../backup/backup.ts';
import { backupsAmong, backupTimeOf } from '../backup/names.ts';
import type { BackupAnswer } from '../backup/worker.ts';
import { messageOf } from '../directory/databaseFile.ts';
import { runInWorker } from '../workers/startWorker.ts';
import type { Scheduler } from './scheduler.ts';

/** Options of the backups that a server makes. */
export interface BackupsOptions extends Pick<BackupRequest, 'dataDirectory' | 'files'> {
  readonly scheduler: Scheduler;
  readonly target: Extract<BackupTarget, { folder: string }>;
  /** The time from one backup to the next; 0 for backups on request only. */
  readonly everySeconds: number;
  /** The code of the worker: `backup/worker.ts`, or what the bundler has made of it. */
  readonly workerUrl: URL;
  /** The wall clock, in milliseconds since 1970. */
  readonly wallMilliseconds: () => number;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
  /** Takes a log line at level info. */
  readonly logMade: (line: string) => void;
}

/** The outcome of the backups so far. */
export interface BackupsState {
  /** When the last successful backup began, in milliseconds since 1970; undefined when none is known. */
  readonly lastBackupAt: number | undefined;
  /** Whether the last attempt failed. */
  readonly lastBackupFailed: boolean;
  /** The number of failures since the start. */
  readonly failures: number;
}

// Serves the first requests after a start before the first backup.
const firstSeconds = 5;
const retrySeconds = 15 * 60;

/** Schedules backups at an interval and on request. Each runs in a worker of its own. */
export function scheduleBackups(options: BackupsOptions) {
  const { scheduler, everySeconds, target, wallMilliseconds } = options;
  const isPeriodic = everySeconds > 0;
  let state: BackupsState = { lastBackupAt: undefined, lastBackupFailed: false, failures: 0 };

  const job = scheduler.schedule({
    timetable: isPeriodic ? { everySeconds } : undefined,
    retry: isPeriodic ? { firstSeconds: retrySeconds, longestSeconds: retrySeconds } : undefined,
    async run() {
      const lastBackupAt = await backUp(options);
      state = { ...state, lastBackupFailed: false, lastBackupAt };
      return undefined;
    },
    onFailure(error) {
      options.log(messageOf(error));
      state = { ...state, lastBackupFailed: true, failures: state.failures + 1 };
    },
  });

  return {
    /** Starts the interval, counted from the newest backup in the folder. */
    async begin(): Promise<void> {
      if (!isPeriodic) return;
      const lastBackupAt = await newestIn(target.folder);
      if (!job.isRunning()) state = { ...state, lastBackupAt };
      const dueInSeconds = lastBackupAt === undefined ? 0 : (lastBackupAt - wallMilliseconds()) / 1000 + everySeconds;
      job.begin(Math.max(dueInSeconds, firstSeconds));
    },

    /**
     * Makes a backup now. During a backup, makes another one after it, which contains the writes made in the meantime.
     */
    request: (): void => job.request(),

    /** The outcome of the backups so far. */
    state: (): BackupsState => state,

    /** Whether the server makes backups on a schedule, or has made one on request. */
    isConfigured: (): boolean => isPeriodic || state.lastBackupAt !== undefined || state.lastBackupFailed,

    /** When the newest backup began, in milliseconds since 1970; `duebook backup` may have made it. */
    lastBackupAt: (): Promise<number | undefined> => newestIn(target.folder, state.lastBackupAt),
  };
}

/** Makes a backup in a worker; returns when it began, in milliseconds since 1970. */
async function backUp({ dataDirectory, target, files, ...options }: BackupsOptions): Promise<number> {
  const wallMilliseconds = options.wallMilliseconds();
  const request: BackupRequest = { dataDirectory, target, wallMilliseconds, files };
  const answer = await runInWorker<BackupAnswer>(options.workerUrl, request).catch((error: unknown) => ({
    failure: `the backup to ${target.folder} failed: ${messageOf(error)}`,
  }));
  if ('failure' in answer) throw new Error(answer.failure);
  options.logMade(`backed up to ${answer.made.path}`);
  return wallMilliseconds;
}

/** When the newest backup of a folder began, in milliseconds since 1970, unless a newer one is known. */
async function newestIn(folder: string, known = Number.NEGATIVE_INFINITY): Promise<number | undefined> {
  // Loaded after the start, which does not need it.
  const { readdir } = await import('node:fs/promises');
  const names = await readdir(folder).catch(() => []);
  const newest = Math.max(backupTimeOf(backupsAmong(names).at(-1) ?? '') ?? known, known);
  return newest === Number.NEGATIVE_INFINITY ? undefined : newest;
}
