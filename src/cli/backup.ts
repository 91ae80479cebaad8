import { InvalidArgumentError, type Command } from 'commander';
import { statSync } from 'node:fs';
import { reasonOf } from '../core/runtime/systemErrors.ts';
import { SettingRefused } from '../core/config/sources.ts';
import { BackupFailed, makeBackup, type BackupTarget } from '../core/backup/backup.ts';
import { backupFolderOf, refuseMissingDatabase } from '../server/dataDirectory.ts';
import { dataCommand, dataOptions, print, type DataFlags, type DataOptions, type ProgramOptions } from './options.ts';
import { CliError } from '../core/runtime/terminal.ts';

const databaseEnd = /\.(db|sqlite3?)$/i;

/** Adds `backup`. */
export function addBackup(program: Command, options: ProgramOptions): void {
  dataCommand(program, 'backup', 'back up the database, even while the server runs')
    .option(
      '--to <path>',
      "existing directory, or new file that ends in .db, .sqlite or .sqlite3 (default: the server's backup directory)",
    )
    .option('--keep <number>', 'number of backups to keep in the directory (default: all)', countOf)
    .action(({ to, keep, ...flags }: DataFlags & BackupFlags) => backUp({ ...dataOptions(flags, options), to, keep }));
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Must be a whole number from 1 to 999999.');
  return Number(text);
}

interface BackupFlags {
  /** An existing directory, or a file that does not exist; undefined for the backup directory of the server. */
  readonly to?: string | undefined;
  /** The number of backups to keep in the directory; undefined for all. */
  readonly keep?: number | undefined;
}

/** Backs up the database, also while the server runs, and prints the path of the backup. */
function backUp(options: DataOptions & BackupFlags): void {
  const { dataDir: dataDirectory, clock } = options;
  refuseMissingDatabase(dataDirectory);
  try {
    const wallMilliseconds = clock.wallMilliseconds();
    const made = makeBackup({ dataDirectory, target: targetOf(options), wallMilliseconds });
    print(options, made, made.path);
  } catch (error) {
    throw error instanceof BackupFailed ? new CliError(error.message, { cause: error }) : error;
  }
}

function targetOf(options: DataOptions & BackupFlags): BackupTarget {
  const { to, keep: keepMax } = options;
  if (to === undefined) return { ...backupFolderOf(options), keepMax };
  const there = whatIsAt(to);
  if (to.endsWith('/') || there?.isDirectory() === true) return { folder: to, createsFolder: false, keepMax };
  // A file would hide that the name of a directory is mistyped, or that its drive is not mounted.
  if (there === undefined && !databaseEnd.test(to)) {
    throw new SettingRefused(
      `--to is ${to}, which does not exist: name an existing directory, or a file that ends in .db, .sqlite or .sqlite3`,
    );
  }
  if (keepMax === undefined) return { file: to };
  throw new SettingRefused(`--keep is ${keepMax}, but --to names a file: name an existing directory`);
}

function whatIsAt(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new SettingRefused(`--to is ${path}, which cannot be used: ${reasonOf(error, path)}`, { cause: error });
  }
}
