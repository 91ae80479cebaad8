import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { reasonOf } from '../domain/systemErrors.ts';
import { SettingRefused } from '../settingSources.ts';
import { BackupFailed, makeBackup, type BackupTarget } from '../store/backup.ts';
import type { Clock } from '../system.ts';
import { refuseMissingDatabase } from './dataDirectory.ts';
import { CommandFailed, exitCode, type ExitCode, type Terminal } from './terminal.ts';

const databaseEnd = /\.(db|sqlite3?)$/i;

/** What the command needs. */
export interface BackupOptions {
  readonly dataDir: string;
  readonly backupDir: string | null;
  /** A directory that is there, or a file that is not; undefined for the server's directory of backups. */
  readonly to: string | undefined;
  /** How many backups stay in the directory; undefined for all. */
  readonly keep: number | undefined;
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly clock: Clock;
}

/** Backs up the database, also while the server runs, and prints the path of the backup. */
export function backUp(options: BackupOptions): ExitCode {
  const { dataDir, terminal, clock } = options;
  refuseMissingDatabase(dataDir);
  try {
    const wallMilliseconds = clock.wallMilliseconds();
    const made = makeBackup({ dataDirectory: dataDir, target: targetOf(options), wallMilliseconds });
    terminal.result(options.json ? JSON.stringify(made) : made.path);
    return exitCode.done;
  } catch (error) {
    throw error instanceof BackupFailed ? new CommandFailed(error.message, { cause: error }) : error;
  }
}

/** The folder of a server's backups: that of the settings, else one in the data directory, which is made when it is not there. */
export function backupFolderOf({ backupDir, dataDir }: Pick<Settings, 'backupDir' | 'dataDir'>) {
  return { folder: backupDir ?? join(dataDir, 'backups'), createsFolder: backupDir === null };
}

/**
 * Looks whether the directory of backups that the settings name is there, if a server is to make any by itself.
 *
 * @throws {CommandFailed} when it is not there, or cannot be written to
 */
export function refuseMissingBackupFolder({
  backupDir,
  backupEvery,
}: Pick<Settings, 'backupDir' | 'backupEvery'>): void {
  if (backupDir === null || backupEvery === 0) return;
  try {
    if (!statSync(backupDir).isDirectory()) throw new Error('it is not a directory');
    accessSync(backupDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CommandFailed(
      `there can be no backups in ${backupDir}: ${reasonOf(error, backupDir)}. Make the directory, or name another with --backup-dir`,
      { cause: error },
    );
  }
}

function targetOf(options: BackupOptions): BackupTarget {
  const { to, keep: keepMax } = options;
  if (to === undefined) return { ...backupFolderOf(options), keepMax };
  const there = whatIsAt(to);
  if (to.endsWith('/') || there?.isDirectory() === true) return { folder: to, createsFolder: false, keepMax };
  // Where a directory is meant whose name is mistyped, or whose drive is not mounted, a file would hide that.
  if (there === undefined && !databaseEnd.test(to)) {
    throw new SettingRefused(`--to is ${to}, which is not there: name a directory that is, or a file that ends in .db`);
  }
  if (keepMax === undefined) return { file: to };
  throw new SettingRefused(`--keep is ${keepMax}, but --to names a file: name a directory that is there`);
}

function whatIsAt(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new SettingRefused(`--to is ${path}, which cannot be used: ${reasonOf(error, path)}`, { cause: error });
  }
}
