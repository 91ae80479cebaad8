import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { reasonOf } from '../runtime/systemErrors.ts';
import { CliError } from '../runtime/terminal.ts';

/** The backup directory of a server: that of the settings, or else one in the data directory, which a backup creates. */
export function backupFolderOf({ backupDir, dataDir }: Pick<Settings, 'backupDir' | 'dataDir'>) {
  return { folder: backupDir ?? join(dataDir, 'backups'), createsFolder: backupDir === null };
}

/**
 * Checks that the backup directory of the settings exists, if the server makes backups by itself.
 *
 * @throws {CliError} when it does not exist or is not writable
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
    throw new CliError(
      `backups cannot be written to ${backupDir}: ${reasonOf(error, backupDir)}. Create the directory, or name another with --backup-dir`,
      { cause: error },
    );
  }
}
